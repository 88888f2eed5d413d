let isDown = false;
const waiting: (() => void)[] = [];

function release(): void {
  isDown = false;
  // The click event follows in the same turn: run the tasks after it.
  setTimeout(() => {
    for (const task of waiting.splice(0)) task();
  });
}

document.addEventListener('pointerdown', () => (isDown = true), { capture: true });
document.addEventListener('pointerup', release, { capture: true });
document.addEventListener('pointercancel', release, { capture: true });

/**
 * Runs the task at once, or after the mouse button is released. A task that moves the page while the button is down
 * moves the pressed control away from the pointer, and the click is lost.
 */
export function afterPointerRelease(task: () => void): void {
  if (isDown) waiting.push(task);
  else task();
}
