// boardgame.io's server with its tutorial's tic-tac-toe: node server.js PORT [FOLDER]
// With a folder matches are kept there by its FlatFile storage, else in memory.
const { INVALID_MOVE } = require('boardgame.io/core');
const { FlatFile, Server } = require('boardgame.io/server');

// A match is as long as one of ours: five boards of nine cells, one after the other.
const BOARDS = 5;

const TicTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null), boards: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
      if (G.cells.every((cell) => cell !== null)) {
        G.cells.fill(null);
        G.boards += 1;
      }
    },
  },
  endIf: ({ G }) => (G.boards === BOARDS ? { draw: true } : undefined),
};

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [TicTacToe], db, origins: ['http://127.0.0.1'] });
server.run({ port: Number(port) });
