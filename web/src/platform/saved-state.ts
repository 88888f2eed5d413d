/** The last used state of a list, for this tab. Filters, sort, page and view are restored on return. */
export function readSaved<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(`kerb.list.${name}`) ?? 'null') as T | null;
  } catch {
    // Without storage the list starts with its defaults.
    return null;
  }
}

export function writeSaved(name: string, state: unknown): void {
  try {
    sessionStorage.setItem(`kerb.list.${name}`, JSON.stringify(state));
  } catch {
    // Full or forbidden storage loses only the saved filters.
  }
}
