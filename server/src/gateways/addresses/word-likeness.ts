/** Abbreviations. 'st' may be a street or a saint, so the short form counts too. */
// biome-ignore format: a table
const shortened: Record<string, readonly string[]> = {
  st: ['street'], str: ['street'], rd: ['road'], ave: ['avenue'], av: ['avenue'], hwy: ['highway'], mt: ['mount'], pt: ['point'],
  dr: ['drive'], ct: ['court'], crt: ['court'], cres: ['crescent'], cr: ['crescent'], pl: ['place'], ln: ['lane'], pde: ['parade'],
  tce: ['terrace'], cl: ['close'], gr: ['grove'], esp: ['esplanade'], bvd: ['boulevard'], blvd: ['boulevard'], sq: ['square'],
  saint: ['st'],
};

export const longForms = (word: string): readonly string[] => [word, ...(shortened[word] ?? [])];

/** Three letters at a time, including the beginning and the end of the word. */
const trigrams = (word: string): Set<string> => {
  const padded = `  ${word} `;
  return new Set([...padded].slice(0, -2).map((_, place) => padded.slice(place, place + 3)));
};

function sharedTrigrams(one: Set<string>, other: Set<string>): number {
  const shared = [...one].filter((each) => other.has(each)).length;
  return shared / (one.size + other.size - shared);
}

/** Below this value, two words share letters by chance. */
const leastLikeness = 0.35;
const shortestMistyped = 4;

/** The words that this one may mean (as written, abbreviated, begun or misspelled), with their similarity. */
export function likeness(word: string, forms: readonly string[], vocabulary: readonly string[]): Map<string, number> {
  const own = trigrams(word);
  const likes = new Map<string, number>();
  for (const known of vocabulary) {
    if (forms.includes(known)) likes.set(known, 1);
    else if (known.startsWith(word)) likes.set(known, 0.9);
    else if (word.length >= shortestMistyped && !/^\d/.test(word)) {
      const share = sharedTrigrams(own, trigrams(known));
      if (share >= leastLikeness) likes.set(known, share * 0.8);
    }
  }
  return likes;
}
