/** Keep the screen on, where the browser supports it (not over plain HTTP). */

/** Return whether this browser can keep its screen on. */
export const canStayAwake = () => "wakeLock" in navigator;

/** Keep the screen on; return a function that releases the lock. */
export function stayAwake() {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let wanted = true;
  // Browsers release the lock when the tab is hidden.
  const ask = async () => {
    if (!canStayAwake() || document.visibilityState !== "visible") return;
    lock = await navigator.wakeLock.request("screen").catch(() => null); // refused when the battery is low, for example
    if (!wanted) void lock?.release();
  };
  const again = () => void ask();
  document.addEventListener("visibilitychange", again);
  again();
  return () => {
    wanted = false;
    document.removeEventListener("visibilitychange", again);
    void lock?.release();
  };
}
