import { folded } from '@kerb/domain/agreements/search-words.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { type AddressSuggestion, mostSuggestions } from '@kerb/domain/properties/properties.contract.ts';
import { likeness, longForms } from '@kerb/server/gateways/addresses/word-likeness.ts';
import { AddressesUnavailable, type AddressGateway } from '@kerb/server/platform/ports/address-gateway.ts';
import { sandboxCountries } from '@kerb/server/sandbox-countries/sandbox-countries.ts';
import type { SandboxPlace } from '@kerb/server/sandbox-countries/sandbox-country.ts';

/** Text to type to see the provider fail. */
const failures = { down: 'provider down', slow: 'provider slow' };

type Street = SandboxPlace & { street: string; words: readonly string[] };

const wordsOf = (text: string): string[] => folded(text).split(' ').filter(Boolean);

function streetsOf({ code }: Pick<CountryRules, 'code'>): Street[] {
  const { places, streets } = sandboxCountries[code].addresses;
  return places.flatMap((place) =>
    streets.map((street) => {
      const { address2, city, state, postalCode } = place;
      return {
        ...place,
        street,
        words: wordsOf([street, address2, city, state, postalCode].filter(Boolean).join(' ')),
      };
    }),
  );
}

/** The highest house number of every street. */
const lastNumber = 180;
const isNumber = (text: string): boolean => Number(text) >= 1 && Number(text) <= lastNumber;
const unitWords = 'unit|apartment|apt|flat|u';
const namedUnit = new RegExp(`\\b(?:${unitWords})\\.?\\s*(\\d{1,3})[\\s,/]+(?=\\d)`, 'i');
const houseNumber = /(?<![\w/])(?:(\d{1,3})\s*\/\s*)?(\d{1,3})([a-z])?(?![\w/])/i;

/** '3/12 wattle st' is the number '3/12' and the words of street and place, in any order. */
function readPartial(partial: string): { number: string | null; words: string[] } {
  const slashed = partial.replace(namedUnit, '$1/');
  const [whole, unit, house, letter = ''] = houseNumber.exec(slashed) ?? [];
  if (whole === undefined || !isNumber(house ?? '')) return { number: null, words: wordsOf(slashed) };
  return {
    number: `${unit ? `${unit}/` : ''}${house}${letter.toUpperCase()}`,
    words: wordsOf(slashed.replace(whole, ' ')),
  };
}

/**
 * How well a street matches the words. Each word must be similar to one of the street's; null if one is not. A repeated
 * word counts twice only if the street has it twice: 'pt rd pt lonsdale'.
 */
function fit(street: Street, asked: readonly Map<string, number>[]): number | null {
  const taken = new Set<number>();
  let sum = 0;
  for (const likes of asked) {
    let [best, at] = [0, -1];
    for (const [place, word] of street.words.entries()) {
      const like = (likes.get(word) ?? 0) * (taken.has(place) ? 0.5 : 1);
      if (like > best) [best, at] = [like, place];
    }
    if (best === 0) return null;
    taken.add(at);
    sum += best;
  }
  return sum;
}

/** Spread over the street, and the same every time. */
const someNumber = ({ street, postalCode }: Street): string => {
  const seed = [...`${street}${postalCode}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_973, 7);
  return String(1 + (seed % lastNumber));
};

const suggestionOf = (found: Street, number: string | null): AddressSuggestion => ({
  address: `${number ?? someNumber(found)} ${found.street}`,
  address2: found.address2,
  city: found.city,
  state: found.state,
  postalCode: found.postalCode,
});

const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new AddressesUnavailable())));

/** Some thousands of invented streets in real places. */
export function sandboxAddresses(country: Pick<CountryRules, 'code'>): AddressGateway {
  const streets = streetsOf(country);
  const vocabulary = [...new Set(streets.flatMap(({ words }) => words))];
  return {
    suggest: async (partialAddress, signal) => {
      const asked = folded(partialAddress);
      if (asked.includes(failures.down)) throw new AddressesUnavailable();
      if (asked.includes(failures.slow)) return never(signal);
      const { number, words } = readPartial(partialAddress);
      if (words.length === 0) return [];
      const likes = words.map((word) => likeness(word, longForms(word), vocabulary));
      return streets
        .map((street) => ({ street, score: fit(street, likes) }))
        .filter((each): each is { street: Street; score: number } => each.score !== null)
        .toSorted((a, b) => b.score - a.score)
        .slice(0, mostSuggestions)
        .map(({ street }) => suggestionOf(street, number));
    },
  };
}
