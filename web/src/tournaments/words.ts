// What the pages say about tournaments.
import { inLanguages } from '../i18n/languages.svelte';

const english = {
  title: 'Tournaments',
  none: 'There has been no tournament yet.',
  create: 'Open a tournament',
  name: 'Name',
  game: 'Game',
  seats: 'Seats of a table',
  rounds: 'Rounds',
  clock: 'Time for a decision',
  closes: 'Entry closes',
  closesByHand: 'when I start it',
  closesIn: (minutes: number) => (minutes < 60 ? `in ${minutes} minutes` : `in ${minutes / 60} h`),
  bots: 'Bots take seats that are left over',
  duplicate: 'The same deal for all tables, compared seat by seat',
  open: 'Open it',
  cancel: 'Cancel',
  stages: { entry: 'Entry is open', running: 'Running', over: 'Over', cancelled: 'Called off' },
  by: (name: string) => `organised by ${name}`,
  byOperator: 'organised by the house',
  entrants: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  roundOf: (round: number, rounds: number) => `round ${round} of ${rounds}`,
  roundCount: (rounds: number) => (rounds === 1 ? '1 round' : `${rounds} rounds`),
  tablesOf: (seats: number) => `tables of ${seats}`,
  closesAt: (when: string) => `Entry closes ${when}.`,
  closesWhenStarted: 'Entry closes when the organiser starts.',
  enter: 'Enter',
  withdraw: 'Withdraw',
  entered: 'You have entered.',
  start: 'Close entry and start',
  callOff: 'Call it off',
  toTable: 'To your table',
  yourTable: 'Your table of this round is open.',
  nextRound: (when: string) => `The next round begins ${when}.`,
  whoEntered: 'Who has entered',
  nobody: 'Nobody yet.',
  standings: 'Standings',
  place: 'Place',
  person: 'Name',
  points: 'Points',
  opponents: 'Opponents’ points',
  won: 'Won',
  withdrawn: 'withdrawn',
  round: (number: number) => `Round ${number}`,
  table: (number: number) => `Table ${number}`,
  bot: 'Bot',
  away: 'away',
  watch: 'Watch',
  replay: 'Replay',
  playing: 'playing',
  finished: 'finished',
  stopped: 'stopped',
  free: (names: string) => `Free round: ${names}`,
  rule: 'How people are paired',
  rulePairing:
    'The first round is drawn by lot. After that everybody stands in the order of the standings, which is cut into tables from the top. There are as few tables as hold everybody, and they differ by one person at most.',
  ruleRepeats:
    'Nobody meets the same person twice while that is possible: where two would, the nearest in the order who can change places do. People who block each other are kept apart in the same way. Seats are drawn by lot.',
  ruleBots: 'Bots take the seats that are left over.',
  ruleNoBots:
    'If people do not fill the tables, some are smaller; where the game does not allow that, the lowest who has had the fewest has a free round, which counts as a win.',
  ruleTablePoints:
    'A table gives 12 points to the winner and 0 to the last, in equal steps; equal results share.',
  ruleDuplicate:
    'All tables of a round have the same deal. Each seat is compared with the same seat of all other tables: 12 points for the best of them, 0 for the last, in equal steps. Results and replays are shown when the round has ended.',
  ruleTies:
    'Equal points are decided by the points of all opponents met, then by tables won. Who is still equal shares the place.',
  ruleAway: (grace: string) =>
    `Whoever is not there after ${grace}, or misses three decisions in a row, is played by a bot and may come back. Whoever is away when the game ends has no points from it. After two such rounds in a row one is not paired any more.`,
  ruleDeadline: (minutes: string) =>
    `A round ends with its last game, and at the latest after ${minutes}: games that are not over then are stopped, and all who are there share.`,
  form: 'How people meet',
  forms: {
    rounds: 'Rounds: everybody plays one game in each',
    arena: 'Arena: come and go, the next table at once',
  },
  duration: 'Duration',
  begins: 'Begins',
  arenaOf: (minutes: number) => `arena of ${minutes} minutes`,
  beginsAt: (when: string) => `Begins ${when}. Join now or later.`,
  beginsWhenStarted: 'Begins when the organiser starts. Join now or later.',
  endsAt: (when: string) => `New tables are opened until ${when}.`,
  lastGames: 'The time is up: the last games are played to their end.',
  youWait: 'You wait for your next table.',
  join: 'Join',
  leave: 'Leave',
  startArena: 'Start now',
  yourArenaTable: 'Your table is open.',
  played: 'Played',
  hasLeft: 'has left',
  waiting: (names: string) => `Waiting for a table: ${names}`,
  playedNow: 'Tables that are played',
  latest: 'Latest results',
  arenaPairing:
    'Whoever has waited longest is next. With them sit those who wait and are nearest in the standings.',
  arenaRepeats:
    'People of one’s last table are not met again at once: one waits 15 seconds for others, and only then plays with them again. People who block each other never meet. Seats are drawn by lot.',
  arenaBots: 'After 15 seconds bots take the seats that are left over.',
  arenaNoBots: 'After 15 seconds a table is opened for fewer people, if the game allows that.',
  arenaTies:
    'Points of all games are added up. Equal points are decided by tables won, then by fewer tables played. Who is still equal shares the place.',
  arenaAway: (grace: string) =>
    `Join and leave whenever you like; whoever leaves finishes the game they are in. Whoever is not there after ${grace}, or misses three decisions in a row, is played by a bot and may come back. Whoever is away when the game ends has no points from it and has left the arena, until they join again.`,
  arenaEnd:
    'When the time is up no more tables are opened. Games are played to their end, for 10 minutes at most: then they are stopped, and all who are there share.',
  arenaLuckText:
    'The house was bound to its secret when the tournament was opened, before anybody entered. Every deal follows from it and from what the people of that table added when they entered.',
  luck: 'Where the luck comes from',
  luckText: (count: number) =>
    `The house was bound to its secret when the tournament was opened, before anybody entered. The lot and every deal follow from it and from what ${count === 1 ? '1 person' : `${count} people`} added with their entry.`,
  commitment: 'Commitment',
  secret: 'Secret',
  export: 'Everything as JSON',
  back: 'All tournaments',
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
