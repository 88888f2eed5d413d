import { createStore } from '@kerb/web/platform/store.ts';

const isDown = createStore(false);
const waiting: (() => void)[] = [];

const press = (): void => isDown.set(true);

function release(): void {
  isDown.set(false);
  // The click event follows in the same turn: run the tasks after it.
  setTimeout(() => {
    for (const task of waiting.splice(0)) task();
  });
}

/** Called by each form; the listeners are added once. */
export function followPointer(): void {
  document.addEventListener('pointerdown', press, { capture: true });
  document.addEventListener('pointerup', release, { capture: true });
  document.addEventListener('pointercancel', release, { capture: true });
}

/**
 * Runs the task at once, or after the mouse button is released. A task that moves the page while the button is down
 * moves the pressed control away from the pointer, and the click is lost.
 */
export function afterPointerRelease(task: () => void): void {
  if (isDown.get()) waiting.push(task);
  else task();
}
