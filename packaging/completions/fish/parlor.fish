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
complete -c parlor -n "__fish_parlor_needs_command" -f -a "ratings" -d 'Compute the ratings of a server from its rated games'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "verify" -d 'Check that recorded games were dealt and played as they say'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "show" -d 'Watch bots play one game of each kind, or of one'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "onecard" -d 'Play One Card at this keyboard; `parlor onecard -h` lists its own options'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "play" -d 'Play at this terminal, against bots or on a server, in full screen or line by line'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "serve" -d 'Start the game server'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "golf" -d 'Six Card Golf between peers: the manager, a player, questions to the manager'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "admin" -d 'Show the status of a running server, send a message to everybody, or shut it down'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "tournament" -d 'Open, start and look at tournaments of a running server'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "healthcheck" -d 'Check that a server is ready; the exit status is 0 or 1'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "backup" -d 'Write all data of a server to one file, while it runs'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "restore" -d 'Fill an empty data directory or PostgreSQL database from a backup'
complete -c parlor -n "__fish_parlor_needs_command" -f -a "load" -d 'Measure what a server can carry, with tables of scripted players'
complete -c parlor -n "__fish_parlor_using_subcommand games" -l json -d 'Print JSON: a list of games, or the one that is named'
complete -c parlor -n "__fish_parlor_using_subcommand games" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand sim" -s g -l games -d 'How many games' -r
complete -c parlor -n "__fish_parlor_using_subcommand sim" -s p -l players -d 'How many sit at the table [default: what is usual for the game]' -r
complete -c parlor -n "__fish_parlor_using_subcommand sim" -l options -d 'The table\'s settings; `parlor games GAME` lists them' -r
complete -c parlor -n "__fish_parlor_using_subcommand sim" -l bots -d 'Who plays, one bot a seat, the last one for the rest: random, easy, casual, medium, hard, expert [default: sim random, show thumb]' -r
complete -c parlor -n "__fish_parlor_using_subcommand sim" -l engine-time-ms -d 'Time per move for a program named with engine:PATH, in milliseconds' -r
complete -c parlor -n "__fish_parlor_using_subcommand sim" -l seed -d 'Random seed: the same seed gives the same games [default: another one each time]' -r
complete -c parlor -n "__fish_parlor_using_subcommand sim" -s t -l threads -d 'How many threads [default: one for each core]' -r
complete -c parlor -n "__fish_parlor_using_subcommand sim" -l records -d 'Write one record a line to this file, for `parlor replay`; an old file is replaced when all is done' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand sim" -l into -d 'Keep the games in this data directory or PostgreSQL database, as a server keeps finished games; no server may use it' -r
complete -c parlor -n "__fish_parlor_using_subcommand sim" -l people -d 'With --into: whose games they are, one name a seat and then bots; somebody new gets a page that nobody can sign in to' -r
complete -c parlor -n "__fish_parlor_using_subcommand sim" -l rated -d 'With --into: the games count for ratings'
complete -c parlor -n "__fish_parlor_using_subcommand sim" -l json -d 'Print the result as JSON'
complete -c parlor -n "__fish_parlor_using_subcommand sim" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand arena" -s g -l games -d 'How many games in each match-up' -r
complete -c parlor -n "__fish_parlor_using_subcommand arena" -s p -l players -d 'How many sit at each table [default: 2]' -r
complete -c parlor -n "__fish_parlor_using_subcommand arena" -l options -d 'The tables\' settings; `parlor games GAME` lists them' -r
complete -c parlor -n "__fish_parlor_using_subcommand arena" -l bots -d 'Who meets: two bots or more' -r
complete -c parlor -n "__fish_parlor_using_subcommand arena" -l seed -d 'Random seed [default: another one each time, or the one in the folder]' -r
complete -c parlor -n "__fish_parlor_using_subcommand arena" -s t -l threads -d 'How many threads [default: one for each core]' -r
complete -c parlor -n "__fish_parlor_using_subcommand arena" -l out -d 'Keep the games in this folder, with arena.json and chart.svg; go on from what is there' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand arena" -l engine-time-ms -d 'Time per move for a program named with engine:PATH, in milliseconds' -r
complete -c parlor -n "__fish_parlor_using_subcommand arena" -l times -d 'Also tell how long each bot thinks about a decision, in processor time'
complete -c parlor -n "__fish_parlor_using_subcommand arena" -l json -d 'Print the result as JSON'
complete -c parlor -n "__fish_parlor_using_subcommand arena" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand engine" -l seed -d 'Random seed [default: 0]' -r
complete -c parlor -n "__fish_parlor_using_subcommand engine" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand replay" -l seal -d 'Seal of the replay, sent with the result (64 hexadecimal digits): also gives access to a private game' -r
complete -c parlor -n "__fish_parlor_using_subcommand replay" -l token -d 'Your token, for the replay of a private game that you played' -r
complete -c parlor -n "__fish_parlor_using_subcommand replay" -l as -d 'Whose eyes: a seat counted from 0, watcher, or everything' -r
complete -c parlor -n "__fish_parlor_using_subcommand replay" -l step -d 'Only this step: 0 is the deal' -r
complete -c parlor -n "__fish_parlor_using_subcommand replay" -l line -d 'Only the record on this line of the file, counted from 1' -r
complete -c parlor -n "__fish_parlor_using_subcommand replay" -l json -d 'Print one line of JSON a step'
complete -c parlor -n "__fish_parlor_using_subcommand replay" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand review" -l seal -d 'Seal of the replay, sent with the result (64 hexadecimal digits): also gives access to a private game' -r
complete -c parlor -n "__fish_parlor_using_subcommand review" -l token -d 'Your token, for the replay of a private game that you played' -r
complete -c parlor -n "__fish_parlor_using_subcommand review" -l line -d 'Only the record on this line of the file, counted from 1' -r
complete -c parlor -n "__fish_parlor_using_subcommand review" -l seat -d 'Only the decisions of this seat, counted from 0' -r
complete -c parlor -n "__fish_parlor_using_subcommand review" -l level -d 'How hard to look: medium, hard or expert' -r
complete -c parlor -n "__fish_parlor_using_subcommand review" -l seed -d 'Random seed' -r
complete -c parlor -n "__fish_parlor_using_subcommand review" -l svg -d 'Write the chances to win through one game to this file, as a picture' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand review" -l json -d 'Print the review as one line of JSON a game'
complete -c parlor -n "__fish_parlor_using_subcommand review" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand ratings" -l game -d 'Only this game' -r
complete -c parlor -n "__fish_parlor_using_subcommand ratings" -l class -d 'Only tables of this class: 2, 3-4 or 5-10' -r
complete -c parlor -n "__fish_parlor_using_subcommand ratings" -l at -d 'Weigh games as of this moment, in milliseconds since 1970 [default: that of the results]' -r
complete -c parlor -n "__fish_parlor_using_subcommand ratings" -l json -d 'Print one line of JSON for each player and board'
complete -c parlor -n "__fish_parlor_using_subcommand ratings" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand verify" -l seal -d 'Seal of the replay, sent with the result (64 hexadecimal digits): also gives access to a private game' -r
complete -c parlor -n "__fish_parlor_using_subcommand verify" -l token -d 'Your token, for the replay of a private game that you played' -r
complete -c parlor -n "__fish_parlor_using_subcommand verify" -l commitment -d 'The commitment that was sent before the game: 64 hexadecimal digits' -r
complete -c parlor -n "__fish_parlor_using_subcommand verify" -l nonce -d 'The nonce that a seat gave, counted from 0; may be said once for each seat' -r
complete -c parlor -n "__fish_parlor_using_subcommand verify" -l json -d 'Print one line of JSON a game'
complete -c parlor -n "__fish_parlor_using_subcommand verify" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand show" -s p -l players -d 'How many sit at the table [default: what is usual for the game]' -r
complete -c parlor -n "__fish_parlor_using_subcommand show" -l options -d 'The table\'s settings; `parlor games GAME` lists them' -r
complete -c parlor -n "__fish_parlor_using_subcommand show" -l bots -d 'Who plays, one bot a seat, the last one for the rest: random, easy, casual, medium, hard, expert [default: sim random, show thumb]' -r
complete -c parlor -n "__fish_parlor_using_subcommand show" -l engine-time-ms -d 'Time per move for a program named with engine:PATH, in milliseconds' -r
complete -c parlor -n "__fish_parlor_using_subcommand show" -l seed -d 'Random seed: the same seed gives the same games [default: another one each time]' -r
complete -c parlor -n "__fish_parlor_using_subcommand show" -l delay-ms -d 'Pause between moves, in milliseconds [default: 0 in a pipe, else 40]' -r
complete -c parlor -n "__fish_parlor_using_subcommand show" -l json -d 'Print one line of JSON a step'
complete -c parlor -n "__fish_parlor_using_subcommand show" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand play" -l name -d 'Name to sign in with, if this server does not know you yet' -r
complete -c parlor -n "__fish_parlor_using_subcommand play" -s p -l players -d 'With a game: how many sit at the table [default: what is usual for the game]' -r
complete -c parlor -n "__fish_parlor_using_subcommand play" -l bots -d 'With a game: the levels of the bots, the first one for the rest [default: medium]' -r
complete -c parlor -n "__fish_parlor_using_subcommand play" -l options -d 'With a game: the table\'s settings; `parlor games GAME` lists them' -r
complete -c parlor -n "__fish_parlor_using_subcommand play" -l people -d 'With a game: the names of several people at this keyboard, in turn' -r
complete -c parlor -n "__fish_parlor_using_subcommand play" -l saved -d 'Folder in which to keep who you are, your settings and your games without a server' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand play" -l token-file -d 'File with a token of yours for this server, readable by you only: you are that person' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand play" -l new-person -d 'Sign in as somebody new, even if this server knows you'
complete -c parlor -n "__fish_parlor_using_subcommand play" -l new-game -d 'With a game: deal a new one, even if an earlier one is not finished'
complete -c parlor -n "__fish_parlor_using_subcommand play" -l plain -d 'Print lines instead of drawing a full screen'
complete -c parlor -n "__fish_parlor_using_subcommand play" -l ascii -d 'Use only ASCII characters'
complete -c parlor -n "__fish_parlor_using_subcommand play" -l four-colours -d 'Give each suit a colour of its own'
complete -c parlor -n "__fish_parlor_using_subcommand play" -l light -d 'Use colours for a light background [default: as COLORFGBG says]'
complete -c parlor -n "__fish_parlor_using_subcommand play" -l calm -d 'Flash nothing, and let nothing move by itself'
complete -c parlor -n "__fish_parlor_using_subcommand play" -l bell -d 'Ring the bell when it is your turn'
complete -c parlor -n "__fish_parlor_using_subcommand play" -l no-mouse -d 'Leave the mouse to the terminal, for selecting text'
complete -c parlor -n "__fish_parlor_using_subcommand play" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l config -d 'Read settings from this TOML file [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l listen -d 'Address and port to listen on; port 0 picks a free one [default: 127.0.0.1:8080]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l data-dir -d 'Data directory, created if missing [default: ./parlor-data]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l admin-networks -d 'Addresses and CIDR blocks allowed to use /api/admin, separated by commas [default: this machine]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l allowed-origins -d 'Additional web origins whose pages may connect, separated by commas [default: none]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l allowed-hosts -d 'Host names that are served beside that of public_url, separated by commas [default: none]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l log-level -d 'Log level: error, warn, info, debug or trace [default: info]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l log-format -d 'Log format: text or json [default: text]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l max-tables -d 'Maximum number of tables in use at once [default: 100000]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l max-stored-tables -d 'Maximum number of tables, in use or asleep [default: 1000000]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l max-tables-per-person -d 'Maximum tables one person can be seated at [default: 50]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l max-connections -d 'Maximum concurrent WebSocket connections [default: 20000]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l max-connections-per-address -d 'Maximum concurrent connections per client address [default: 100]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l max-connections-per-person -d 'Maximum concurrent connections per person [default: 20]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l connections-per-minute -d 'New WebSocket connections per minute and address [default: 120]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l requests-per-second -d 'Sustained HTTP requests per second and address; bursts up to 4× [default: 50]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l people-per-address -d 'How many people one address counts for: it may send messages, open tables and so on for N of them [default: 20]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l names-per-hour -d 'New names per hour and address [default: 120]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l unlimited-networks -d 'Addresses and CIDR blocks exempt from per-address limits, separated by commas [default: this machine]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l webhook-networks -d 'Addresses and CIDR blocks that webhooks may reach although they are not public, separated by commas [default: none]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l announce-webhook-format -d 'How announce_webhook takes announcements: json, ntfy, discord or slack [default: json]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l trusted-proxies -d 'Proxies whose X-Forwarded-For is trusted, separated by commas [default: none]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l door -d 'Who may become a person: open (everybody), invited or closed (invited by the operator only) [default: open]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l idle-timeout -d 'Close a WebSocket that sent nothing, not even a pong, for N seconds [default: 90]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l header-timeout -d 'Close a connection whose request header takes longer than N seconds [default: 10]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l request-timeout -d 'Answer 408 if a request takes longer than N seconds [default: 30]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l http-connection-timeout -d 'Maximum lifetime of a connection that is not a WebSocket [default: 120]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l database-timeout -d 'Treat PostgreSQL as disconnected after N seconds without a response [default: 10]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l empty-table-timeout -d 'Close a table N seconds after its last client left, if no game runs [default: 600]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l suspended-table-timeout -d 'Close a table N seconds after its last client left, if its game is suspended [default: 86400]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l table-sleep-timeout -d 'Take a table out of memory N seconds after its last client left, if nothing is due soon [default: 60]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l vacation-days -d 'Vacation days of a person in a year: their clocks at slow tables stand meanwhile; 0 for none [default: 14]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l bot-threads -d 'Number of threads for bots [default: cores − 1]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l messages-per-second -d 'Sustained client messages per second and person; bursts up to 4× [default: 25]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l tables-per-minute -d 'Tables one person can open per minute [default: 30]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l chat-messages-per-minute -d 'Chat messages per minute and person; bursts up to 1/6 of it [default: 30]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l drafts-per-minute -d 'Drafts one person can store per minute; bursts up to 1/6 of it [default: 120]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l bots-per-minute -d 'Bots one person can ask to sit down per minute [default: 300]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l closed-table-retention-days -d 'Delete closed tables after N days; 0 keeps them [default: 7]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l idle-person-retention-days -d 'Delete people who never finished a game N days after they were last here; 0 keeps them [default: 90]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l replay-retention-days -d 'Delete replays and their results after N days; 0 keeps them [default: 0]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l lobby-chat-retention-days -d 'Delete messages in the lobby after N days; 0 keeps the last ones [default: 30]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l chicago-clock -d 'Time limit per decision at legacy Chicago tables: 5 to 86400 seconds, or off [default: 20]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l chicago-round-pause -d 'Seconds between rounds at legacy Chicago tables [default: 3]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l chicago-id-byte-order -d 'Byte order of game ids in the legacy Chicago protocol: little or big [default: little]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l gomoku-clock -d 'Time limit per decision at legacy Gomoku tables: 5 to 86400 seconds, or off [default: off]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l sorry-clock -d 'Time limit per decision at legacy Sorry! tables: 5 to 86400 seconds, or off [default: 20]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l sorry-seats -d 'Seats at a legacy Sorry! table, 2 to 4 [default: 4]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l sorry-roll-numbering -d 'Numbering of rolls 9 and 10 in the legacy Sorry! protocol: document or unity [default: document]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l legacy-on-leave -d 'When a player leaves a legacy game: end it, or let a bot play on [default: end]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l legacy-max-connections-per-address -d 'Maximum legacy connections per address [default: 2000]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l legacy-messages-per-second -d 'Legacy messages per second and address; excess is delayed [default: 500]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l golf-requests-per-second -d 'Datagrams per second and public address that the golf manager reads; bursts up to 4× [default: 50]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l unattended-bots -d 'Let bots play on at tables that no client is connected to' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l no-day-deals -d 'Offer no deal of the day' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l legacy-ports -d 'Open all legacy ports at their default addresses' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l door-admits-legacy -d 'Let clients of legacy protocols in through a door that is not open' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l legacy-limit-loopback -d 'Apply the legacy limits to loopback addresses too' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l chicago -d 'Address of the legacy Chicago protocol: on (127.0.0.1:4713), off or ADDRESS:PORT' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l gomoku -d 'Address of the legacy Gomoku protocol: on (127.0.0.1:51888), off or ADDRESS:PORT' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l sorry -d 'Address of the legacy Sorry! protocol: on (127.0.0.1:4645), off or ADDRESS:PORT' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l golf-manager -d 'UDP address of the golf manager: on (127.0.0.1:4500), off or ADDRESS:PORT' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l golf-registration-timeout -d 'Drop golf players not heard from for N seconds [default: 86400]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l database-url -d 'PostgreSQL URL; if unset, SQLite in data_dir' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l cluster -d 'NATS server that connects this server with others on the same PostgreSQL database, as one cluster' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l cluster-root-certificates -d 'File with certificates that the NATS server\'s certificate may be signed by, beside those of the system' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l node-name -d 'Name of this node of the cluster in logs and in `parlor admin nodes` [default: the address it listens on]' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l public-url -d 'URL that players open, if it differs from listen' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l proxy-user-header -d 'Header in which a trusted proxy names the user it has signed in, such as Remote-User' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l announce-webhook -d 'Announce tournaments, scheduled tables and who would play with a POST to this address' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l push-contact -d 'Offer web push; push services see this contact, as mailto:you@example.org or https://…' -r
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l admin-token-file -d 'File that holds the admin token [default: the server creates one in data_dir]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l gomoku-log-file -d 'Write the legacy Gomoku log to this file' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l print-config -d 'Print the merged settings and the source of each, then exit'
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l sample-config -d 'Print a configuration file with every setting and its default, then exit'
complete -c parlor -n "__fish_parlor_using_subcommand serve" -l new-admin-token -d 'Create and print a new admin token; the old one becomes invalid'
complete -c parlor -n "__fish_parlor_using_subcommand serve" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and not __fish_seen_subcommand_from manager player query" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and not __fish_seen_subcommand_from manager player query" -f -a "manager" -d 'Bring players together; `parlor serve --golf-manager` does the same inside the server'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and not __fish_seen_subcommand_from manager player query" -f -a "player" -d 'Play: deal a game, wait for one, or let a bot do so'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and not __fish_seen_subcommand_from manager player query" -f -a "query" -d 'Ask a manager who is there, or which games run'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from manager" -l port -d 'UDP port to listen on; 0 picks a free one' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from manager" -l address -d 'Address to listen on' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from manager" -l state -d 'Keep who is registered in this file [default: parlor-data/golf-PORT.json]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from manager" -l registration-timeout -d 'Drop players not heard from for N seconds [default: 86400]' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from manager" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l manager -d 'Where the manager is; port 4500 unless one is named' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l port -d 'The first of this player\'s five ports; if they are taken, the next five' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l start -d 'Deal a game as soon as K other players are registered' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l bot -d 'A bot decides' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l games -d 'Play N games, then leave' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l peer-timeout -d 'Treat a player who sent nothing for N seconds as gone' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l steal -d 'With --start: a turn may be a steal'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l repeat -d 'Play game after game until interrupted'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -l json -d 'Print each game as a record, one line, for `parlor replay`; everything else goes to standard error'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from player" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from query" -l manager -d 'Where the manager is; port 4500 unless one is named' -r
complete -c parlor -n "__fish_parlor_using_subcommand golf; and __fish_seen_subcommand_from query" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "status" -d 'Show the status of the server'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "tables" -d 'List all tables, private ones too'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "players" -d 'List the players who are connected'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "nodes" -d 'List the nodes of the cluster'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "announce" -d 'Send a message to everybody who is connected'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "invite" -d 'Make an invitation that lets new people in, and print its code'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "reports" -d 'List chat messages that were reported'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "close-report" -d 'Close a report that is dealt with'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "warn" -d 'Warn a person: shown until they have read it'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "mute" -d 'Keep a person from talking for a time'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "ban" -d 'Keep a person, or everybody at some addresses, out for a time'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "sanctions" -d 'List mutes and bans'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "lift" -d 'End a mute or a ban'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "close-table" -d 'Close a table; a running game ends without a winner, and its replay is kept'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "forget" -d 'Delete a person and all that the server knows of them; it cannot be undone'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "audit" -d 'List what operators did'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and not __fish_seen_subcommand_from status tables players nodes announce invite reports close-report warn mute ban sanctions lift close-table forget audit shutdown" -f -a "shutdown" -d 'Shut down the server; seats and games are kept'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from status" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from status" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from status" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from status" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from status" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from tables" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from tables" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from tables" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from tables" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from tables" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from players" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from players" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from players" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from players" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from players" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from nodes" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from nodes" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from nodes" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from nodes" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from nodes" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from announce" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from announce" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from announce" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from announce" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from announce" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from invite" -l uses -d 'How many people it lets in, 1 to 50' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from invite" -l days -d 'How many days it lasts, 1 to 90' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from invite" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from invite" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from invite" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from invite" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from invite" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from reports" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from reports" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from reports" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from reports" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from reports" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from close-report" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from close-report" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from close-report" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from close-report" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from close-report" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from warn" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from warn" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from warn" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from warn" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from warn" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from mute" -l for -d 'How long: 30m, 12h or 7d' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from mute" -l reason -d 'The reason, which the person receives' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from mute" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from mute" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from mute" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from mute" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from mute" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from ban" -l addresses -d 'An address, or a block such as 192.0.2.0/24' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from ban" -l for -d 'How long: 30m, 12h or 7d' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from ban" -l reason -d 'The reason, which the person receives' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from ban" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from ban" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from ban" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from ban" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from ban" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from sanctions" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from sanctions" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from sanctions" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from sanctions" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from sanctions" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from lift" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from lift" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from lift" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from lift" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from lift" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from close-table" -l reason -d 'The text that everybody at the table receives' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from close-table" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from close-table" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from close-table" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from close-table" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from close-table" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from forget" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from forget" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from forget" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from forget" -l yes -d 'Do it without a question: there is no way back'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from forget" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from forget" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from audit" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from audit" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from audit" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from audit" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from audit" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from shutdown" -l url -d 'URL of the server' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from shutdown" -l token -d 'Admin token [default: read from the token file that the server\'s settings name]' -r
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from shutdown" -l config -d 'The server\'s TOML file, to find its token file by [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from shutdown" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand admin; and __fish_seen_subcommand_from shutdown" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and not __fish_seen_subcommand_from list open start cancel standings export" -l token -d 'Token of a person, or the admin token' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and not __fish_seen_subcommand_from list open start cancel standings export" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and not __fish_seen_subcommand_from list open start cancel standings export" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and not __fish_seen_subcommand_from list open start cancel standings export" -a "list" -d 'List the latest tournaments'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and not __fish_seen_subcommand_from list open start cancel standings export" -a "open" -d 'Open a tournament, and print its id'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and not __fish_seen_subcommand_from list open start cancel standings export" -a "start" -d 'Close entry and begin the first round, or begin an arena'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and not __fish_seen_subcommand_from list open start cancel standings export" -a "cancel" -d 'Call a tournament off'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and not __fish_seen_subcommand_from list open start cancel standings export" -a "standings" -d 'Show entrants or standings, and the tables of the last round or of an arena'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and not __fish_seen_subcommand_from list open start cancel standings export" -a "export" -d 'Print everything that is known of a tournament as JSON'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from list" -l token -d 'Token of a person, or the admin token' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from list" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from open" -l seats -d 'Seats of a table, 2 to 4' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from open" -l rounds -d 'Number of rounds, 1 to 20' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from open" -l arena -d 'An arena of this many minutes: people come and go, and have the next table as soon as there is one' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from open" -l options -d 'Options of the game, as in rounds=3' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from open" -l clock -d 'Seconds for a decision' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from open" -l closes-in -d 'Begin by itself after this many minutes' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from open" -l level -d 'Level of the bots, also of those that play for people who are away' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from open" -l round-minutes -d 'Minutes after which a round ends whatever is still played' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from open" -l break-seconds -d 'Seconds between rounds' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from open" -l grace-seconds -d 'Seconds until a bot plays for somebody who is not there' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from open" -l token -d 'Token of a person, or the admin token' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from open" -l bots -d 'Let bots take the seats that are left over'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from open" -l duplicate -d 'Give all tables of a round the same deal, and compare seats across tables'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from open" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from open" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from start" -l token -d 'Token of a person, or the admin token' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from start" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from start" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from cancel" -l token -d 'Token of a person, or the admin token' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from cancel" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from cancel" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from standings" -l token -d 'Token of a person, or the admin token' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from standings" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from standings" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from export" -l token -d 'Token of a person, or the admin token' -r
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from export" -l json -d 'Print JSON'
complete -c parlor -n "__fish_parlor_using_subcommand tournament; and __fish_seen_subcommand_from export" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand healthcheck" -l config -d 'Read settings from this TOML file [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand healthcheck" -l live -d 'Ask only whether the program runs (/healthz), not whether it can serve (/readyz)'
complete -c parlor -n "__fish_parlor_using_subcommand healthcheck" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand backup" -l from -d 'Data directory or PostgreSQL URL to back up [default: from the settings]' -r
complete -c parlor -n "__fish_parlor_using_subcommand backup" -l config -d 'Read settings from this TOML file [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand backup" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand restore" -l into -d 'Data directory or PostgreSQL URL to fill; it must be empty [default: from the settings]' -r
complete -c parlor -n "__fish_parlor_using_subcommand restore" -l config -d 'Read settings from this TOML file [env: PARLOR_CONFIG]' -r -F
complete -c parlor -n "__fish_parlor_using_subcommand restore" -s h -l help -d 'Print help'
complete -c parlor -n "__fish_parlor_using_subcommand load" -s t -l tables -d 'How many tables' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -s p -l players -d 'How many play at each' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -s g -l game -d 'Which game' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l options -d 'The tables\' settings; `parlor games GAME` lists them' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l think-ms -d 'How long everybody thinks before a move' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l seconds -d 'How long to measure' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l idle-seconds -d 'How long to look at the tables before anybody moves; needs --pid' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l pid -d 'The server\'s process: says what it uses of the machine' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l attack -d 'Run these attacks only' -r -f -a "left-bots\t'Open bot tables and leave'
greedy-bots\t'Keep a hundred tables of expert bots busy'
lobby\t'Watch the lobby while tables open and close'
frames\t'Send frames and messages that are nothing, as fast as they are taken'
requests\t'Send HTTP requests as fast as they are answered'
slow-heads\t'Hold connections whose request never ends'
connections\t'Connect and disconnect, repeatedly'
messages\t'Talk, draft, rename and open tables as fast as messages are taken'
legacy-ports\t'Hold and flood the ports of --legacy-port'
golf-manager\t'Flood the golf manager of --golf-manager with datagrams'"
complete -c parlor -n "__fish_parlor_using_subcommand load" -l attackers -d 'How many connections an attack has that needs many' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l legacy-port -d 'Legacy ports of the server, to attack them too' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l golf-manager -d 'The golf manager of the server, to attack it too' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l seed -d 'Random seed' -r
complete -c parlor -n "__fish_parlor_using_subcommand load" -l pin -d 'Keep the server\'s process on the first core and this program off it'
complete -c parlor -n "__fish_parlor_using_subcommand load" -l baseline -d 'Measure a relay without games instead of a server; without a URL it is started here'
complete -c parlor -n "__fish_parlor_using_subcommand load" -l hostile -d 'Attack the server while people play, and print what they notice with and without each attack; needs --pid'
complete -c parlor -n "__fish_parlor_using_subcommand load" -l attack-remote -d 'Attack a server on another machine, which must be your own'
complete -c parlor -n "__fish_parlor_using_subcommand load" -l json -d 'Print the result as JSON'
complete -c parlor -n "__fish_parlor_using_subcommand load" -s h -l help -d 'Print help (see more with \'--help\')'
