import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { inRoot } from '../scripts/command.ts';

/** A line of a table; where there is a target, whether it was met. */
export type Row = { cells: string[]; isMet?: boolean };
export type Section = { title: string; about: string; columns: string[]; rows: Row[] };

export const ms = (milliseconds: number): string =>
  `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;
export const kilobytes = (bytes: number): string => `${Math.round(bytes / 1_024)} KB`;
export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;
export const whole = (number: number): string => Math.round(number).toLocaleString('en-AU');

const yesOrNo = ({ isMet }: Row): string => (isMet === undefined ? '' : isMet ? 'met' : '**missed**');

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

export type Machine = { postgres: string; command: string };

const introduction = ({ postgres, command }: Machine): string => `# Benchmarks

Taken on ${new Date().toISOString().slice(0, 10)} by \`${command}\`: ${cpus().length} cores, \
${Math.round(totalmem() / 1_073_741_824)} GB of memory, Node ${process.versions.node}, PostgreSQL ${postgres}, all on one
machine: PostgreSQL, the server, the client that asks and, at the end, the browser. The figures of another machine will
differ; the ratios, each taken in one run, should not.

The campaigns are made up by \`bench/generate.ts\`, the same in every run: 400 organisations of uneven size, 2,000 staff,
five years of campaigns of which the older half is over and done with, one or two payers each.
`;

export function writeReport(machine: Machine, sections: Section[]): void {
  writeFileSync(inRoot('docs', 'benchmarks.md'), [introduction(machine), ...sections.map(sectionText)].join('\n'));
}
