#!/usr/bin/env node
// Puts the package gomokuai of npm behind the protocol of the Gomoku tournaments.
//
//     npm install --prefix /tmp/gomokuai gomokuai
//     GOMOKUAI=/tmp/gomokuai/node_modules/gomokuai \
//         parlor arena gomoku --bots expert,engine:examples/gomoku-engines/gomokuai.mjs
//
// GOMOKUAI names the folder of the package. It plays on boards of any size, five or more in a row.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const folder = process.env.GOMOKUAI;
if (!folder) {
  console.error("GOMOKUAI must name the folder of the package gomokuai.");
  process.exit(2);
}
const { bestMove } = createRequire(import.meta.url)(folder);

// For the package 1 is whoever is to move, 2 the other, 0 a free crossing.
const OWN = 1;
const OTHER = 2;

const say = (text) => process.stdout.write(`${text}\n`);

class Table {
  constructor(lines) {
    this.lines = lines;
    this.board = new Array(lines * lines).fill(0);
  }

  put(x, y, whose) {
    this.board[y * this.lines + x] = whose;
  }

  move() {
    // It writes into what it is given.
    const { x, y } = bestMove([...this.board], this.lines);
    this.put(x, y, OWN);
    say(`${x},${y}`);
  }
}

const numbers = (text) => text.split(",").map(Number);

let table = null;
let reading = false;
for await (const line of createInterface({ input: process.stdin })) {
  const [first, rest = ""] = line.trim().split(/\s+(.*)/);
  const word = first.toUpperCase();
  if (reading && word !== "DONE") {
    const [x, y, whose] = numbers(line);
    table.put(x, y, whose === 1 ? OWN : OTHER);
  } else if (word === "DONE") {
    reading = false;
    table.move();
  } else if (word === "START") {
    table = new Table(Number(rest));
    say("OK");
  } else if (word === "RESTART") {
    table = new Table(table.lines);
    say("OK");
  } else if (word === "BEGIN") {
    table.move();
  } else if (word === "TURN") {
    const [x, y] = numbers(rest);
    table.put(x, y, OTHER);
    table.move();
  } else if (word === "BOARD") {
    table = new Table(table.lines);
    reading = true;
  } else if (word === "ABOUT") {
    say('name="gomokuai", author="litemerafrukt"');
  } else if (word === "END") {
    break;
  } else if (word !== "INFO") {
    say("UNKNOWN command");
  }
}
process.exit(0);
