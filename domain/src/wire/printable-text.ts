import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import * as z from 'zod/mini';

/** ASCII, Latin letters with every diacritic, and typographic punctuation. */
const characters =
  / -~\u00a0-\u00ac\u00ae-\u0148\u014a-\u01c3\u01c5-\u024f\u02bb\u02bc\u1e00-\u1e9b\u1e9d-\u1eff\u2010-\u2027/;
/** For letters that have no character of their own with that mark. */
const combiningMarks = /\u0300-\u0304\u0306-\u030a\u030c\u030f\u031b\u0323\u0326-\u0328/;
/** What the font of the agreements can print. */
const printable = new RegExp(`^(?:[${characters.source}]|[${combiningMarks.source}])*$`);

export const isPrintable = (text: string): boolean => printable.test(text.normalize());

/** NFKC turns full-width letters and ligatures, which some keyboards and PDF files give, into plain letters. */
const plainName = (typed: string): string => typed.replace(/[`´]/g, "'").normalize('NFKC').trim();

/** Text that an agreement prints. */
export const printableText = (longest: number) =>
  z.string().check(z.trim(), z.normalize(), z.maxLength(longest), z.refine(isPrintable, fieldWords.textInLatin));

export const requiredPrintable = (longest: number) => printableText(longest).check(z.minLength(1));

/** A person's name, as an agreement prints it. */
export const optionalName = (longest: number) =>
  z.string().check(z.overwrite(plainName), z.maxLength(longest), z.refine(isPrintable, fieldWords.nameInLatin));

export const personName = (longest: number) => optionalName(longest).check(z.minLength(1));
