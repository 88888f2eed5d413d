import { allow, type Decision, type FieldErrorType, refuse } from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';

export const shortestPassword = 10;
export const longestPassword = 200;

/** The lists of passwords that are guessed first. Texts are in lower case. */
export type KnownPasswords = { isPassword: (lowered: string) => boolean; isRoot: (word: string) => boolean };

/** Whose password it is: words that somebody who knows the person would try. */
export type PasswordOwner = {
  emailAddress: string;
  names?: readonly string[];
  organisations?: readonly string[];
  brand?: string;
};

/** Words of the business, which are tried in every account here. */
// biome-ignore format: a list
export const usualWords = [
  'kerb', 'password', 'passwort', 'welcome', 'admin', 'administrator', 'manager', 'employee', 'login', 'letmein', 'changeme', 'secret',
  'realestate', 'property', 'vendor', 'agent', 'agency', 'settlement', 'auction', 'campaign', 'mortgage', 'marketing',
  'summer', 'autumn', 'winter', 'spring', 'january', 'february', 'march', 'april', 'june', 'july', 'august',
  'september', 'october', 'november', 'december', 'monday', 'friday', 'australia', 'newzealand', 'sydney', 'melbourne',
  'brisbane', 'auckland', 'wellington',
];

const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
];

// biome-ignore format: a table
const lookalikes: Record<string, string> = {
  '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', '$': 's', '!': 'i',
};

const unLeet = (text: string) => [...text].map((sign) => lookalikes[sign] ?? sign).join('');
const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '');

/** The word of a password without the digits and signs around it: 'Welcome2026!' is 'welcome'. */
const strippedOf = (lowered: string) => lowered.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** The forms in which a word may be hidden: as typed, and with look-alike signs read as letters. */
function rootsOf(lowered: string): string[] {
  const plain = strippedOf(lowered);
  return [plain, unLeet(plain), strippedOf(unLeet(lowered))].map(lettersOf);
}

const isOneSignRepeated = (password: string) => new Set(password).size < 3;

/** Whether all of it is one run of the keyboard or the alphabet, forwards, backwards or repeated. */
function isSequence(lowered: string): boolean {
  const runs = sequences.flatMap((run) => [run, [...run].reverse().join('')]);
  const pieces = lowered.match(/.{1,6}/gsu) ?? [];
  return pieces.every((piece) => [...piece].length < 3 || runs.some((run) => run.includes(piece)));
}

function wordsOf({ emailAddress, names = [], organisations = [], brand = '' }: PasswordOwner): string[] {
  const typed = [...emailAddress.split(/[@.+_-]/), ...names, ...organisations, brand];
  const whole = typed.map(lettersOf);
  const parts = [...names, ...organisations, brand].flatMap((name) => name.split(/\s+/)).map(lettersOf);
  return [...new Set([...whole, ...parts, ...usualWords])].filter((word) => [...word].length >= 3);
}

/** Whether little more than known words is in it: fewer than five other letters. */
function isMadeOf(words: readonly string[], letters: string): boolean {
  const byLength = words.toSorted((a, b) => b.length - a.length);
  const rest = byLength.reduce((left, word) => left.replaceAll(word, ' '), letters);
  return rest !== letters && rest.replaceAll(' ', '').length < 5;
}

/** Length makes a password strong; the other rules only refuse what is guessed first. */
export function decidePassword(
  password: string,
  owner: PasswordOwner,
  known: KnownPasswords,
): Decision<string, FieldErrorType> {
  const plain = password.normalize('NFKC');
  const lowered = plain.toLowerCase();
  const email = owner.emailAddress.toLowerCase();
  if (plain === '') return refuse('isEmpty', 'Enter a password.');
  if ([...plain].length < shortestPassword) {
    return refuse('stringLengthTooShort', fieldWords.atLeast(shortestPassword));
  }
  if ([...plain].length > longestPassword) {
    return refuse('stringLengthTooLong', fieldWords.atMost(longestPassword));
  }
  if (lowered === email || lowered === email.split('@')[0]) {
    return refuse('notValid', 'Do not use your email address as your password.');
  }
  const roots = rootsOf(lowered);
  const words = wordsOf(owner);
  if (roots.some((letters) => letters !== '' && isMadeOf(words, letters))) {
    const why = 'That password is made of words that others know about you or us. Choose other words.';
    return refuse('notValid', why);
  }
  const isGuessed = known.isPassword(lowered) || known.isPassword(unLeet(lowered)) || roots.some(known.isRoot);
  if (isGuessed || isOneSignRepeated(plain) || isSequence(lowered)) {
    return refuse('notValid', 'That password is too easy to guess. Choose another.');
  }
  return allow(password);
}
