import type { Endpoint, OutputOf } from '@kerb/domain/wire/endpoint.ts';
import { respond } from '@kerb/web/platform/authorised.ts';
import { type CallInput, readAnswer, requestOf } from '@kerb/web/platform/transport.ts';

export type Versioned<T> = { value: T; version: string | undefined };

/** Calls an endpoint and returns the version as well, to send back with a change as `ifMatch`. */
export async function callVersioned<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<Versioned<OutputOf<E>>> {
  const { address, init } = requestOf(endpoint, input);
  const response = await respond(endpoint, address, init);
  const value = (await readAnswer(endpoint, response)) as OutputOf<E>;
  return { value, version: response.headers.get('etag') ?? undefined };
}

/** Calls an endpoint of the contract: domain values in, domain values out. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<OutputOf<E>> {
  return (await callVersioned(endpoint, input)).value;
}
