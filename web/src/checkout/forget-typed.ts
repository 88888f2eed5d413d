/** The start of the names of typed answers that the server does not have yet. */
export const typedPrefix = 'kerb.typed.';

/** On Log out: the next person at this device finds nothing that was typed. */
export function forgetTyped(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(typedPrefix)) localStorage.removeItem(key);
  } catch {
    // Without storage nothing was kept.
  }
}
