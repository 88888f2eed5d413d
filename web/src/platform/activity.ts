const key = 'kerb-active';
const shareEveryMs = 10_000;

let lastInput = Date.now();
let lastShared = 0;

/** Other tabs of this browser read the time from its storage: activity in one of them counts for all. */
function share(): void {
  if (lastInput - lastShared < shareEveryMs) return;
  lastShared = lastInput;
  try {
    localStorage.setItem(key, String(lastInput));
  } catch {
    // A browser that keeps nothing counts each tab by itself.
  }
}

export function noteActivity(): void {
  lastInput = Date.now();
  share();
}

/** When the person last used a key or a pointer, in any tab. */
export function lastActivity(): number {
  try {
    return Math.max(lastInput, Number(localStorage.getItem(key)) || 0);
  } catch {
    // As above.
    return lastInput;
  }
}

export const idleSeconds = (): number => Math.max(0, Math.floor((Date.now() - lastActivity()) / 1_000));

/** Called once at start. */
export function watchActivity(): void {
  noteActivity();
  for (const kind of ['keydown', 'pointerdown', 'wheel', 'touchmove']) {
    addEventListener(kind, noteActivity, { capture: true, passive: true });
  }
}
