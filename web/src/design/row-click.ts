import type { MouseEvent } from 'react';

/** False for a click on a link or button inside the row, and for the end of a text selection. */
export const isForRow = (event: MouseEvent): boolean =>
  !(event.target as Element).closest('a, button, input, label') && !getSelection()?.toString();
