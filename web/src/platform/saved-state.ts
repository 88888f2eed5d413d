/** The last used state of a list, for this tab: filters, sort, page and view come back on return. */
export function readSaved<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(`kerb.list.${name}`) ?? 'null') as T | null;
  } catch {
    // Without storage the list begins with its defaults.
    return null;
  }
}

export function writeSaved(name: string, state: unknown): void {
  try {
    sessionStorage.setItem(`kerb.list.${name}`, JSON.stringify(state));
  } catch {
    // A full or forbidden storage costs the memory of a filter, nothing more.
  }
}
