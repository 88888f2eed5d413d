/** Browsers that have Temporal load nothing. */
export async function ensureTemporal(): Promise<void> {
  if ('Temporal' in globalThis) return;
  await import('temporal-polyfill/global');
}
