/** The parts of a mail, as a reader sees them. Made from its text, so that both forms of a mail say the same. */
export type MailBlock =
  | { kind: 'button'; words: string | null; link: string }
  | { kind: 'facts'; rows: { label: string; value: string }[] }
  | { kind: 'text'; lines: string[] };

/** A line such as 'Amount: $8,750'. */
const fact = /^(\p{Lu}[^:\n]{0,30}): (\S.*)$/u;
const link = /^https?:\/\/[^\s<>"']+$/;

/** Our link alone, or under the words of its button. */
function buttonOf(lines: readonly string[], isOurs: (link: string) => boolean): MailBlock | null {
  const last = (lines.at(-1) ?? '').trim();
  if (!link.test(last) || !isOurs(last)) return null;
  const [words = ''] = lines;
  if (lines.length === 1) return { kind: 'button', words: null, link: last };
  return lines.length === 2 && words.endsWith(':') ? { kind: 'button', words: words.slice(0, -1), link: last } : null;
}

function factsOf(lines: readonly string[]): MailBlock | null {
  if (lines.length < 2 || !lines.every((line) => fact.test(line))) return null;
  const rows = lines.map((line) => {
    const [, label = '', value = ''] = fact.exec(line) ?? [];
    return { label, value };
  });
  return { kind: 'facts', rows };
}

/** `isOurs`: names and notes are users' text, so only our own addresses become links. */
export const mailBlocks = (text: string, isOurs: (link: string) => boolean): MailBlock[] =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => {
      const lines = paragraph.split('\n');
      return buttonOf(lines, isOurs) ?? factsOf(lines) ?? { kind: 'text', lines };
    });
