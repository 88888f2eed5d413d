const longestMs = 5_000;

function reasonOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  if (name === 'TimeoutError') return 'no answer in time';
  return cause?.code ?? name;
}

/**
 * Asks for the first page of an address, without a secret. Any answer shows that its name, the network and its
 * certificate are right. Returns the problem as a sentence; null if there is none.
 */
export async function reachAddress(url: string): Promise<string | null> {
  const { origin, host } = new URL(url);
  try {
    const answer = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(longestMs) });
    await answer.body?.cancel();
    return null;
  } catch (error) {
    // The row of the report is the report of this error.
    return `${host} cannot be reached (${reasonOf(error)}).`;
  }
}
