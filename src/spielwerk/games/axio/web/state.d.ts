/** What axio declares. Written by `spielwerk engine axio`, not by hand. */

export interface State {
  turn: number;
  phase: number;
  seats: number;
  first: number;
  seat: number;
  opening: number;
  touched: number;
  bonus: number;
  to_draw: number;
  board: number[]; // 240
  free: bigint[]; // 4
  tracks: number[][]; // 4 × 5
  pyramids: number[]; // 20
  closed: number;
  laid: number[]; // 15
  held: number[]; // 4
  lacks: number[]; // 4
  in_bag: number;
  beside_bag: number;
  shown: number[]; // 15
  hand: number[][]; // 4 × 15
  bag: number[]; // 15
  filler: number[]; // 7
}

export interface Tables {
  shifts: bigint[]; // 2
  near: bigint[][][]; // 5 × 5 × 4
  free: bigint[][]; // 5 × 4
  pair: number[][]; // 2 × 240
  first: number[]; // 312
  second: number[]; // 312
  board: number[][]; // 5 × 240
  hand_size: number[]; // 5
  tiles: number[]; // 15
  in_all: number;
  colours: number[][]; // 15 × 2
  symbols: number[]; // 15
  turns: number[]; // 15
  kind: number[][]; // 5 × 5
  pyramids: number;
}

export type Move =
  | { form: "place"; slots: { tile: number; first: number; second: number } }
  | { form: "swap"; slots: {} }
  | { form: "keep"; slots: {} };
