import { securityEvents } from '@kerb/domain/audit/security-events.ts';
import { acceptedEndings } from '@kerb/domain/documents/accepted-files.ts';
import { usualWords } from '@kerb/domain/session/password.ts';
import { describe, expect, it } from 'vitest';
import { isCode, isNode, repositoryFiles, type SourceFile, sourceFile, textOf } from './tidy/source.ts';

/** Lists in documents that nobody would remember to extend. */

const inProduct = (path: string) => isCode(path) && /^(server|web)\/src\//.test(path) && !/\.test\.tsx?$/.test(path);
const product = repositoryFiles()
  .filter((path) => inProduct(path) && !path.startsWith('server/src/demo/'))
  .map((path) => sourceFile(path, textOf(path)));

/** The texts in code marks below a heading of a document. */
function namedIn(path: string, heading: string): string[] {
  const [, after = ''] = textOf(path).split(`\n## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  return [...section.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
}
const filesNamedIn = (path: string, heading: string) =>
  namedIn(path, heading)
    .filter((name) => inProduct(name))
    .toSorted();

/** Names that a file imports from a module, types left out. */
const importedFrom = ({ nodes }: SourceFile, module: RegExp): string[] =>
  nodes.flatMap(({ node }) => {
    if (node.type !== 'ImportDeclaration' || node.importKind === 'type' || !isNode(node.source)) return [];
    if (!module.test(String(node.source.value))) return [];
    const specifiers = (node.specifiers as unknown[]).filter(isNode).filter(({ importKind }) => importKind !== 'type');
    return specifiers.map(({ imported, local }) =>
      String((isNode(imported) ? imported : (local as { name: string })).name),
    );
  });

const callsOf = ({ nodes }: SourceFile, name: string): boolean =>
  nodes.some(({ node }) => node.type === 'CallExpression' && isNode(node.callee) && node.callee.name === name);

const pathsOf = (files: readonly SourceFile[]) => files.map(({ path }) => path).toSorted();

describe('docs/cryptography.md', () => {
  it('names every file that uses a cryptographic function', () => {
    const uses = (file: SourceFile) =>
      importedFrom(file, /^node:crypto$/).some((name) => name !== 'randomUUID') ||
      importedFrom(file, /^(jose|otpauth)$/).length > 0 ||
      /\bcrypto\.(subtle|getRandomValues)\b/.test(file.text);
    expect(filesNamedIn('docs/cryptography.md', 'Where it is used')).toEqual(pathsOf(product.filter(uses)));
  });

  it('names every purpose for which a key is derived', () => {
    const [, type = ''] = /type Purpose =([^;]+);/.exec(textOf('server/src/platform/secrets.ts')) ?? [];
    const purposes = [...type.matchAll(/'([\w-]+)'/g)].map((match) => match[1] ?? '');
    expect(purposes.length).toBeGreaterThan(5);
    expect(namedIn('docs/cryptography.md', 'Keys')).toEqual(expect.arrayContaining(purposes));
  });
});

describe('docs/operations.md', () => {
  it('names every file that opens an outgoing connection', () => {
    const connects = (file: SourceFile) =>
      /^server\/.*\.ts$/.test(file.path) &&
      (callsOf(file, 'fetch') ||
        importedFrom(file, /^node:(net|tls|http|https|http2|dgram)$/).some((name) =>
          /^(connect|request|get|createSocket)$/.test(name),
        ) ||
        importedFrom(file, /^(nodemailer|stripe|@opentelemetry\/exporter-.*)$/).length > 0);
    const found = pathsOf(product.filter(connects));
    const database = 'server/src/platform/database/database.ts';
    expect(filesNamedIn('docs/operations.md', 'Outgoing connections')).toEqual([...found, database].toSorted());
  });
});

describe('a certificate', () => {
  it('is checked everywhere: no code switches that off', () => {
    const off = product.filter(({ text }) =>
      /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/.test(text),
    );
    expect(pathsOf(off)).toEqual([]);
  });
});

describe('docs/data.md', () => {
  it('gives every table of the database a level', () => {
    const inDatabase = [...textOf('server/src/platform/database/tables.ts').matchAll(/^ {2}(\w+): \{$/gm)]
      .map((match) => (match[1] ?? '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
      .toSorted();
    expect(inDatabase.length).toBeGreaterThan(50);
    const [tables = ''] = (textOf('docs/data.md').split('\n## Where it is\n')[1] ?? '').split('\nFiles are in');
    const named = [...tables.matchAll(/`(\w+)`/g)].map((match) => match[1] ?? '');
    expect(named.toSorted()).toEqual(inDatabase);
  });

  it('names every kind of file with its endings', () => {
    const [, section = ''] = textOf('docs/data.md').split('\n## Files\n');
    const [table = ''] = section.split('\n- ');
    for (const ending of Object.values(acceptedEndings).flat()) expect(table).toMatch(new RegExp(`\\b${ending}\\b`));
  });
});

describe('docs/logs.md', () => {
  it('names every kind of security event', () => {
    const kinds = Object.keys(securityEvents);
    const rows = [...textOf('docs/logs.md').matchAll(/^\| `([\w-]+)` \|/gm)].map((match) => match[1]);
    expect(rows).toEqual(kinds);
  });
});

describe('every kind of security event', () => {
  it('is recorded somewhere', () => {
    const server = product.map(({ text }) => text).join('\n');
    expect(Object.keys(securityEvents).filter((kind) => !server.includes(`'${kind}'`))).toEqual([]);
  });
});

describe('docs/sign-in.md', () => {
  it('names every means of signing in that the log knows', () => {
    const [, type = ''] =
      /type SignInMeans = ([^;]+);/.exec(textOf('server/src/platform/database/column-types.ts')) ?? [];
    const means = [...type.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '');
    const rows = [...textOf('docs/sign-in.md').matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1]);
    expect(rows).toEqual(expect.arrayContaining(means));
    expect(means.length).toBeGreaterThan(3);
  });

  it('lists the words of the business that no password may be made of', () => {
    const [, section = ''] = textOf('docs/sign-in.md').split('\n## Words that no password may be made of\n');
    const words = new Set(section.split('\n## ')[0]?.split(/[^a-z]+/));
    expect(usualWords.filter((word) => !words.has(word))).toEqual([]);
  });
});
