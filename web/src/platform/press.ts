let isDown = false;
const waiting: (() => void)[] = [];

function release(): void {
  isDown = false;
  // The click that ends a press comes right after it, in the same turn.
  setTimeout(() => {
    for (const task of waiting.splice(0)) task();
  });
}

document.addEventListener('pointerdown', () => (isDown = true), { capture: true });
document.addEventListener('pointerup', release, { capture: true });
document.addEventListener('pointercancel', release, { capture: true });

/**
 * Does it at once, or when the button of the mouse has come up again. What moves the page while it is down takes the
 * button that is being pressed from under the pointer, and the click is lost.
 */
export function afterPress(task: () => void): void {
  if (isDown) waiting.push(task);
  else task();
}
