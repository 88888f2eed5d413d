import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { inRoot } from '../scripts/command.ts';

/**
 * A row of a table. `isMet` says whether the target was met, if there is one. A target with `isExact` does not depend
 * on speed, so a quick run must meet it too.
 */
export type Row = { cells: string[]; isMet?: boolean; isExact?: true };
export type Section = { title: string; about: string; columns: string[]; rows: Row[] };

export const ms = (milliseconds: number): string =>
  `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;
export const kilobytes = (bytes: number): string => `${Math.round(bytes / 1_024)} KB`;
export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;
export const whole = (number: number): string => Math.round(number).toLocaleString('en-AU');

function yesOrNo({ isMet }: Row): string {
  if (isMet === undefined) return '';
  return isMet ? 'met' : '**missed**';
}

function table({ columns, rows }: Section): string[] {
  const hasTargets = rows.some(({ isMet }) => isMet !== undefined);
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    line(hasTargets ? [...columns, ''] : columns),
    line((hasTargets ? [...columns, ''] : columns).map((_, place) => (place === 0 ? '---' : '---:'))),
    ...rows.map((row) => line(hasTargets ? [...row.cells, yesOrNo(row)] : row.cells)),
  ];
}

export const sectionText = (section: Section): string =>
  [`## ${section.title}`, '', section.about, '', ...table(section), ''].join('\n');

const introduction = (postgres: string): string => `# Benchmarks

Taken on ${new Date().toISOString().slice(0, 10)} by \`npm run bench\`: ${cpus().length} cores, \
${Math.round(totalmem() / 1_073_741_824)} GB of memory, Node ${process.versions.node}, PostgreSQL ${postgres}, all on one
machine: PostgreSQL, the server, the client and the browser. Another machine will give other figures; the ratios, each
measured in one run, should be similar.

\`bench/generate.ts\` invents the data, the same in every run: 400 organisations of different sizes, 2,000 staff, and five
years of campaigns with one or two payers each. Most of the older half of the campaigns have ended. Their payments,
invoices, batches and loans are in the ledger, with about ten entries for each campaign.
`;

export function writeReport(postgres: string, sections: Section[]): void {
  writeFileSync(inRoot('docs', 'benchmarks.md'), [introduction(postgres), ...sections.map(sectionText)].join('\n'));
}
