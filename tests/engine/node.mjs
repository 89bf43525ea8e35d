/** Replay a file of expected results on an engine in Node, and print the outcome. */

import { readFileSync } from "node:fs";
import { replay } from "./replay.mjs";

const [, , code, expected] = process.argv;
const found = await replay(readFileSync(code), JSON.parse(readFileSync(expected, "utf8")));
console.log(JSON.stringify(found));
