import { ApiProblem } from '@kerb/web/platform/api-problem.ts';

/** The SHA-256 of a file, computed in the browser: the file is not uploaded. */
export async function fingerprintOf(file: Blob): Promise<string> {
  // Browsers offer this only to pages served over TLS.
  if (!globalThis.crypto.subtle) {
    const displayText = 'Your browser cannot read files on this page. Please enter the code instead.';
    throw new ApiProblem({ kind: 'refused', displayText });
  }
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
