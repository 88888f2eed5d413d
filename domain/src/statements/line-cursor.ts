/** The line at the edge of a page, and on which side of it the next page is. */
export type LineCursor = { side: 'newer' | 'older'; id: number };

export const lineCursorForm = /^(newer|older)-\d{1,15}$/;

/** Opaque to callers. */
export const lineCursorText = ({ side, id }: LineCursor): string => `${side}-${id}`;

/** Of a text in the cursor's form. */
export function lineCursorIn(text: string): LineCursor {
  const [side, id] = text.split('-');
  return { side: side === 'newer' ? 'newer' : 'older', id: Number(id) };
}
