/** Without letters and digits that look alike. */
export const signedCodeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const signedCodeGroups = 4;
export const signedCodeGroupLength = 4;

const length = signedCodeGroups * signedCodeGroupLength;

/**
 * 'K7Q2-M9XW-4PAB-2345' as it is printed on a signed agreement, however it is typed: in small letters, with spaces,
 * other dashes or none. Null if it cannot be such a code.
 */
export function readSignedCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s\p{Pd}.,:;_]/gu, '');
  if (plain.length !== length || ![...plain].every((each) => signedCodeAlphabet.includes(each))) return null;
  return (plain.match(new RegExp(`.{${signedCodeGroupLength}}`, 'g')) ?? []).join('-');
}
