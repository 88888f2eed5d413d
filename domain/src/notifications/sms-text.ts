import { must } from '@kerb/domain/kernel/must.ts';
import { fillSecrets } from '@kerb/domain/vocabulary/message-secrets.ts';

/** The alphabet of GSM 03.38. A text with any other letter is sent in UCS-2 and has less than half the room. */
const oneSeptet = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const twoSeptets = new Set('\f^{}\\[~]|€');

/** How much one message holds, and each part of a longer one, which also carries its number. */
const room = { gsm: { whole: 160, part: 153 }, ucs: { whole: 70, part: 67 } } as const;

const isGsm = (character: string) => oneSeptet.has(character) || twoSeptets.has(character);

/** A letter of two septets is never divided between two parts. */
function partsOf(sizes: readonly number[], { whole, part }: { whole: number; part: number }): number {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= whole) return 1;
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > part) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return parts;
}

/** In how many parts a phone company sends and charges the text. */
export function smsSegments(text: string): number {
  const characters = [...text];
  return characters.every(isGsm)
    ? partsOf(
        characters.map((character) => (twoSeptets.has(character) ? 2 : 1)),
        room.gsm,
      )
    : partsOf(
        characters.map((character) => character.length),
        room.ucs,
      );
}

// biome-ignore format: a table
const alike: Readonly<Record<string, string>> = {
  '‘': "'", '’': "'", '“': '"', '”': '"', '`': "'", '–': '-', '—': '-', '…': '...', '\u00A0': ' ', '\t': ' ', '\n': ' ',
  đ: 'd', Đ: 'D', ł: 'l', Ł: 'L', ı: 'i', œ: 'oe', Œ: 'OE', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ħ: 'h', Ħ: 'H',
};

function gsmLetter(character: string): string {
  const like = alike[character];
  if (like !== undefined) return like;
  if (isGsm(character)) return character;
  // Without its mark: 'ā' becomes 'a'. A letter that has no such form is left out.
  const base = character.normalize('NFD').replace(/\p{M}+/gu, '');
  return base !== character && [...base].every(isGsm) ? base : '';
}

/** A name or an address in letters that every phone company sends at full length. */
export const gsmText = (text: string): string =>
  [...text.normalize('NFC')].map(gsmLetter).join('').replace(/ {2,}/g, ' ').trim();

/** The first words of a text, up to so many letters. A single longer word is cut. */
export function firstWords(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest + 1);
  const end = cut.lastIndexOf(' ');
  return (end > 0 ? cut.slice(0, end) : cut.slice(0, longest)).replace(/[\s,;:./(-]+$/, '');
}

export const mostSegments = 2;

/** The first of these texts that fits in two parts with its link or code; the last one if none does. */
export function firstThatFits(texts: readonly string[], secretLength: number): string {
  const filled = (text: string) => fillSecrets(text, ['x'.repeat(secretLength)]);
  return texts.find((text) => smsSegments(filled(text)) <= mostSegments) ?? must(texts.at(-1), 'text of an SMS');
}
