import { ApiProblem } from '@kerb/web/platform/api-problem.ts';

/** The SHA-256 of a file, reckoned here: the file itself goes nowhere. */
export async function fingerprintOf(file: Blob): Promise<string> {
  // Browsers keep this from pages that do not come over TLS.
  if (!globalThis.crypto.subtle) {
    const displayText = 'Your browser cannot read files on this page. Please enter the code instead.';
    throw new ApiProblem({ kind: 'refused', displayText });
  }
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
