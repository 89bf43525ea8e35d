/** What second_chance declares. Written by `spielwerk engine second_chance`, not by hand. */

export interface State {
  turn: number;
  phase: number;
  seats: number;
  game: number;
  free_before: number;
  grid: bigint[][]; // 6 × 2
  own: number[]; // 6
  starts: number;
  cards: number[]; // 2
  turned: number;
  waiting: number;
  out: number;
  owes: number;
  ones: number;
  fell: number;
  in_deck: number;
  used: number[]; // 40
  deck: number[]; // 40
  filler: number[]; // 2
}

export interface Tables {
  anchors: bigint[][][]; // 53 × 8 × 2
  offsets: number[][][]; // 53 × 8 × 8
  aside: number[][][]; // 53 × 8 × 8
  cells: number[]; // 53
  ways: number[]; // 53
  copies: number[]; // 40
  name: number[][]; // 53 × 2
}

export type Move =
  | { form: "draw"; slots: { card: number; cells: number[] } }
  | { form: "one"; slots: { cell: number } };
