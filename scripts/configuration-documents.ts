import { readFileSync } from 'node:fs';
import { sections, type Variable } from '@kerb/server/platform/config/variables.ts';
import { inRoot } from './command.ts';

type Section = Record<string, Variable>;

const neededOf = ({ default: otherwise, neededWith }: Variable): string => {
  if (otherwise.isNeededInProduction) return 'outside a sandbox';
  return neededWith === undefined ? '' : `with ${neededWith}`;
};

const namesOf = ([name, { fromFile }]: [string, Variable]): string =>
  fromFile ? `\`${name}\` or \`${name}_FILE\`` : `\`${name}\``;

const rowOf = ([name, row]: [string, Variable]): string =>
  `| ${namesOf([name, row])} | ${row.default.words} | ${neededOf(row)} | ${row.meaning} |`;

function tableOf([title, section]: [string, Section]): string {
  const head = ['| variable | default | needed | meaning |', '| --- | --- | --- | --- |'];
  return [`### ${title}`, '', ...head, ...Object.entries(section).map(rowOf)].join('\n');
}

const begin =
  '<!-- configuration: printed by `npm run docs` from server/src/platform/config/variables.ts; do not edit -->';
const end = '<!-- end of configuration -->';

/** docs/operations.md with its table of variables printed from the code. */
export function handbook(): string {
  const text = readFileSync(inRoot('docs/operations.md'), 'utf8');
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error('docs/operations.md has no marks for the table');
  const tables = Object.entries<Section>(sections).map(tableOf);
  return `${before}${begin}\n\n${tables.join('\n\n')}\n\n${end}${after}`;
}

const width = 100;

/** Markdown has no meaning in an environment file. */
function commentOf(words: string): string[] {
  const lines = [''];
  for (const word of words.replaceAll('`', '').split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => `# ${line}`);
}

function exampleOf([name, row]: [string, Variable]): string {
  const { sandbox, production, words } = row.default;
  const needed = neededOf(row);
  const isPlain = words === 'none' || (sandbox !== null && sandbox === production);
  const said = isPlain ? '' : ` Default: ${words}.`;
  const sentence = `${row.meaning}.${said}${needed && ` Needed ${needed}.`}`;
  return [...commentOf(sentence), `# ${name}=${sandbox === production ? (sandbox ?? '') : ''}`].join('\n');
}

/** `.env.example`: every variable, commented out. */
export function environmentExample(): string {
  const head = [
    ...commentOf('Printed by npm run docs from server/src/platform/config/variables.ts; do not edit.'),
    ...commentOf('Copy the lines that you need to .env, without the #, and start the server with'),
    ...commentOf('node --env-file=.env server/src/main.ts'),
  ].join('\n');
  const parts = Object.entries<Section>(sections).map(([title, section]) =>
    [`#### ${title}`, ...Object.entries(section).map(exampleOf)].join('\n\n'),
  );
  return `${[head, ...parts].join('\n\n')}\n`;
}
