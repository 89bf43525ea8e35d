/**
 * What a board module is. It draws a position and translates between moves and places on the
 * drawing; it knows no rule. Whether a move is legal, and what it earns, is what the game's engine
 * says (rules.js). `board` of `board.js` in a game's folder makes the board of a game as it is set up:
 * `export const board = (rules) => ({ … })`. What a position holds, and which forms moves have, says
 * `state.d.ts` there. All that a board says to people is a phrase of the game's texts, never notation.
 *
 * @typedef {import("./rules.js").Rules} Rules
 * @typedef {import("./rules.js").Position} Position
 * @typedef {import("./rules.js").Ply} Ply
 * @typedef {import("./rules.js").Move} Move
 * @typedef {import("./rules.js").Line} Line
 * @typedef {import("./notation.js").Meant} Meant
 *
 * @typedef {object} Phrase  something to say in the reader's language
 * @property {string} key  of the game's texts; where `values.n` is a number, of its plural forms (`key.one`, `key.other`)
 * @property {Record<string, string | number | readonly string[]>} [values]
 *   what stands in the text's {places}; a list is one of keys, whose texts are said one after the other
 *
 * @typedef {object} Cell  a place that can be pointed at
 * @property {number} id  its number, of the kind that lines tell of (`line_cells`); unique on the board
 * @property {number} x  its middle
 * @property {number} y
 * @property {string} outline  an SVG path around it, in the drawing's units: where a click counts
 * @property {Phrase} [name]  where it is, for people who hear the page; if left out, its name in notation ("g8")
 * @property {Phrase | null} holds  what lies there
 *
 * @typedef {object} Piece  something to choose before a place: a tile of the hand, a card
 * @property {string} id  unique among the pieces that are offered
 * @property {Phrase} name  what people call it ("tile red-blue")
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
 * @property {"wrong" | "ahead"} [mood]  of the ghost: not allowed, or to be made when one's turn comes
 * @property {Line[]} [lines]  what that move would earn, where
 * @property {Iterable<number>} [targets]  cells on which the held piece can be put
 * @property {Meant[]} [planned]  moves of this turn that are laid out but not made yet; the position has them already
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
 * @property {(position: Position, seat: number) => Piece[]} pieces
 *   what the seat holds, as far as the viewer sees it, whether or not it fits somewhere, at any time of the game. None:
 *   the seat has nothing to choose before a place
 * @property {(position: Position, held: Held) => SVGSVGElement} drawPiece  a piece by itself, as it is held
 * @property {(position: Position, held: Held | null, cell: number) => Meant[]} meant
 *   the moves that can be meant by a click on a cell with what is held (null: there are no pieces), legal or not, the
 *   likeliest first. Several legal ones are offered beside the cell. None where nothing can be meant
 * @property {(position: Position, move: Meant) => number | null} [through]
 *   a cell that a move uses besides those where it is put, such as what pays for it: a click there lights up only the
 *   moves that use it
 * @property {boolean} [plans]
 *   whether the moves of a turn are laid out one after the other, and made all at once when the turn is confirmed
 * @property {string} look  the class under which its style sheet draws
 * @property {(position: Position) => number | null} whose
 *   the seat whose board is drawn large; null where all share one
 * @property {(position: Position, move: Meant) => SVGElement | null} put  what a move puts on the board, there
 * @property {(position: Position, move: Meant, lines: Line[]) => SVGElement[]} earned
 *   where a move's points come from; those of class `badge` tell how many
 * @property {{transform: string, grow: number}} [small]
 *   from the large drawing to that of `seat`, where each has a board of one's own
 * @property {(before: Position, now: Position, picture: SVGSVGElement) => void} [happens]
 *   lets chance be seen to happen on the drawing (dice that roll), where something new lies there now
 * @property {(move: Meant) => string} [shorthand]  a move as lists for experts write it, where notation is longer
 * @property {(position: Position, ply: Pick<Ply, "seat" | "move">) => Phrase} describe
 *   a move in words, without coordinates where the picture tells; {who} made it and the {points} it brought stand in the
 *   text by themselves, `values` may tell {points} otherwise. With `.you` after its key it is the text for who made the
 *   move. The position is as it was at any time after the move
 * @property {(position: Position, ply: Pick<Ply, "seat" | "move">) => SVGSVGElement | null} [pictured]
 *   a small picture of a move: for the log, and where one of several ways is chosen
 * @property {(position: Position, ply: Ply) => {seat: number, told: Phrase, picture: SVGSVGElement | null}[]} [revealed]
 *   what chance decided then for a seat, where the log has to tell it; {who} that is stands in the text by itself
 * @property {(position: Position, seat: number, moves: Move[]) => Phrase} [asks]
 *   what is expected of a seat that may act, in the game's words
 * @property {(position: Position, seat: number | null) => Phrase[]} [facts]
 *   what there is to know at a glance, of the table (null: what is left in the bag, how far the end is) and of a seat
 *   (its total)
 * @property {(before: Position, now: Position, ply: Ply) => string[]} [firsts]
 *   what happened that newcomers have to be told about, each a key below `first.` of the texts
 * @property {(move: Meant) => number[]} where  the cells that a move touches, the clicked one first
 * @property {(moves: Move[]) => Plain[]} plain  the legal moves that have no place, such as to stop
 * @property {(position: Position, seat: number, before?: Position) => SVGSVGElement} seat
 *   what belongs to a seat, small; and what has changed since before: a `.marker` comes from `data-by` units to
 *   its left, and what is `.yet` fades away
 */
export {};
