# Keeps a PostgreSQL in a temporary folder for as long as somebody holds the other end of this script's input.
# Usage: keeper.sh BIN FSYNC [OPTIONS [PRIMARY]]. OPTIONS are more options of the server; with PRIMARY, the folder of
# another one, it follows that as a standby. Answers each line of input with a line; the first line is the folder.
# TLS_CERTIFICATE and TLS_KEY hold what the server is to show and to sign with.
bin=$1
fsync=$2
options=$3
primary=$4
folder=$(mktemp -d -t parlor-pg-XXXXXX) || exit 1

start() {
    "$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w -t 60 \
        -o "-c listen_addresses='' -c unix_socket_directories='$folder' -c fsync=$fsync $options" start >"$folder/start" 2>&1 \
        && echo "$folder" || { tr '\n' ' ' <"$folder/start"; echo; }
}

stop() {
    "$bin/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1
}

# Every process of the server: those that serve connections are children of the first.
signal() {
    first=$(head -n 1 "$folder/data/postmaster.pid")
    kill "-$1" "$first" $(pgrep -P "$first") 2>/dev/null
}

# Whoever interrupts a test leaves no server and no folder behind. One that is frozen could not be stopped.
trap 'signal CONT; stop; rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

make() {
    if [ -n "$primary" ]; then
        "$bin/pg_basebackup" -h "$primary" -U parlor -D "$folder/data" -R -c fast
    else
        "$bin/initdb" -D "$folder/data" -U parlor -A trust -E UTF8 --no-locale --no-sync
    fi
}

umask 077
if [ -n "$TLS_KEY" ]; then
    echo "$TLS_CERTIFICATE" >"$folder/server.crt"
    echo "$TLS_KEY" >"$folder/server.key"
    options="$options -c ssl=on -c ssl_cert_file='$folder/server.crt' -c ssl_key_file='$folder/server.key'"
fi
if make >"$folder/init" 2>&1; then
    start
else
    tr '\n' ' ' <"$folder/init"
    echo
fi
while read -r word; do
    case $word in
        stop) stop; echo stopped ;;
        start) start ;;
        freeze) signal STOP; echo frozen ;;
        thaw) signal CONT; echo thawed ;;
    esac
done
