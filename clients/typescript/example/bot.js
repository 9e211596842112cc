// A bot in JavaScript: it takes a free seat at a table of its game, plays one game, and ends.
//
//   node bot.js ws://127.0.0.1:8080/ws Monty gomoku        (Node.js 22; in 20 with --experimental-websocket)
import { Connection, applyChanges, expandLegal } from "../dist/client.js";

const [url, name, game] = process.argv.slice(2);
let token, table, joining, seq, seen, decided;

const connection = new Connection(
  { socket: () => new WebSocket(url), random: Math.random },
  {
    status: () => {},
    hello: () => (token ? { token, program: true } : { name, program: true }),
    forgotten: () => (token = undefined),
    welcome(welcome) {
      // After a lost connection the same token finds the seat again.
      token = welcome.token;
      if (!table) connection.request("lobby", { on: true }, true);
    },
    message(kind, body) {
      if (kind === "lobby") body.tables.forEach(join);
      if (kind === "lobby_update" && body.table) join(body.table);
      if (kind === "table" && body.you !== null)
        look(body.info.table, body, body.seen);
      if (kind === "update" && body.table === table && body.seq > seq) {
        if (body.base > seq) connection.request("sync", { table }, true);
        else look(table, body, body.seen ?? applyChanges(seen, body.changes));
      }
    },
  },
);

function join(info) {
  const free = info.seats.some((seat) => seat.occupant === "empty");
  if (joining || info.game !== game || info.stage !== "waiting" || !free)
    return;
  joining = connection.request("join", { table: info.table }, true).then(
    (answer) =>
      console.log(`${name} sits at table ${info.table} on seat ${answer.you}`),
    () => (joining = undefined),
  );
}

function look(id, { game_number, nth, result, ...news }, now) {
  [table, seq, seen] = [id, news.seq, now];
  if (result) {
    console.log(
      `${name} ${result.winners.includes(seen.you) ? "won" : "did not win"}`,
    );
    connection.request("leave", { table }, true).then(() => connection.close());
  }
  const legal = seen && !result ? expandLegal(game, seen).legal : [];
  if (legal.length === 0 || decided === `${game_number}/${nth}`) return;
  decided = `${game_number}/${nth}`;
  const action = legal[Math.floor(Math.random() * legal.length)];
  connection
    .request("act", { table, game_number, nth, action }, true)
    .catch(() => {
      // Refused, for example for haste: look at the table again in a moment.
      decided = undefined;
      setTimeout(() => {
        const again = connection.request("sync", { table }, true);
        again.then(
          (answer) => answer.seen && look(table, answer, answer.seen),
          () => {},
        );
      }, 1000);
    });
}

connection.connect();
