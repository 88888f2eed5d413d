import {
  formatViewAs,
  parseViewAs,
  type ViewAs,
  viewAsChangesHeader,
  viewAsHeader,
} from '@kerb/domain/session/view-as.ts';

const key = 'kerb.view-as';

/** Whose eyes an admin looks through, and how the banner names them. Kept for this tab only. */
export type Viewing = { view: ViewAs; label: string; changesAreOn: boolean };

type Kept = { header: string; label: string; changesAreOn?: boolean };

export function viewing(): Viewing | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
    const view = kept && parseViewAs(kept.header);
    return view ? { view, label: String(kept.label), changesAreOn: kept.changesAreOn === true } : null;
  } catch {
    // Without storage, or with a value that is not ours, nobody is impersonated.
    return null;
  }
}

/** What every request carries while an admin looks through another's eyes. */
export function viewAsHeaders(): Record<string, string> {
  const current = viewing();
  if (!current) return {};
  return { [viewAsHeader]: formatViewAs(current.view), ...(current.changesAreOn && { [viewAsChangesHeader]: 'on' }) };
}

export function changesAreOff(): boolean {
  const current = viewing();
  return current !== null && !current.changesAreOn;
}

/** Everything on the screen was drawn for other eyes, so starting and stopping start the product anew at its home. */
export function startViewing({ view, label }: Omit<Viewing, 'changesAreOn'>): void {
  sessionStorage.setItem(key, JSON.stringify({ header: formatViewAs(view), label }));
  location.assign('/');
}

/** The screen stays: only what it may do is another. */
export function switchChanges(changesAreOn: boolean): void {
  const current = viewing();
  if (!current) return;
  sessionStorage.setItem(
    key,
    JSON.stringify({ header: formatViewAs(current.view), label: current.label, changesAreOn }),
  );
  location.reload();
}

export function stopViewing(): void {
  forgetViewing();
  location.assign('/');
}

export const forgetViewing = (): void => sessionStorage.removeItem(key);
