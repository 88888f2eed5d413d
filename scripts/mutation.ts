import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inRoot, seconds } from './command.ts';
import { compiled } from './mutation/compiler.ts';
import { dependentsOf, graphOf } from './mutation/graph.ts';
import { mutantsOf } from './mutation/mutants.ts';
import { missed, scoreTable } from './mutation/report.ts';
import { tryAll } from './mutation/trials.ts';
import { repositoryFiles, sourceFile, textOf } from './tidy/source.ts';

/** The rooms of the domain that decide about money and rights. */
const rooms = ['loans', 'payments', 'options', 'batches', 'countries', 'rates', 'access'];
const quality = inRoot('docs', 'quality.md');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { threads: { type: 'string', default: '2' }, write: { type: 'boolean', default: false } },
});
const choices = positionals.length === 0 ? rooms : positionals;

/** A choice is a room, or the path of a file or folder. */
const isChosen = (path: string) =>
  choices.some((choice) => path.startsWith(choice.includes('/') ? choice : `domain/src/${choice}/`));

function fail(words: string): never {
  console.error(words);
  process.exit(1);
}

function writeScores(table: string): void {
  const dated = `<!-- scores -->\nMeasured on ${new Date().toISOString().slice(0, 10)}.\n\n${table}\n<!-- end of scores -->`;
  const text = readFileSync(quality, 'utf8');
  writeFileSync(quality, text.replace(/<!-- scores -->.*<!-- end of scores -->/s, dated));
}

const since = performance.now();
const files = repositoryFiles()
  .filter((path) => /^domain\/src\/.*\.ts$/.test(path))
  .map((path) => sourceFile(path, textOf(path)));
const chosen = files.filter(({ path, isTest }) => !isTest && isChosen(path));
if (chosen.length === 0) fail(`No file of the domain is in ${choices.join(', ')}. The rooms are ${rooms.join(', ')}.`);
if (values.write && positionals.length > 0) fail('Only a run of all rooms is written to docs/quality.md.');

const drawn = chosen.flatMap(({ path, text }) => mutantsOf(path, text)).map((mutant, id) => ({ ...mutant, id }));
const mutants = await compiled(drawn, textOf);
console.log(`${mutants.length} mutants; the compiler refuses ${drawn.length - mutants.length} more. ${seconds(since)}`);

const graph = graphOf(files);
const concerned = new Set(chosen.flatMap(({ path }) => [...dependentsOf(path, graph)]));
const trials = await tryAll(mutants, {
  tests: files.filter(({ path, isTest }) => isTest && concerned.has(path)).map(({ path }) => path),
  graph,
  threads: Number(values.threads),
  onTrial: (done) => {
    if (done % 200 === 0) console.log(`${done} of ${mutants.length} tried. ${seconds(since)}`);
  },
});

const table = scoreTable(trials);
if (values.write) writeScores(table);
console.log(`\n${[...missed(trials), '', table].join('\n')}\n\n${seconds(since)}`);
