import { spawnSync } from 'node:child_process';

/** Reads PDFs with Poppler's programs, as a person's viewer would: no code of ours is trusted for it. */

function poppler(program: 'pdftotext' | 'pdfinfo', args: readonly string[], file: Buffer): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input: file, maxBuffer: 2 ** 26 });
  if (error) throw new Error(`${program} cannot run. Install Debian's package poppler-utils, or Homebrew's poppler.`);
  const complaint = stderr.toString('utf8').trim();
  if (status !== 0 || complaint !== '') throw new Error(`${program} cannot read this PDF: ${complaint}`);
  return stdout.toString('utf8');
}

/** The text of each page, in the order in which it was written. Poppler ends each page with a form feed. */
export const pdfPages = (file: Buffer): string[] =>
  poppler('pdftotext', ['-raw', '-enc', 'UTF-8', '-', '-'], file).split('\f').slice(0, -1);

/** All text as one line. Kerning before a comma or full stop looks like a space to Poppler. */
export const pdfText = (file: Buffer): string =>
  pdfPages(file)
    .join('\n')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:)])/g, '')
    .trim();

/** What a viewer shows about the file: title, pages, whether it is tagged for screen readers. */
export function pdfInfo(file: Buffer): Record<string, string> {
  const lines = poppler('pdfinfo', ['-'], file).split('\n');
  return Object.fromEntries(lines.map((line) => /^([^:]+):\s*(.*)$/.exec(line)?.slice(1) ?? ['', '']));
}
