import type { MouseEvent } from 'react';

/** A click on a link or a button inside a row is for that, not for the row; nor is the end of selecting text. */
export const isForRow = (event: MouseEvent): boolean =>
  !(event.target as Element).closest('a, button, input, label') && !getSelection()?.toString();
