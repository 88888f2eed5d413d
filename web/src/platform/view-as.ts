import {
  formatViewAs,
  parseViewAs,
  type ViewAs,
  viewAsChangesHeader,
  viewAsHeader,
} from '@kerb/domain/session/view-as.ts';

const key = 'kerb.view-as';

/** The impersonated person, and their name in the banner. Stored for this tab only. */
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

/** The headers of every request during impersonation. */
export function viewAsHeaders(): Record<string, string> {
  const current = viewing();
  if (!current) return {};
  return { [viewAsHeader]: formatViewAs(current.view), ...(current.changesAreOn && { [viewAsChangesHeader]: 'on' }) };
}

export function changesAreOff(): boolean {
  const current = viewing();
  return current !== null && !current.changesAreOn;
}

/** The whole screen shows another user's data, so starting and stopping reload the product at its home. */
export function startViewing({ view, label }: Omit<Viewing, 'changesAreOn'>): void {
  sessionStorage.setItem(key, JSON.stringify({ header: formatViewAs(view), label }));
  location.assign('/');
}

/** Reloads the same screen: only the permissions change. */
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
