/** Dragging something to a cell of the board, by mouse or finger. */

const APART = 8; // pixels: what moves less is a click

/**
 * Follow the pointer until it is let go.
 * @param {PointerEvent} event  by which it was pressed
 * @param {{begin: () => void, over: (cell: number | null) => void, drop: (cell: number) => void}} act
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
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** The cell under a pointer. @param {{clientX: number, clientY: number}} at @returns {number | null} */
export function cellAt({ clientX, clientY }) {
  const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-cell]")?.getAttribute("data-cell");
  return cell ? Number(cell) : null;
}
