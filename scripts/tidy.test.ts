import { describe, expect, it } from 'vitest';
import { namesNoCountry } from './tidy/countries.ts';
import { runsNoText } from './tidy/dangerous.ts';
import { hasNoResolvedAddress, isLivingDocument, namesNoMachine, namesWhatExists } from './tidy/documents.ts';
import { saysWhyErrorsAreDropped } from './tidy/errors.ts';
import { readsLabels } from './tidy/labels.ts';
import { circles, importGraph, importsLowerLayers, layers, roomOf, roots } from './tidy/layers.ts';
import { importsByPackageName, importsDeclaredPackages, importsOnlyDownwards } from './tidy/layout.ts';
import { fitsTheWidth, hasShortFunctions, isShortFile } from './tidy/limits.ts';
import { datesLoansOnce } from './tidy/loan-dates.ts';
import { locksShortly } from './tidy/migrations.ts';
import { namesEveryGap } from './tidy/numbering.ts';
import { readsPaymentFromLedger } from './tidy/payment-references.ts';
import { namesThePerson } from './tidy/plain-words.ts';
import { comparesNoRole } from './tidy/roles.ts';
import { sentencesTypedTwice } from './tidy/sentences.ts';
import { isCode, repositoryFiles, type SourceFile, sourceFile, textOf } from './tidy/source.ts';
import { isFinished, isPure, isWellNamed, runsEveryTest, trustsTypes } from './tidy/words.ts';

/** The tests of the architecture. To change a rule, write a decision first. */

type Manifest = { scripts?: object; dependencies?: object; devDependencies?: object };

const files = repositoryFiles();
const code = files.filter(isCode).map((path) => sourceFile(path, textOf(path)));
const manifest: Manifest = JSON.parse(textOf('package.json'));
const repository = { files, scripts: Object.keys(manifest.scripts ?? {}) };

function packagesOf(workspace: string): Set<string> {
  const { dependencies, devDependencies }: Manifest = JSON.parse(textOf(`${workspace}/package.json`));
  return new Set(Object.keys({ ...dependencies, ...devDependencies }));
}

const root = new Set(Object.keys(manifest.devDependencies ?? {}));
const server = packagesOf('server');
const declared = {
  root,
  domain: packagesOf('domain'),
  server,
  web: packagesOf('web'),
  sdk: packagesOf('sdk'),
  scripts: root,
  e2e: root,
  // Benchmarks run the server's own code.
  bench: root.union(server),
};

type Rule = (file: SourceFile) => string[];

const offenders = (rule: Rule) => code.flatMap((file) => rule(file).map((problem) => `${file.path}: ${problem}`));

const rulesOfCode: Record<string, Rule> = {
  'imports only downwards': importsOnlyDownwards,
  'imports only rooms of lower layers': importsLowerLayers,
  'imports our own code by package name': importsByPackageName,
  'imports only packages that its package.json declares': (file) => importsDeclaredPackages(file, declared),
  'is within the limit of lines': isShortFile,
  'has short functions': hasShortFunctions,
  'is within the limit of columns': fitsTheWidth,
  'names no country outside its own folders': namesNoCountry,
  'compares no role or standing outside the domain': comparesNoRole,
  'does no input or output in the domain': isPure,
  "does not use the type 'any'": trustsTypes,
  'has no unfinished work': isFinished,
  'skips no test': runsEveryTest,
  'reads labels from the tables of fields': readsLabels,
  'starts no program and runs no text': runsNoText,
  'says why an error is dropped': saysWhyErrorsAreDropped,
  'computes the dates of a loan in one place': datesLoansOnce,
  'reads from the ledger whether a campaign is paid': readsPaymentFromLedger,
  'migrates with short locks': locksShortly,
};

describe('every code file', () => {
  it.each(Object.entries(rulesOfCode))('%s', (_, rule) => {
    expect(offenders(rule)).toEqual([]);
  });

  it('has a name that says what is inside', () => {
    const named = files.filter((path) => isCode(path) || path.endsWith('.css'));
    expect(named.flatMap((path) => isWellNamed(path).map((problem) => `${path}: ${problem}`))).toEqual([]);
  });

  it('of the domain and the server types no sentence that another file has', () => {
    expect(sentencesTypedTwice(code)).toEqual([]);
  });

  it('is in no import circle, types included', () => {
    expect(circles(importGraph(code))).toEqual([]);
  });
});

describe('every room', () => {
  const roomsOf = (root: string) =>
    new Set(code.flatMap(({ path }) => [roomOf(path)]).flatMap((at) => (at?.root === root ? [at.room] : [])));

  it.each(roots)('of %s is in one layer, and every listed room exists', (root) => {
    if (layers[root].length > 0) expect(layers[root].flat().toSorted()).toEqual([...roomsOf(root)].toSorted());
  });
});

describe('every document', () => {
  it('names only paths, scripts and pages that exist', () => {
    const problems = files
      .filter(isLivingDocument)
      .flatMap((path) => namesWhatExists(path, textOf(path), repository).map((problem) => `${path}: ${problem}`));
    expect(problems).toEqual([]);
  });
});

describe('every numbered folder', () => {
  it.each(['docs/decisions', 'server/migrations'])('%s names the numbers that it left out', (folder) => {
    const names = files.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1));
    expect(namesEveryGap(textOf(`${folder}/README.md`), names)).toEqual([]);
  });
});

describe('every tracked file', () => {
  const texts = files.map((path) => ({ path, text: textOf(path) })).filter(({ text }) => !text.includes('\0'));

  it('uses no word that names nobody', () => {
    const problems = texts.flatMap(({ path, text }) =>
      namesThePerson(path, text).map((problem) => `${path}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it('names no package registry and no folder of a machine', () => {
    const problems = texts.flatMap(({ path, text }) => namesNoMachine(text).map((problem) => `${path}: ${problem}`));
    expect(problems).toEqual([]);
  });

  it('installs from whichever registry the machine has', () => {
    expect(hasNoResolvedAddress(JSON.parse(textOf('package-lock.json')))).toEqual([]);
  });
});
