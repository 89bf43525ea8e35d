/** What axio_hex declares. Written by `spielwerk engine axio_hex`, not by hand. */

export interface State {
  turn: number;
  phase: number;
  seats: number;
  first: number;
  seat: number;
  opening: number;
  touched: number;
  extra: number;
  to_draw: number;
  board: number[]; // 272
  free: bigint[]; // 4
  tracks: number[][]; // 4 × 6
  laid: number[]; // 21
  held: number[]; // 4
  lacks: number[]; // 4
  in_bag: number;
  beside_bag: number;
  shown: number[]; // 21
  hand: number[][]; // 4 × 21
  bag: number[]; // 21
  filler: number[]; // 6
}

export interface Tables {
  shifts: bigint[]; // 3
  near: bigint[][][]; // 5 × 6 × 4
  free: bigint[][]; // 5 × 4
  pair: number[][]; // 3 × 272
  first: number[]; // 499
  second: number[]; // 499
  board: number[][]; // 5 × 272
  hand_size: number[]; // 5
  tiles: number[]; // 21
  in_all: number;
  colours: number[][]; // 21 × 2
  symbols: number[]; // 21
  turns: number[]; // 21
  kind: number[][]; // 6 × 6
}

export type Move =
  | { form: "place"; slots: { tile: number; first: number; second: number } }
  | { form: "swap"; slots: {} }
  | { form: "keep"; slots: {} };
