/** How hard a text is, by the formula of Flesch and Kincaid: the year of school in which people understand it. */

/** Twelve years old, in the seventh year of school. */
export const highestLevel = 7;
/** One sentence may be harder than the whole, but not much, and not long. */
export const sentenceLimits = { level: 10, words: 22, shortest: 8 } as const;
/** Of our own words to payers each sentence is easy. */
export const plainLimits = { level: highestLevel, words: 22, shortest: 8 } as const;
type Limits = Record<keyof typeof sentenceLimits, number>;

const link = /https?:\/\/\S+|\uE000\d+\uE001/g;
/** A line such as 'Amount: $8,750' is a fact, not a sentence. */
const fact = /^\p{Lu}[^:.\n]{0,30}: \S/u;

/** The sentences of a text, without its links, its facts and the greeting. */
export const sentencesOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !fact.test(line))
    .flatMap((line) => line.replace(link, '').split(/(?<=[.?!:])\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => wordsOf(sentence).length > 2);

const wordsOf = (text: string): string[] => text.match(/[\p{L}\d$][\p{L}\d'’,.$%-]*/gu) ?? [];

/** The vowels that are heard. A number or an amount counts as one. */
function syllablesIn(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '');
  const heard = letters.replace(/(?<=[^aeiouy])(?:es|e)$|(?<=[^aeioutdy])ed$/, '');
  return Math.max(1, (heard.match(/[aeiouy]+/g) ?? []).length);
}

/** The year of school for these sentences together. */
export function readingLevel(sentences: readonly string[]): number {
  const words = sentences.flatMap(wordsOf);
  if (words.length === 0) return 0;
  const syllables = words.reduce((sum, word) => sum + syllablesIn(word), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

export type HardSentence = { sentence: string; level: number; words: number };

/** The sentences that are too long or too hard. The formula says little about sentences of a few words. */
export const hardSentences = (text: string, limits: Limits = sentenceLimits): HardSentence[] =>
  sentencesOf(text)
    .map((sentence) => ({ sentence, level: readingLevel([sentence]), words: wordsOf(sentence).length }))
    .filter(({ level, words }) => words > limits.words || (words >= limits.shortest && level > limits.level));
