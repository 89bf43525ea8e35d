/** SHA-256, used for committing to shares, compared with Node's at every length around a block's end. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { bytesOf, sha256 } from "../../src/spielwerk/web/sha256.js";

test("checksums are those of SHA-256", () => {
  for (const length of [0, 1, 3, 32, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 37 + length) % 256);
    assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"), `${length} bytes`);
  }
});

test("digits are read as bytes", () => {
  assert.deepEqual(bytesOf("00ff10"), Uint8Array.from([0, 255, 16]));
});
