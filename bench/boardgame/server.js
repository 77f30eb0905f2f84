// Serves the peer's game from memory, at any free port of this machine, and says which.
// On SIGUSR2 it throws away what is no longer used, so that its memory can be measured fairly.
"use strict";

const { Server } = require("boardgame.io/server");
const game = require("./game.js");

process.on("SIGUSR2", () => globalThis.gc());

Server({ games: [game], origins: [] })
  .run({ port: 0 })
  .then(({ appServer }) => console.log(`port ${appServer.address().port}`));
