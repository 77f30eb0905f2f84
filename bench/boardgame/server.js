// Serves the peer's game from memory at a free local port and prints the port.
// On SIGUSR2 it collects garbage, so that its memory can be measured fairly.
"use strict";

const { Server } = require("boardgame.io/server");
const game = require("./game.js");

process.on("SIGUSR2", () => globalThis.gc());

Server({ games: [game], origins: [] })
  .run({ port: 0 })
  .then(({ appServer }) => console.log(`port ${appServer.address().port}`));
