import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { inRoot } from './command.ts';

const mostLines = 120;
const warnLevel = 40;

const isWarning = (line: string): boolean => {
  if (!line.startsWith('{')) return false;
  const { level = 0 } = JSON.parse(line) as { level?: number };
  return level >= warnLevel;
};

/** The warnings and errors in a server's log. What a server prints at its start is no JSON. */
export const warningsOf = (log: string): string[] => log.split('\n').filter(isWarning);

/** The page as a reader sees it: the outline that Playwright wrote, without its references and addresses. */
export const pageOf = (context: string): string[] =>
  context
    .slice(Math.max(0, context.indexOf('# Page snapshot')))
    .split('\n')
    .map((line) => line.replace(/ \[(ref=\w+|cursor=pointer)\]/g, ''))
    .filter((line) => !/^\s*- (\/url: .*|generic:?)$/.test(line))
    .slice(0, mostLines);

const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Prints the page of each failed journey and the warnings of its server: the machine that ran it is soon gone. */
export function printFailures(country: string): void {
  const name = country.toLowerCase();
  for (const file of globSync(inRoot('.cache', 'playwright', `browser-${name}`, '*', 'error-context.md'))) {
    console.log(`\n-- ${basename(dirname(file))}\n${pageOf(read(file)).join('\n')}`);
  }
  const warnings = warningsOf(read(inRoot('.cache', 'e2e', `${name}.log`)));
  console.log(`\n-- warnings of the server in ${country}\n${warnings.slice(-mostLines).join('\n')}`);
}
