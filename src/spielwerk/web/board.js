/**
 * The interface of board modules. A board draws a position, and translates between moves and places on the drawing; it
 * knows no rules. The game's engine decides whether a move is legal and what it scores (rules.js). `board` in
 * `board.js` of a game's folder creates the board for a table's rules: `export const board = (rules) => ({ … })`.
 * `state.d.ts` there declares a position's fields and the forms of moves. Boards speak to people only in phrases of the
 * game's texts, never in notation.
 *
 * @typedef {import("./rules.js").Rules} Rules
 * @typedef {import("./rules.js").Position} Position
 * @typedef {import("./rules.js").Ply} Ply
 * @typedef {import("./rules.js").Move} Move
 * @typedef {import("./rules.js").Line} Line
 * @typedef {import("./notation.js").Meant} Meant
 *
 * @typedef {object} Phrase  a text in the reader's language
 * @property {string} key
 *   a key of the game's texts; if `values.n` is a number, the text has plural forms (`key.one`, `key.other`)
 * @property {Record<string, string | number | readonly string[]>} [values]
 *   the values of the text's {placeholders}; a list contains keys, whose texts are joined
 *
 * @typedef {string | Phrase} First  a tip for newcomers: a key, or a key with the values of its text's {placeholders}
 *
 * @typedef {object} Cell  a place that can be selected
 * @property {number} id  its number, as lines use it (`line_cells`); unique on the board
 * @property {number} x  of its centre
 * @property {number} y
 * @property {string} outline  an SVG path around it, in the drawing's units: its click area
 * @property {Phrase} [name]  its name for screen readers; by default its name in notation ("g8")
 * @property {Phrase | null} holds  what lies there
 *
 * @typedef {object} Piece  something to choose before a cell: a tile of the hand, a card
 * @property {string} id  unique among the pieces on offer
 * @property {Phrase} name  for people ("tile red-blue")
 * @property {number} turns  the number of its rotations (1: it cannot be rotated)
 * @property {boolean} mirrors  whether it can be flipped over
 *
 * @typedef {object} Held  how the selected piece is held
 * @property {any} piece  a Piece, with any additional data of its board
 * @property {number} turn  0 to piece.turns - 1, clockwise
 * @property {boolean} mirrored
 *
 * @typedef {object} Plain  a button for a legal move without a cell
 * @property {Move} move
 * @property {string} text  the key of its label
 *
 * @typedef {object} Marks  what is drawn over the position
 * @property {number[]} [last]  the cells of the last move
 * @property {Meant} [ghost]  a previewed move
 * @property {"wrong" | "ahead"} [mood]  of the ghost: illegal, or a premove
 * @property {Line[]} [lines]  the points of the ghost, and their origin
 * @property {Iterable<number>} [targets]  cells where the held piece can be placed
 * @property {Meant[]} [planned]  planned moves of this turn; the position already includes them
 * @property {number} [focus]  the cell with keyboard focus
 * @property {Meant} [without]  a move whose piece is still flying in, where all players share one board
 *
 * @typedef {object} Board
 * @property {(position: Position) => {x: number, y: number, width: number, height: number}} frame
 *   the part of the drawing's plane that shows the whole board
 * @property {boolean} [grows]
 *   whether the board grows during the game: fingers then get only its part around the last move, once its cells are small
 * @property {(position: Position) => Cell[]} cells  in reading order
 * @property {(position: Position, marks: Marks) => SVGGElement} draw  draws the board with everything on it
 * @property {(position: Position, marks: Marks) => SVGElement[]} over
 *   draws what changes with the pointer, on top: the ghost, its points, the focus
 * @property {(position: Position, seat: number) => Piece[]} pieces
 *   what the seat holds, as far as the viewer can see it, whether or not it fits anywhere, at any time of the game.
 *   Empty if there is nothing to choose before a cell
 * @property {(position: Position, held: Held) => SVGSVGElement} drawPiece  draws a single piece as it is held
 * @property {(position: Position, held: Held | null, cell: number) => Meant[]} meant
 *   the moves that a click on a cell may mean with the held piece (null: there are no pieces), legal or not, the
 *   likeliest first. Several legal ones are offered beside the cell
 * @property {(position: Position, move: Meant) => number | null} [through]
 *   a cell that a move uses besides those where it is placed, such as a payment: a click there shows only the moves
 *   that use it
 * @property {boolean} [plans]
 *   whether the moves of a turn are planned first, and made together when the turn is confirmed
 * @property {(position: Position) => boolean} [isBegun]
 *   only with `plans`: whether the seat to act has already made moves of this turn
 * @property {(position: Position, cell: number) => Phrase | null} [explains]
 *   a sentence about a cell that offers no move: the answer to a click there
 * @property {string} look  the class that its style sheet uses
 * @property {Record<string, string>} [symbols]
 *   the paths of the colours' symbols, within a radius of 1, if they differ from those of `elements.js`
 * @property {(position: Position) => number | null} whose  the seat whose board is drawn large; null if all share one
 * @property {(position: Position) => SVGSVGElement[]} [middle]
 *   what lies in the middle of the table, for everybody, where each seat has its own board: dice, cards
 * @property {(position: Position, move: Meant) => SVGElement | null} put  draws what a move places on the board
 * @property {(position: Position, move: Meant, lines: Line[]) => SVGElement[]} earned
 *   draws the origin of a move's points; elements of class `badge` show how many
 * @property {{transform: string, grow: number}} [small]
 *   from the large drawing to that of `seat`, where each seat has its own board
 * @property {(before: Position, now: Position, picture: SVGSVGElement) => void} [happens]
 *   animates chance on the drawing (rolling dice), if there is a new result
 * @property {(move: Meant) => string} [shorthand]  a move in expert lists, where notation is longer
 * @property {(position: Position, ply: Pick<Ply, "seat" | "move">) => Phrase} describe
 *   a move in words, without coordinates if the picture shows them. {who} made it and the {points} that it scored are
 *   filled in automatically; `values` may replace {points}. With `.you` after its key it is the text for the player who
 *   made the move, with `.idea` the move as a suggestion. The position is the one after the move, or a later one
 * @property {(position: Position, ply: Ply) => boolean} [bonus]
 *   whether a move was made in a bonus turn or earned a bonus, which is added to its description (`move.bonus`). The
 *   position is the one after the move, or a later one
 * @property {(position: Position, ply: Pick<Ply, "seat" | "move">) => SVGSVGElement | null} [pictured]
 *   a small picture of a move, for the log and for a choice of several ways
 * @property {(position: Position, ply: Ply) => {seat: number, told: Phrase, picture: SVGSVGElement | null}[]} [revealed]
 *   what chance decided for a seat with this ply, where the log has to show it; {who} is filled in automatically
 * @property {(position: Position, seat: number, moves: Move[]) => Phrase} [asks]
 *   the prompt for a seat that may act, in the game's words
 * @property {(position: Position, seat: number | null) => Phrase[]} [facts]
 *   key facts about the table (null: what is left in the bag, how close the end is) or about a seat (its total)
 * @property {(before: Position, now: Position, ply: Ply) => First[]} [firsts]
 *   events that newcomers need explained, each a key below `first.` of the texts
 * @property {(position: Position) => string | null} [ended]
 *   what ended the game, as its last position shows: a key below `ending.` of the texts; null if it cannot be seen
 * @property {(move: Meant) => number[]} where  the cells that a move touches, the clicked one first
 * @property {(moves: Move[]) => Plain[]} plain  the legal moves without a cell, such as to stop
 * @property {(position: Position, seat: number, before?: Position) => SVGSVGElement} seat
 *   a seat's own drawing, small, with what has changed since `before`: a `.marker` moves in from `data-by` units to its
 *   left, and `.yet` fades out
 * @property {(position: Position, seat: number, before?: Position) => SVGSVGElement} [brief]
 *   the same in one line, for phones: shown above the board, where `seat` does not fit
 */
export {};
