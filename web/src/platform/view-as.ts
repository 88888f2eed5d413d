import { formatViewAs, parseViewAs, type ViewAs } from '@kerb/domain/session/view-as.ts';

const key = 'kerb.view-as';

/** Whose eyes an admin looks through, and how the banner names them. Kept for this tab only. */
export type Viewing = { view: ViewAs; label: string };

export function viewing(): Viewing | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { header: string; label: string } | null;
    const view = kept && parseViewAs(kept.header);
    return view ? { view, label: String(kept.label) } : null;
  } catch {
    return null;
  }
}

export const viewAsHeaderValue = (): string | null => {
  const current = viewing();
  return current && formatViewAs(current.view);
};

/** Everything on the screen was drawn for other eyes, so both of these start the product anew at its home. */
export function startViewing({ view, label }: Viewing): void {
  sessionStorage.setItem(key, JSON.stringify({ header: formatViewAs(view), label }));
  location.assign('/');
}

export function stopViewing(): void {
  forgetViewing();
  location.assign('/');
}

export const forgetViewing = (): void => sessionStorage.removeItem(key);
