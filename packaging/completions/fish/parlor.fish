# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_parlor_global_optspecs
    string join \n h/help V/version
end

function __fish_parlor_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_parlor_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_parlor_using_subcommand
    set -l cmd (__fish_parlor_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c parlor -n "__fish_parlor_needs_command" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_needs_command" -s V -l version -d 'Print version'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "games" -d 'List the games, their seats and their options'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "sim" -d 'Let bots play many games and count what happens'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "arena" -d 'Let bots meet each other in turn, and rate them'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "engine" -d 'Play for the manager of a Gomoku tournament, by the Gomocup (Piskvork) protocol on standard input and output'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "replay" -d 'Show recorded games step by step'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "review" -d 'Look at the decisions of recorded games again: what they cost against the best choice found'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "verify" -d 'Check that recorded games were dealt and played as they say'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "show" -d 'Watch bots play one game of each kind, or of one'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "onecard" -d 'Play One Card at this keyboard; `parlor onecard -h` lists its own options'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "serve" -d 'Open the house: a server with a lobby'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "golf" -d 'Six Card Golf between peers: the manager, a player, questions to the manager'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "admin" -d 'Ask a running server how it is doing, speak to everybody in it, or close it'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "healthcheck" -d 'Check that a server is ready; the exit status is 0 or 1'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "backup" -d 'Write all data of a server to one file, while it runs'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "restore" -d 'Fill an empty data directory or PostgreSQL database from a backup'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "load" -d 'Find out how much a house can carry: tables of scripted players, and what their moves cost'
complete -c parlor -n "__fish_parlor_using_subcommand games" -l json -d 'Print JSON: a list of games, or the one that is named'
complete -c parlor -n "__fish_parlor_using_subcommand games" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand sim" -s g -l games -d 'How many games' -r
complete -c parlor -n "__fish_parlor_using_subcommand sim" -s p -l players -d 'How many sit at the table [default: what is usual for the game]' -r
complete -c parlor -n "__fish_parlor_using_subcommand sim" -l options -d 'The table\'s settings; `parlor games GAME` lists them' -r
complete -c parlor -n "__fish_parlor_using_subcommand sim" -l bots -d 'Who plays, one bot a seat, the last one for the rest: random, easy, thumb, medium, hard, expert [default: sim random, show thumb]' -r
complete -c parlor -n "__fish_parlor_using_subcommand sim" -l engine-time -d 'How long a program named with engine:PATH may think about a move, in milliseconds' -r
complete -c parlor -n "__fish_parlor_using_subcommand sim" -l seed -d 'A number that fixes all luck: the same seed gives the same games [default: another one each time]' -r
complete -c parlor -n "__fish_parlor_using_subcommand sim" -s t -l threads -d 'How many threads [default: one for each core]' -r
complete -c parlor -n "__fish_parlor_using_subcommand sim" -l records -d 'Write one record a line to this file, for `parlor replay`; an old file is replaced when all is done' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand sim" -l json -d 'Print the result as JSON'
complete -c parlor -n "__fish_parlor_using_subcommand sim" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand arena" -s g -l games -d 'How many games in each match-up' -r
complete -c parlor -n "__fish_parlor_using_subcommand arena" -s p -l players -d 'How many sit at each table [default: 2]' -r
complete -c parlor -n "__fish_parlor_using_subcommand arena" -l options -d 'The tables\' settings; `parlor games GAME` lists them' -r
complete -c parlor -n "__fish_parlor_using_subcommand arena" -l bots -d 'Who meets: two bots or more' -r
complete -c parlor -n "__fish_parlor_using_subcommand arena" -l seed -d 'A number that fixes all luck [default: another one each time, or the one in the folder]' -r
complete -c parlor -n "__fish_parlor_using_subcommand arena" -s t -l threads -d 'How many threads [default: one for each core]' -r
complete -c parlor -n "__fish_parlor_using_subcommand arena" -l out -d 'Keep the games in this folder, with arena.json and chart.svg; go on from what is there' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand arena" -l engine-time -d 'How long a program named with engine:PATH may think about a move, in milliseconds' -r
complete -c parlor -n "__fish_parlor_using_subcommand arena" -l times -d 'Also tell how long each bot thinks about a decision, in processor time'
complete -c parlor -n "__fish_parlor_using_subcommand arena" -l json -d 'Print the result as JSON'
complete -c parlor -n "__fish_parlor_using_subcommand arena" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand engine" -l seed -d 'A number that fixes all luck [default: 0]' -r
complete -c parlor -n "__fish_parlor_using_subcommand engine" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand replay" -l as -d 'Whose eyes: a seat counted from 0, watcher, or everything' -r
complete -c parlor -n "__fish_parlor_using_subcommand replay" -l step -d 'Only this step: 0 is the deal' -r
complete -c parlor -n "__fish_parlor_using_subcommand replay" -l line -d 'Only the record on this line of the file, counted from 1' -r
complete -c parlor -n "__fish_parlor_using_subcommand replay" -l json -d 'Print one line of JSON a step'
complete -c parlor -n "__fish_parlor_using_subcommand replay" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand review" -l line -d 'Only the record on this line of the file, counted from 1' -r
complete -c parlor -n "__fish_parlor_using_subcommand review" -l seat -d 'Only the decisions of this seat, counted from 0' -r
complete -c parlor -n "__fish_parlor_using_subcommand review" -l level -d 'How hard to look: medium, hard or expert' -r
complete -c parlor -n "__fish_parlor_using_subcommand review" -l seed -d 'A number that fixes all luck' -r
complete -c parlor -n "__fish_parlor_using_subcommand review" -l json -d 'Print one line of JSON a decision'
complete -c parlor -n "__fish_parlor_using_subcommand review" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand verify" -l commitment -d 'The commitment that you were told before the game: 64 hexadecimal digits' -r
complete -c parlor -n "__fish_parlor_using_subcommand verify" -l seal -d 'The seal that you were told with the result, 64 hexadecimal digits: it also shows private games' -r
complete -c parlor -n "__fish_parlor_using_subcommand verify" -l nonce -d 'The nonce that a seat gave, counted from 0; may be said once for each seat' -r
complete -c parlor -n "__fish_parlor_using_subcommand verify" -l token -d 'Your own token, for the replay of a private table' -r
complete -c parlor -n "__fish_parlor_using_subcommand verify" -l json -d 'Print one line of JSON a game'
complete -c parlor -n "__fish_parlor_using_subcommand verify" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand show" -s p -l players -d 'How many sit at the table [default: what is usual for the game]' -r
complete -c parlor -n "__fish_parlor_using_subcommand show" -l options -d 'The table\'s settings; `parlor games GAME` lists them' -r
complete -c parlor -n "__fish_parlor_using_subcommand show" -l bots -d 'Who plays, one bot a seat, the last one for the rest: random, easy, thumb, medium, hard, expert [default: sim random, show thumb]' -r
complete -c parlor -n "__fish_parlor_using_subcommand show" -l engine-time -d 'How long a program named with engine:PATH may think about a move, in milliseconds' -r
complete -c parlor -n "__fish_parlor_using_subcommand show" -l seed -d 'A number that fixes all luck: the same seed gives the same games [default: another one each time]' -r
complete -c parlor -n "__fish_parlor_using_subcommand show" -l pace -d 'Wait so many milliseconds between the moves [default: 0 in a pipe, else 40]' -r
complete -c parlor -n "__fish_parlor_using_subcommand show" -l json -d 'Print one line of JSON a step'
complete -c parlor -n "__fish_parlor_using_subcommand show" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l config -d 'Read settings from this TOML file [environment: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l listen -d 'Listen here; port 0 takes a free one [default: 127.0.0.1:8080]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l data -d 'The data folder, made if it is missing [default: ./parlor-data]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l admin-from -d 'Who may use /api/admin besides knowing the token: addresses and blocks, with commas [default: this machine]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l allowed-origins -d 'Pages of these addresses may use the house beside its own, with commas [default: none]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l log-level -d 'How much is logged: error, warn, info, debug or trace [default: info]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l log-format -d 'How the log is written: text or json [default: text]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l most-tables -d 'At most so many tables [default: 100000]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l most-tables-each -d 'At most so many tables one person sits at [default: 50]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l most-connections -d 'At most so many connections at a time [default: 20000]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l empty-minutes -d 'Close a table that nobody is connected to, and where no game runs, after so many minutes [default: 10]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l bot-threads -d 'Bots think on so many threads [default: one less than there are cores]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l most-connections-each -d 'At most so many connections from one address [default: 100]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l most-connections-person -d 'At most so many connections of one person [default: 20]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l connects-per-minute -d 'WebSockets a minute that one address may open [default: 120]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l requests-per-second -d 'HTTP requests a second from one address for long; four times as many at once [default: 50]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l unlimited-from -d 'Addresses whose connections and requests are not counted one by one, with commas [default: this machine]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l trusted-proxies -d 'Proxies whose X-Forwarded-For is believed, with commas [default: none]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l silent-seconds -d 'Let a connection go that gave no sign of life for so many seconds [default: 90]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l head-seconds -d 'Let a connection go that has not said within so many seconds what it wants [default: 10]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l request-seconds -d 'A request is read and answered within so many seconds, or not at all [default: 30]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l line-seconds -d 'Let a connection go after so many seconds that is no WebSocket, whatever it does [default: 120]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l store-seconds -d 'A PostgreSQL that has not answered within so many seconds is taken for lost [default: 10]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l messages-per-second -d 'Messages a second that one person may send for long; four times as many at once [default: 25]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l tables-per-minute -d 'Tables a minute that one person may open; as many at once [default: 30]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l chat-per-minute -d 'Lines of chat a minute that one person may send; a sixth of them at once [default: 30]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l chicago-clock -d 'Chicago\'s old port: seconds a decision may take, 5 to 86400, or off [default: 20]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l chicago-pause -d 'Chicago\'s old port: seconds of rest before a new round [default: 3]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l chicago-ids -d 'Chicago\'s old port: the order of the four bytes of an id, little or big first [default: little]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l gomoku-clock -d 'Gomoku\'s old port: seconds a decision may take, 5 to 86400, or off [default: off]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l sorry-clock -d 'Sorry!\'s old port: seconds a decision may take, 5 to 86400, or off [default: 20]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l sorry-players -d 'Sorry!\'s old port: how many clients sit at a table, 2 to 4 [default: 4]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l sorry-dialect -d 'Sorry!\'s old port: the numbers of rolls 9 and 10, document or unity [default: document]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l old-on-leave -d 'Old ports: what happens when somebody leaves a game opened there, end or bot [default: end]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l old-connections-each -d 'Old ports: at most so many connections from one address [default: 2000]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l old-messages-per-second -d 'Old ports: messages a second from one address; more have to wait [default: 500]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l all-ports -d 'Open all old ports at their usual addresses on this machine' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l old-limit-loopback -d 'Old ports: limit connections from this machine too' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l chicago -d 'Open Chicago\'s old port; on = 127.0.0.1:4713' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l gomoku -d 'Open Gomoku\'s old port; on = 127.0.0.1:51888' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l sorry -d 'Open Sorry!\'s old port; on = 127.0.0.1:4645' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l golf -d 'Bring golf players together on this UDP address; on = 127.0.0.1:4500' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l golf-expire -d 'The golf manager forgets who has not been heard for so many minutes [default: never]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l store -d 'Keep everything in this PostgreSQL database instead of the data folder' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l public-url -d 'The address people open, if it is another than the one listened on' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l admin-token-file -d 'File that holds the admin token [default: the server makes one, in the data directory]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l gomoku-log -d 'Gomoku\'s old port: write its log to this file instead of the server\'s own' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l test-time -d 'Time stands at this millisecond and moves only when `POST /api/admin/advance` says so: for tests' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l print-config -d 'Print the settings as they are merged, and where each comes from'
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l sample-config -d 'Print a configuration file with every setting and its default'
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l new-admin-token -d 'Make a new admin token and print it; the old one opens nothing any more'
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l test-faults -d '`POST /api/admin/fault` can make the store fail: for tests'
complete -c parlor -n "__fish_parlor_using_subcommand serve" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and not __fish_seen_subcommand_from manager player query" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and not __fish_seen_subcommand_from manager player query" -f -a "manager" -d 'Bring players together; `parlor serve --golf` does the same inside the house'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and not __fish_seen_subcommand_from manager player query" -f -a "player" -d 'Play: deal a game, wait for one, or let a bot do so'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and not __fish_seen_subcommand_from manager player query" -f -a "query" -d 'Ask a manager who is there, or which games run'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from manager" -l port -d 'Listen on this UDP port; 0 takes a free one' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from manager" -l address -d 'Listen on this address only' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from manager" -l state -d 'Keep who is registered in this file [default: parlor-data/golf-PORT.json]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from manager" -l expire -d 'Forget who has not been heard for so many minutes [default: never]' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from manager" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l manager -d 'Where the manager is; port 4500 unless one is named' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l port -d 'The first of this player\'s five ports; if they are taken, the next five' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l start -d 'Deal a game with so many others, as soon as they are there' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l bot -d 'A bot decides' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l games -d 'Play so many games, then leave' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l patience -d 'Wait so many seconds for a player who is silent' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l steal -d 'With --start: a turn may be a steal'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l stay -d 'Play game after game until interrupted'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l json -d 'Print each game as a record, one line, for `parlor replay`; everything else goes to standard error'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from query" -l manager -d 'Where the manager is; port 4500 unless one is named' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from query" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players say quit" -l url -d 'Where the server is' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players say quit" -l token -d 'The admin token [default: from the file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players say quit" -l config -d 'The server\'s TOML file, to find its token file by [environment: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players say quit" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players say quit" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players say quit" -f -a "status" -d 'How the house is doing'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players say quit" -f -a "tables" -d 'All tables, private ones too'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players say quit" -f -a "players" -d 'Who is here'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players say quit" -f -a "say" -d 'Tell everybody in the house something'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players say quit" -f -a "quit" -d 'Close the house; seats and games are kept'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from status" -l url -d 'Where the server is' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from status" -l token -d 'The admin token [default: from the file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from status" -l config -d 'The server\'s TOML file, to find its token file by [environment: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from status" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from status" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from tables" -l url -d 'Where the server is' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from tables" -l token -d 'The admin token [default: from the file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from tables" -l config -d 'The server\'s TOML file, to find its token file by [environment: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from tables" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from tables" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from players" -l url -d 'Where the server is' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from players" -l token -d 'The admin token [default: from the file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from players" -l config -d 'The server\'s TOML file, to find its token file by [environment: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from players" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from players" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from say" -l url -d 'Where the server is' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from say" -l token -d 'The admin token [default: from the file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from say" -l config -d 'The server\'s TOML file, to find its token file by [environment: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from say" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from say" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from quit" -l url -d 'Where the server is' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from quit" -l token -d 'The admin token [default: from the file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from quit" -l config -d 'The server\'s TOML file, to find its token file by [environment: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from quit" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from quit" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand healthcheck" -l config -d 'Read settings from this TOML file [environment: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand healthcheck" -l live -d 'Ask only whether the program runs (/healthz), not whether it can serve (/readyz)'
complete -c parlor -n "__fish_parlor_using_subcommand healthcheck" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand backup" -l from -d 'Data directory or PostgreSQL URL to back up [default: from the settings]' -r
complete -c parlor -n "__fish_parlor_using_subcommand backup" -l config -d 'Read settings from this TOML file [environment: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand backup" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand restore" -l into -d 'Data directory or PostgreSQL URL to fill; it must be empty [default: from the settings]' -r
complete -c parlor -n "__fish_parlor_using_subcommand restore" -l config -d 'Read settings from this TOML file [environment: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand restore" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand load" -s t -l tables -d 'How many tables' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -s p -l players -d 'How many play at each' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -s g -l game -d 'Which game' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l options -d 'The tables\' settings; `parlor games GAME` lists them' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l think-ms -d 'How long everybody thinks before a move' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l seconds -d 'How long to measure' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l idle-seconds -d 'How long to look at the tables before anybody moves; needs --pid' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l pid -d 'The server\'s process: says what it uses of the machine' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l relay -d 'Be that relay' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l seed -d 'A number that fixes what is chosen' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l pin -d 'Keep the server\'s process on the first core and this program off it'
complete -c parlor -n "__fish_parlor_using_subcommand load" -l floor -d 'Measure a relay that knows no game instead of a house; without a URL it is started here'
complete -c parlor -n "__fish_parlor_using_subcommand load" -l json -d 'Print the result as JSON'
complete -c parlor -n "__fish_parlor_using_subcommand load" -s h -l help -d 'Print help'
