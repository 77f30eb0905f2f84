// Keeps the screen on, where the browser can.

/** @returns {() => void} releases the lock */
export function keepScreenOn() {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let isOver = false;
  async function requestLock() {
    // A page that cannot be seen gets none, and a phone that saves power may refuse: then it goes
    // dark as usual.
    if (document.hidden || !("wakeLock" in navigator)) return;
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    if (isOver) void lock?.release();
  }
  document.addEventListener("visibilitychange", requestLock);
  void requestLock();
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", requestLock);
    void lock?.release();
  };
}
