import { type AddressSuggestion, mostSuggestions } from '@kerb/domain/properties/properties.contract.ts';
import type { AddressGateway } from '@kerb/server/platform/ports/address-gateway.ts';
import { notSetUp, Problem } from '@kerb/server/platform/problems/problem.ts';

/** After this time, the user has typed more, and the answer is useless. */
const longestWaitMs = 3_000;

const unavailable = (cause?: unknown) =>
  new Problem(503, 'suggestions-unavailable', 'Address suggestions are not available at the moment.', { cause });

/**
 * Responds that the service is unavailable if the provider fails or is too slow. The user then enters the address by
 * hand.
 */
export async function suggestAddresses(
  addresses: AddressGateway | null,
  partialAddress: string,
  waitMs = longestWaitMs,
): Promise<AddressSuggestion[]> {
  if (addresses === null) throw notSetUp('Address suggestions are not set up.');
  const signal = AbortSignal.timeout(waitMs);
  const givenUp = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(unavailable(signal.reason))),
  );
  const asked = addresses.suggest(partialAddress, signal).catch((error) => {
    throw unavailable(error);
  });
  return (await Promise.race([asked, givenUp])).slice(0, mostSuggestions);
}
