import { type AddressSuggestion, mostSuggestions } from '@kerb/domain/properties/properties.contract.ts';
import { Problem } from '@kerb/server/platform/http/problem.ts';
import type { AddressGateway } from '@kerb/server/platform/ports/address-gateway.ts';

/** Whoever types has long gone on by then. */
const longestWaitMs = 3_000;

const unavailable = (cause?: unknown) =>
  new Problem(503, 'suggestions-unavailable', 'Address suggestions are not available at the moment.', { cause });

/** A provider that fails or dawdles is no fault of ours or of the person's: the address is then entered by hand. */
export async function suggestAddresses(
  addresses: AddressGateway,
  partialAddress: string,
  waitMs = longestWaitMs,
): Promise<AddressSuggestion[]> {
  const signal = AbortSignal.timeout(waitMs);
  const givenUp = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(unavailable(signal.reason))),
  );
  const asked = addresses.suggest(partialAddress, signal).catch((error) => {
    throw unavailable(error);
  });
  return (await Promise.race([asked, givenUp])).slice(0, mostSuggestions);
}
