/**
 * What a board module is. It draws a position and translates between moves and places on the
 * drawing; it knows no rule. Whether a move is legal, and what it earns, is what the game's engine
 * says (rules.js). `board` of `board.js` in a game's folder makes the board of a game as it is set up:
 * `export const board = (rules) => ({ … })`. What a position holds, and which forms moves have, says
 * `state.d.ts` there.
 *
 * @typedef {import("./rules.js").Rules} Rules
 * @typedef {import("./rules.js").Position} Position
 * @typedef {import("./rules.js").Move} Move
 * @typedef {import("./rules.js").Line} Line
 * @typedef {import("./notation.js").Meant} Meant
 *
 * @typedef {object} Phrase  something to say in the reader's language
 * @property {string} key  of the game's texts
 * @property {Record<string, string | readonly string[]>} [values]
 *   what stands in the text's {places}; a list is one of keys, whose texts are said one after the other
 *
 * @typedef {object} Cell  a place that can be pointed at
 * @property {number} id  its number, of the kind that lines tell of (`line_cells`); unique on the board
 * @property {number} x  its middle
 * @property {number} y
 * @property {string} outline  an SVG path around it, in the drawing's units: where a click counts
 * @property {Phrase | null} holds  what lies there
 *
 * @typedef {object} Piece  something to choose before a place: a tile of the hand, a card, a die
 * @property {string} id  unique among the pieces that are offered
 * @property {string} name  what people call it
 * @property {number} turns  how many ways round it can be laid (1: it can't be turned)
 * @property {boolean} mirrors  whether it can be turned over
 *
 * @typedef {object} Held  how the chosen piece is held
 * @property {any} piece  a Piece, with whatever its board noted with it
 * @property {number} turn  0 to piece.turns - 1, clockwise
 * @property {boolean} mirrored
 *
 * @typedef {object} Plain  a button for a legal move that has no place
 * @property {Move} move
 * @property {string} text  the key of what it says
 * @property {{move: Move, text: string}} [ticked]  the legal move that is made instead if a box beside it is ticked
 *
 * @typedef {object} Marks  what is drawn over the position
 * @property {number[]} [last]  the cells of the last move
 * @property {Meant} [ghost]  a move that is being thought about
 * @property {Line[]} [lines]  what that move would earn, where
 * @property {Iterable<number>} [targets]  cells on which the held piece can be put
 * @property {number} [focus]  the cell that the keyboard is on
 * @property {Meant} [without]  a move whose piece is still on its way, where all share one board
 *
 * @typedef {object} Board
 * @property {(position: Position) => {x: number, y: number, width: number, height: number}} frame
 *   the part of the drawing's plane that shows the whole board
 * @property {(position: Position) => Cell[]} cells  row by row, as one would read them
 * @property {(position: Position, marks: Marks) => SVGGElement} draw  the board with all that lies on it
 * @property {(position: Position, marks: Marks) => SVGElement[]} over
 *   of that what changes while one points: the ghost, what it would earn, the focus; all on top
 * @property {(position: Position, seat: number, moves: Move[]) => Piece[]} pieces
 *   what the seat can choose from, as it holds it (also those that fit nowhere now)
 * @property {(position: Position, held: Held) => SVGSVGElement} drawPiece  a piece by itself, as it is held
 * @property {(position: Position, held: Held, cell: number) => Meant | null} meant
 *   the move by which the held piece is put on a cell as it is held, legal or not; null where none can be meant
 * @property {string} look  the class under which its style sheet draws
 * @property {(position: Position) => number | null} whose
 *   the seat whose board is drawn large; null where all share one
 * @property {(position: Position, move: Meant) => SVGElement | null} put  what a move puts on the board, there
 * @property {(position: Position, move: Meant, lines: Line[]) => SVGElement[]} earned
 *   where a move's points come from; those of class `badge` tell how many
 * @property {{transform: string, grow: number}} [small]
 *   from the large drawing to that of `seat`, where each has a board of one's own
 * @property {(move: Meant) => string} [shorthand]  a move as lists of moves write it, where notation is longer
 * @property {(move: Meant) => Phrase} describe
 *   a move in words; {who} made it and the {points} it brought stand in the text by themselves. With `.you` after
 *   its key it is the text for who made the move
 * @property {(move: Meant) => number[]} where  the cells that a move touches, the clicked one first
 * @property {(moves: Move[]) => Plain[]} plain  the legal moves that have no place, such as to stop
 * @property {(position: Position, seat: number, before?: Position) => SVGSVGElement} seat
 *   what belongs to a seat, small; and what has changed since before: a `.marker` comes from `data-by` units to
 *   its left, and what is `.yet` fades away
 */
export {};
