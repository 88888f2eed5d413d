import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { AddressSuggestion } from '@kerb/domain/properties/properties.contract.ts';
import {
  type AddressRef,
  completionsAnswer,
  metadataAnswer,
  refsIn,
  suggestionFrom,
} from '@kerb/server/gateways/addresses/addressfinder-form.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import { AddressesUnavailable, type AddressGateway } from '@kerb/server/platform/ports/address-gateway.ts';
import * as z from 'zod/mini';

/** Each suggestion costs one more call. */
const mostAsked = 6;
/** The addresses that are kept: one more letter finds mostly the same. */
const mostKept = 500;
const longestPauseMs = 60_000;

const failure = z.object({ error_code: z.optional(z.union([z.string(), z.number()])) });

/** Worth one more try: the provider did not answer, or failed. A refusal would be the same again. */
class Failed extends AddressesUnavailable {}

/** A number of seconds; a date is not in the provider's form. */
const pauseMsOf = (retryAfter: string | null): number =>
  Math.min(longestPauseMs, Math.max(1, Number(retryAfter) || 5) * 1_000);

type Settings = NonNullable<Config['addressfinder']>;
type Timing = { tryMs?: number; now?: () => number };
type Asked<Answer> = {
  path: string;
  query: Record<string, string>;
  answer: z.ZodMiniType<Answer>;
  signal: AbortSignal;
};

/** Not JSON: an answer without any field, which the caller refuses. */
const jsonOf = (response: Response): Promise<unknown> => response.json().catch(() => null);

async function answerIn<Answer>(response: Response, answer: z.ZodMiniType<Answer>): Promise<Answer> {
  if (response.status >= 500) throw new Failed(`The address provider failed (${response.status}).`);
  const body = await jsonOf(response);
  const read = z.safeParse(answer, body);
  const isRefused = typeof body === 'object' && body !== null && 'success' in body && body.success === false;
  if (response.ok && read.success && !isRefused) return read.data;
  const code = z.safeParse(failure, body).data?.error_code;
  const words = response.ok && !isRefused ? 'answered nonsense' : 'refused it';
  throw new AddressesUnavailable(`The address provider ${words} (${response.status}, code ${code ?? 'none'}).`);
}

/**
 * Calls the provider: a failure is tried once more, and after a 429 nothing is asked for the time that it names. A
 * message never contains an address: what a person types is not logged, so no error of `fetch` is passed on either.
 */
function callerOf(settings: Settings, base: string, { tryMs = 1_400, now = Date.now }: Timing) {
  let pausedUntil = 0;
  async function attempt<Answer>(url: URL, { answer, signal }: Asked<Answer>): Promise<Answer> {
    try {
      const response = await fetch(url, {
        headers: { authorization: settings.secret, accept: 'application/json' },
        // A redirect would send the secret elsewhere.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(tryMs)]),
      });
      if (response.status !== 429) return await answerIn(response, answer);
      pausedUntil = now() + pauseMsOf(response.headers.get('retry-after'));
    } catch (error) {
      if (error instanceof AddressesUnavailable) throw error;
      throw new Failed('The address provider could not be reached in time.');
    }
    throw new AddressesUnavailable('The address provider asks us to wait (429).');
  }
  return async <Answer>(asked: Asked<Answer>): Promise<Answer> => {
    if (now() < pausedUntil) throw new AddressesUnavailable('The address provider asked us to wait.');
    const url = new URL(`${base}/${asked.path}`);
    url.search = new URLSearchParams({ key: settings.key, format: 'json', ...asked.query }).toString();
    return attempt(url, asked).catch((error) => {
      if (!(error instanceof Failed) || asked.signal.aborted) throw error;
      return attempt(url, asked);
    });
  };
}

/** Addressfinder's API, or one with the same format. */
export function addressfinder(settings: Settings, country: CountryRules, timing: Timing = {}): AddressGateway {
  const call = callerOf(settings, `${settings.url}/api/${country.code.toLowerCase()}/address`, timing);
  const kept = new Map<string, AddressSuggestion | null>();
  async function wholeAddress({ name, value }: AddressRef, signal: AbortSignal): Promise<AddressSuggestion | null> {
    const known = kept.get(value);
    if (known !== undefined) return known;
    const metadata = await call({ path: 'metadata', query: { [name]: value }, answer: metadataAnswer, signal });
    const found = suggestionFrom(metadata, country);
    const [oldest] = kept.keys();
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
    kept.set(value, found);
    return found;
  }
  return {
    suggest: async (partialAddress, signal) => {
      const query = { q: partialAddress, max: String(mostAsked), post_box: '0' };
      const matches = await call({ path: 'autocomplete', query, answer: completionsAnswer, signal });
      const asked = await Promise.allSettled(
        refsIn(matches)
          .slice(0, mostAsked)
          .map((ref) => wholeAddress(ref, signal)),
      );
      const answered = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      const [refused] = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      if (answered.length === 0 && refused !== undefined) throw refused;
      return answered.filter((found) => found !== null);
    },
  };
}
