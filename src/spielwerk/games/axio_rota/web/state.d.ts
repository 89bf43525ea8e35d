/** What axio_rota declares. Written by `spielwerk engine axio_rota`, not by hand. */

export interface State {
  turn: number;
  phase: number;
  seats: number;
  first: number;
  seat: number;
  n: number;
  to_turn: number;
  bonus: number;
  supply: number;
  stack: number[]; // 4
  tracks: number[][]; // 4 × 5
  lying: bigint[]; // 32
  beside: bigint[]; // 32
  board: number[]; // 2048
  quarters: number[][]; // 61 × 4
  x: number[]; // 60
  y: number[]; // 60
  laid: number[]; // 90
  held: number[]; // 4
  hand: number[]; // 4
  unseen: number[]; // 90
  filler: number[]; // 7
}

export interface Tables {
  tiles: number[]; // 90
  corners: number[][]; // 90 × 4
}

export type Move =
  | { form: "place"; slots: { place: number; tile: number } }
  | { form: "name"; slots: { place: number; tile: number; named: number } };
