const sentence = /\bNo \w+ ever had the numbers ([\d,\s]+and\s+\d{4})\./;

/** The newest numbers may be on branches that are not merged yet, so their gaps need no explanation. */
const newest = 12;

const written = (number: number): string => String(number).padStart(4, '0');

/**
 * Compares the sentence 'No … ever had the numbers …' of a README with the numbered files beside it. A reader otherwise
 * looks for files that never existed.
 */
export function namesEveryGap(readme: string, names: readonly string[]): string[] {
  const used = new Set(names.flatMap((name) => /^\d{4}(?=-)/.exec(name) ?? []));
  const last = Math.max(...[...used].map(Number));
  const missing = Array.from({ length: last }, (_, at) => written(at + 1)).filter((number) => !used.has(number));
  const named = new Set(sentence.exec(readme)?.[1]?.match(/\d{4}/g) ?? []);
  return [
    ...[...named].filter((number) => used.has(number)).map((number) => `names ${number}, which a file has`),
    ...missing
      .filter((number) => !named.has(number) && Number(number) <= last - newest)
      .map((number) => `does not name ${number}, which no file has`),
  ];
}
