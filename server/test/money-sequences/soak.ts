import { parseArgs } from 'node:util';
import { countryCodes } from '@kerb/domain/countries/country.ts';
import makeTemplate from '../global-setup.ts';
import { closeStages } from '../harness.ts';
import { onPostgres } from '../test-database.ts';
import { runSequences } from './run-sequences.ts';
import { openTheatre, type Theatre, type World } from './world.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string' },
    path: { type: 'string' },
    commands: { type: 'string', default: '60' },
    // Each round draws a new seed, so that one failure does not hide others.
    sequences: { type: 'string', default: '10' },
    'replay-path': { type: 'string' },
    country: { type: 'string' },
    // 'one' or 'two' bank accounts. Without it, one in one country and two in the next.
    accounts: { type: 'string' },
    ignore: { type: 'string', multiple: true, default: [] },
  },
});

const count = { sequences: 0, steps: 0, failures: [] as string[] };
const [refusals, successes] = [new Map<string, number>(), new Map<string, number>()];

/** Amounts and numbers differ in each sequence. */
const plain = (words: string): string => words.replace(/[\d,.]*\d/g, 'N');

function countOne(counts: Map<string, number>, words: string | undefined): void {
  if (words !== undefined) counts.set(plain(words), (counts.get(plain(words)) ?? 0) + 1);
}

function countStory({ story }: World): void {
  for (const sentence of story) {
    countOne(refusals, /: 4\d\d \((.*)\)$/s.exec(sentence)?.[1]);
    countOne(successes, /^(.*): 2\d\d$/s.exec(sentence)?.[1]);
  }
}

async function round(theatre: Theatre, seed: number): Promise<void> {
  const { path, 'replay-path': replayPath } = values;
  const outcome = await runSequences(theatre, {
    seed,
    sequences: Number(values.sequences),
    mostCommands: Number(values.commands),
    isParallel: onPostgres,
    ignored: values.ignore,
    onSequence: countStory,
    mostMs: 5 * 60_000,
    ...(path && { path }),
    ...(replayPath && { replayPath }),
  });
  count.sequences += outcome.sequences;
  count.steps += outcome.steps;
  if (outcome.failure === null) return;
  count.failures.push(outcome.failure);
  console.log(`\n${theatre.stage.deps.country.code} BROKEN: ${outcome.failure}`);
}

function report(): void {
  console.log(`\n${count.sequences} sequences, ${count.steps} steps, ${count.failures.length} failures`);
  for (const [title, counts] of [
    ['Done', successes],
    ['Refused', refusals],
  ] as const) {
    console.log(`\n${title}`);
    const often = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, 60);
    for (const [words, times] of often) console.log(`${String(times).padStart(7)}  ${words}`);
  }
}

await makeTemplate();
const codes: readonly string[] = countryCodes;
const chosen = values.country ? [values.country] : codes;
const hasTwo = (country: string): boolean =>
  values.accounts ? values.accounts === 'two' : codes.indexOf(country) % 2 === 1;
const theatres = await Promise.all(chosen.map((country) => openTheatre(country, hasTwo(country))));
const until = Date.now() + Number(values.minutes) * 60_000;
const isReplay = values.seed !== undefined;
for (let at = 0; at === 0 || (!isReplay && Date.now() < until); at += 1) {
  for (const theatre of theatres)
    await round(theatre, isReplay ? Number(values.seed) : Math.trunc(Math.random() * 2 ** 31));
}
report();
await closeStages();
process.exitCode = count.failures.length > 0 ? 1 : 0;
