import { readFileSync } from 'node:fs';
import type { KnownPasswords } from '@kerb/domain/session/password.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';

/** Six bytes of a hash: two different passwords have the same mark once in ten thousand million tries. */
export const passwordMark = (text: string): string => sha256(text).subarray(0, 6).toString('base64url');

function loaded(): { passwords: Set<string>; roots: Set<string> } {
  const text = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8');
  const [, passwords = '', roots = ''] = text.split(/^\[(?:passwords|roots)\]$/m);
  const lines = (part: string) => new Set(part.split('\n').filter(Boolean));
  return { passwords: lines(passwords), roots: lines(roots) };
}

const { passwords, roots } = loaded();

/** The passwords that are guessed first, from `common-passwords.txt`. Never sent to a browser. */
export const commonPasswords: KnownPasswords & { size: number } = {
  isPassword: (lowered) => passwords.has(passwordMark(lowered)),
  isRoot: (word) => roots.has(passwordMark(word)),
  size: passwords.size,
};
