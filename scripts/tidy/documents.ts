import { dirname, join } from 'node:path';

export type Repository = { files: string[]; scripts: string[] };

/**
 * Decisions and the changelog are history, and generated pages are printed. They may name files that no longer exist.
 */
export const isLivingDocument = (path: string): boolean =>
  /^(README|ARCHITECTURE|STYLE|CONTRIBUTING|SECURITY)\.md$/.test(path) || /^docs\/[^/]+\.md$/.test(path);

const places = /^(domain|server|web|sdk|e2e|scripts|docs|bench|\.ci)\//;
const fileName = /^[\w-]+(\.[\w-]+)*\.(md|ts|tsx|mjs|css|json)$/;
const plainPath = /^[\w.-]+(\/[\w.-]+)*\/?$/;
// A build writes these, so a fresh clone does not have them.
const generated = /^(web|server)\/dist(\/|$)/;

const inlineCode = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
const fencedCode = (text: string) => [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? '');
const withoutFences = (text: string) => text.replace(/^```[^\n]*\n[\s\S]*?^```/gm, '');

function isThere(path: string, files: string[]): boolean {
  const plain = path.replace(/\/$/, '');
  return files.some((file) => file === plain || file.startsWith(`${plain}/`));
}

function missingPaths(text: string, { files }: Repository): string[] {
  const words = [...inlineCode(withoutFences(text)), ...fencedCode(text)].flatMap((code) => code.split(/\s+/));
  const plain = words.map((word) => word.replace(/[,;:.)]+$/, '')).filter((word) => plainPath.test(word));
  const paths = plain.filter((word) => places.test(word) && !generated.test(word) && !isThere(word, files));
  const names = inlineCode(withoutFences(text)).filter((word) => fileName.test(word));
  const unknown = names.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)));
  return [...paths, ...unknown].map((path) => `names ${path}, which does not exist`);
}

/** The scripts that a text runs by npm, as `npm run docs` or `npm start`. */
export const scriptsNamedIn = (text: string): string[] =>
  [...text.matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g)].map((match) => match[1] ?? match[2] ?? '');

const missingScripts = (text: string, { scripts }: Repository): string[] =>
  scriptsNamedIn(text)
    .filter((name) => !scripts.includes(name))
    .map((name) => `names npm run ${name}, which does not exist`);

function missingLinks(path: string, text: string, { files }: Repository): string[] {
  const links = [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  const local = links.map((link) => link.replace(/#.*$/, '')).filter((link) => link !== '' && !/^[a-z]+:/.test(link));
  return local
    .filter((link) => !isThere(join(dirname(path), link), files))
    .map((link) => `links to ${link}, which does not exist`);
}

export function namesWhatExists(path: string, text: string, repository: Repository): string[] {
  const problems = [
    missingPaths(text, repository),
    missingScripts(text, repository),
    missingLinks(path, text, repository),
  ];
  return [...new Set(problems.flat())];
}

const hosts =
  /\b(registry\.npmjs\.org|registry\.yarnpkg\.com|npm\.pkg\.github\.com|(deb|security|ftp)\.debian\.org|pypi\.org)\b/;
const machinePath = /(?<![\w.~-])\/(work|root|home\/\w+|Users\/\w+)\//;

/** A registry's host or a user's folder belongs to one machine and not to the repository. */
export function namesNoMachine(text: string): string[] {
  return text.split('\n').flatMap((line, position) => {
    const name = (hosts.exec(line) ?? machinePath.exec(line))?.[0];
    return name ? [`line ${position + 1} names ${name}`] : [];
  });
}

type Lockfile = { packages: Record<string, { resolved?: string; link?: boolean }> };

export const hasNoResolvedAddress = (lockfile: Lockfile): string[] =>
  Object.entries(lockfile.packages).flatMap(([name, { resolved, link }]) =>
    resolved !== undefined && !link ? [`${name} is resolved to ${resolved}`] : [],
  );
