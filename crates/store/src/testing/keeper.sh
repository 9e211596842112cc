# Keeps a PostgreSQL in a temporary folder for as long as somebody holds the other end of this script's input.
# Usage: keeper.sh BIN FSYNC. Answers each line of input with a line; the first line is the folder.
bin=$1
fsync=$2
folder=$(mktemp -d -t parlor-pg-XXXXXX) || exit 1

start() {
    "$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w -t 60 \
        -o "-c listen_addresses='' -c unix_socket_directories='$folder' -c fsync=$fsync" start >"$folder/start" 2>&1 \
        && echo "$folder" || { tr '\n' ' ' <"$folder/start"; echo; }
}

stop() {
    "$bin/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1
}

if "$bin/initdb" -D "$folder/data" -U parlor -A trust -E UTF8 --no-locale --no-sync >"$folder/init" 2>&1; then
    start
else
    tr '\n' ' ' <"$folder/init"
    echo
fi
while read -r word; do
    case $word in
        stop) stop; echo stopped ;;
        start) start ;;
    esac
done
stop
rm -rf "$folder"
