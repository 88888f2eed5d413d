import { smallTables } from '@kerb/server/platform/database/small-tables.ts';
import { isNode, type Node, type SourceFile } from './source.ts';

/** Migrations before this one ran together, while every server was stopped. */
const firstAlone = 85;

type Statement = { text: string; start: number };

const quasisOf = (node: Node): string[] => {
  const template = isNode(node.quasi) ? node.quasi : undefined;
  const parts = Array.isArray(template?.quasis) ? (template.quasis as { value: { raw: string } }[]) : [];
  return parts.map(({ value }) => value.raw);
};

/** The statements of a migration, without the bodies of functions and without comments. A value is a question mark. */
const statementsOf = (file: SourceFile): Statement[] =>
  file.nodes.flatMap(({ node }) => {
    if (node.type !== 'TaggedTemplateExpression' || !isNode(node.tag) || node.tag.name !== 'sql') return [];
    const text = quasisOf(node)
      .join(' ? ')
      .replaceAll(/--.*$/gm, '')
      .replaceAll(/\$\$.*?\$\$/gs, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase();
    return [{ text, start: node.start }];
  });

const createdIn = (statements: readonly Statement[]): Set<string> =>
  new Set(statements.flatMap(({ text }) => /^create table (?:if not exists )?(\w+)/.exec(text)?.[1] ?? []));

/** Whether the default of a new column is the same for every row: PostgreSQL then does not write the table anew. */
const hasVolatileDefault = (text: string): boolean => {
  const [, value] = /\bdefault ([^,]*)/.exec(text) ?? [];
  return value !== undefined && /\(|\bcurrent_|\blocaltime/.test(value);
};

type Rule = { isBroken: (text: string) => boolean; problem: string };

const ofTable = /^alter table (?:only )?(?:if exists )?(\w+|\?)/;

// biome-ignore format: a table
const rules: Rule[] = [
  { isBroken: (text) => /^create (unique )?index\b/.test(text), problem: 'creates an index under a lock: use createIndex of an online migration' },
  { isBroken: (text) => ofTable.test(text) && /\badd (column )?(?!constraint|check|foreign|unique|primary)\w+ [^,]*\bdefault\b/.test(text) && hasVolatileDefault(text), problem: 'adds a column with a default that differs by row, which writes the table anew: add it without, set the default, fill it in lots' },
  { isBroken: (text) => ofTable.test(text) && /\badd (column )?\w+ .*\bgenerated\b/.test(text), problem: 'adds a generated column, which writes the table anew: use an index on the expression, or a trigger and a fill in lots' },
  { isBroken: (text) => ofTable.test(text) && /\balter (column )?\w+ (set data )?type\b/.test(text), problem: 'changes the type of a column, which writes the table anew: add a column and fill it in lots' },
  { isBroken: (text) => ofTable.test(text) && /\bset not null\b/.test(text), problem: 'reads the whole table under a lock: add a check as not valid, and validate it in an online migration' },
  { isBroken: (text) => ofTable.test(text) && /\badd (constraint \w+ )?(check|foreign key)\b/.test(text) && !/\bnot valid\b/.test(text), problem: 'checks every row under a lock: add the constraint as not valid, and validate it in an online migration' },
  { isBroken: (text) => ofTable.test(text) && /\badd (constraint \w+ )?(unique|primary key) \(/.test(text), problem: 'creates an index under a lock: create it online, and add the constraint using it' },
  { isBroken: (text) => /^update \w/.test(text), problem: 'changes rows in the transaction of a migration: use inLots of an online migration' },
  { isBroken: (text) => /^delete from \w/.test(text), problem: 'deletes rows in the transaction of a migration: use inLots of an online migration' },
];

// biome-ignore format: a table
const everywhere: Rule[] = [
  { isBroken: (text) => /\b(update|delete from) \w/.test(text) && !/\bwhere\b/.test(text) && !/\btrigger\b|\bpolicy\b/.test(text), problem: 'changes every row in one statement: use a range of ids' },
  { isBroken: (text) => /^(lock table|truncate|cluster|vacuum full|reindex (?!.*concurrently))/.test(text), problem: 'locks a table for as long as it takes' },
  { isBroken: (text) => /^create (unique )?index concurrently\b/.test(text), problem: 'leaves a broken index behind if it is interrupted: use createIndex' },
];

/** Servers of the release before still read and write what this removes. */
const removal = /\b(drop column|rename (column|to)|rename \w+ to)\b|^drop (table|view)\b/;

const tableOf = (text: string): string =>
  /^(?:alter table|update|delete from) (?:only )?(?:if exists )?(\w+|\?)|\bon (\w+|\?)/
    .exec(text)
    ?.slice(1)
    .find(Boolean) ?? '?';

/** Migrations from 0085 on run while servers work: none holds a lock for long, and none removes what they still use. */
export function locksShortly(file: SourceFile): string[] {
  const [, number, name = ''] = /^server\/migrations\/(\d{4})-(.*)\.ts$/.exec(file.path) ?? [];
  if (number === undefined || Number(number) < firstAlone) return [];
  const statements = statementsOf(file);
  const created = createdIn(statements);
  const isOnline = /export (async )?function online\b/.test(file.text);
  return statements.flatMap(({ text, start }) => {
    const table = tableOf(text);
    const isShort = created.has(table) || smallTables.has(table);
    const broken = [...(isShort || isOnline ? [] : rules), ...(isShort ? [] : everywhere)].filter((rule) =>
      rule.isBroken(text),
    );
    const removes = removal.test(text) && !name.startsWith('remove-');
    const problems = [
      ...broken.map(({ problem }) => problem),
      ...(removes ? ["removes or renames: do it a release later, in a migration named 'remove-…'"] : []),
    ];
    return problems.map((problem) => `line ${file.lineOf(start)} ${problem}`);
  });
}
