/**
 * What a board module is. It draws what a view shows and translates between moves in notation and
 * places on the drawing; it knows no rule. Whether a move is legal, and what it earns, is what the
 * server says: `legal` is the server's list.
 *
 * @typedef {Record<string, any>} View  what a seat sees, as the server sends it
 * @typedef {{move: string, points: number[]}} Legal  a move, and what it adds to the scoreboard
 *
 * @typedef {object} Cell  a place that can be pointed at
 * @property {string} id  its name in notation, unique on the board
 * @property {number} x  its middle
 * @property {number} y
 * @property {string} outline  an SVG path around it, in the drawing's units: where a click counts
 * @property {string} holds  what lies there, as one short key of the texts ("" if nothing does)
 *
 * @typedef {object} Piece  something to choose before a place: a tile of the hand, a card, a die
 * @property {string} id  unique among the pieces that are offered
 * @property {string} name  what people call it, in notation
 * @property {number} turns  how many ways round it can be laid (1: it can't be turned)
 * @property {boolean} mirrors  whether it can be turned over
 *
 * @typedef {object} Held  how the chosen piece is held
 * @property {Piece} piece
 * @property {number} turn  0 to piece.turns - 1, clockwise
 * @property {boolean} mirrored
 *
 * @typedef {object} Line  where points come from, as the server tells
 * @property {string[]} cells
 * @property {string} name  the line of the scoreboard, such as a colour
 * @property {number} points
 *
 * @typedef {object} Marks  what is drawn over the view
 * @property {string[]} [last]  the cells of the last move
 * @property {string} [ghost]  a move that is being thought about
 * @property {Line[]} [lines]  what that move would earn, where
 * @property {Iterable<string>} [targets]  cells on which the held piece can be put
 * @property {string} [focus]  the cell that the keyboard is on
 * @property {string} [without]  a move whose piece is still on its way, where all share one board
 *
 * @typedef {object} Board
 * @property {(view: View) => {x: number, y: number, width: number, height: number}} frame
 *   the part of the drawing's plane that shows the whole board
 * @property {(view: View) => Cell[]} cells  row by row, as one would read them
 * @property {(view: View, marks: Marks) => SVGGElement} draw  the board with all that lies on it
 * @property {(view: View, marks: Marks) => SVGElement[]} over
 *   of that what changes while one points: the ghost, what it would earn, the focus; all on top
 * @property {(view: View, seat: number, legal: Legal[]) => Piece[]} pieces
 *   what the seat can choose from, as it holds it (also those that fit nowhere now)
 * @property {(view: View, held: Held) => SVGSVGElement} drawPiece  a piece by itself, as it is held
 * @property {(view: View, legal: Legal[], held: Held) => Map<string, string>} targets
 *   by the cell to click: the legal move that puts the held piece there, as it is held
 * @property {string} look  the class under which its style sheet draws
 * @property {(view: View) => number | null} whose
 *   the seat whose board is drawn large; null where all share one
 * @property {(view: View, move: string) => SVGElement | null} put  what a move puts on the board, there
 * @property {(view: View, move: string, lines: Line[]) => SVGElement[]} earned
 *   where a move's points come from; those of class `badge` tell how many
 * @property {{transform: string, grow: number}} [small]
 *   from the large drawing to that of `seat`, where each has a board of one's own
 * @property {(move: string) => string} [told]  a move as people write it, where notation differs
 * @property {(move: string) => Record<string, string>} speaks
 *   what a move speaks of: the `kind` of text for it, the colours of its `tile` and the one it `named`, as
 *   letters, and whatever else stands in that text
 * @property {(move: string) => string[]} where  the cells that a move touches, the clicked one first
 * @property {(legal: Legal[]) => string[]} plain  legal moves that have no place (swap, stop …)
 * @property {(view: View, seat: number, before?: View) => SVGSVGElement} seat
 *   what belongs to a seat, small: its tracks, its grid, its sheet; and what has changed since before
 */
export {};
