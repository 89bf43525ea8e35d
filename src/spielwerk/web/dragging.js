/** Drag something to a cell of the board, by mouse or finger. */

const APART = 8; // pixels: a shorter movement is a click

/**
 * Follow the pointer until it is released.
 * @param {PointerEvent} event  the pointer event that started it
 * @param {{begin: () => void, over: (cell: number | null) => void, drop: (cell: number) => void, miss: (at: PointerEvent) => void}} act
 *   `miss` follows when it was released beside all cells
 */
export function drag(event, act) {
  if (event.pointerType === "mouse" && event.button !== 0) return;
  const start = { x: event.clientX, y: event.clientY };
  let dragging = false;
  const move = (/** @type {PointerEvent} */ at) => {
    if (!dragging && Math.hypot(at.clientX - start.x, at.clientY - start.y) > APART) {
      dragging = true;
      act.begin();
    }
    if (dragging) act.over(cellAt(at));
  };
  const end = (/** @type {PointerEvent} */ at) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    const cell = dragging && at.type === "pointerup" ? cellAt(at) : null;
    if (cell !== null) act.drop(cell);
    else if (dragging) act.over(null);
    if (cell === null && dragging && at.type === "pointerup") act.miss(at);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** Return the cell under a pointer. @param {{clientX: number, clientY: number}} at @returns {number | null} */
export function cellAt({ clientX, clientY }) {
  const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-cell]")?.getAttribute("data-cell");
  return cell ? Number(cell) : null;
}
