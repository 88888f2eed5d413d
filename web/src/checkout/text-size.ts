const name = 'kerb.large-text';

const isLarge = (): boolean => document.documentElement.hasAttribute('data-large');

/** Larger text for a reader who has chosen it in this browser before. */
export function restoreTextSize(): void {
  try {
    document.documentElement.toggleAttribute('data-large', localStorage.getItem(name) === '1');
  } catch {
    // Without storage the text has its usual size.
  }
}

/** Changes the size of the text. Returns whether it is large now. */
export function turnTextSize(): boolean {
  const next = !isLarge();
  document.documentElement.toggleAttribute('data-large', next);
  try {
    localStorage.setItem(name, next ? '1' : '');
  } catch {
    // Without storage the choice holds for this page.
  }
  return next;
}
