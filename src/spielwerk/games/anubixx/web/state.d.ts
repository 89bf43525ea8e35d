/** What anubixx declares. Written by `spielwerk engine anubixx`, not by hand. */

export interface State {
  turn: number;
  phase: number;
  seats: number;
  first: number;
  active: number;
  seat: number;
  sheets: number;
  sheet: number[]; // 5
  crossed: bigint[]; // 5
  struck: number[]; // 5
  jokers: number[]; // 5
  dice: number[]; // 6
  taken: number[]; // 6
  to_roll: number;
  built: number;
  pair: number;
  earned: number[]; // 5
  earned_now: number;
  closed: number;
  busy: number;
  idle: number;
  filler: number[]; // 2
}

export interface Tables {
  fields: bigint[][]; // 6 × 6
  symbols: bigint[]; // 7
  quarry: bigint[][]; // 6 × 6
  stones: number[]; // 6
  colour: number[][]; // 6 × 44
  bit: number[]; // 44
  field: number[]; // 64
  pyramid_points: number[]; // 7
  arch_points: number[]; // 7
  relief_points: number[]; // 7
}

export type Move =
  | { form: "die"; slots: { field: number } }
  | { form: "quarry"; slots: { field: number; stone: number } }
  | { form: "joker"; slots: { field: number } }
  | { form: "stop"; slots: {} };
