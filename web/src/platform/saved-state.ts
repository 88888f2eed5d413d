import { viewAsHeader } from '@kerb/domain/session/view-as.ts';
import { viewAsHeaders } from '@kerb/web/platform/view-as.ts';

let owner = '';
/** Until the page of Log Out comes, lists on this page still receive answers. */
let isForgotten = false;

/** State is kept for each user: the next user of this tab has other lists, and so has an admin during impersonation. */
export function keepStateOf(who: number | string | undefined): void {
  isForgotten = false;
  owner = `${who ?? ''} ${viewAsHeaders()[viewAsHeader] ?? ''}`;
}

const keyOf = (name: string): string => `kerb.list.${owner}.${name}`;

/** The last used state of a list, for this tab. Filters, sort, page and view are restored on return. */
export function readSaved<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') as T | null;
  } catch {
    // Without storage the list starts with its defaults.
    return null;
  }
}

export function writeSaved(name: string, state: unknown): void {
  if (isForgotten) return;
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(state));
  } catch {
    // Full or forbidden storage loses only the saved filters.
  }
}

/** The name of an organisation's list of referrals. */
export const referralsOf = (tenantId: number): string => `referrals-${tenantId}`;

/** The start of the names of typed details that the server does not have yet. */
export const typedPrefix = 'kerb.typed.';

/** On Log Out: removes what this browser keeps about the user. Choices for the browser stay, such as its colours. */
export function forgetUser(): void {
  isForgotten = true;
  try {
    sessionStorage.clear();
    for (const key of Object.keys(localStorage)) if (key.startsWith(typedPrefix)) localStorage.removeItem(key);
  } catch {
    // Without storage nothing was kept.
  }
}
