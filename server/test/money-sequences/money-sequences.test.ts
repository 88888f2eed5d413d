import { countryCodes } from '@kerb/domain/countries/country.ts';
import { ledgerEventNames } from '@kerb/domain/payments/ledger-events.ts';
import { expect, it } from 'vitest';
import { onPostgres } from '../test-database.ts';
import { runErrands, runSequences } from './run-sequences.ts';
import { openTheatre } from './world.ts';

/**
 * Random sequences of every step that moves money or status, with a seed of their own: the same steps in every run.
 * `npm run soak` draws others for an hour. The countries take turns, so that no sequence runs twice. The embedded
 * engine is slower and has one connection, so it runs fewer.
 */
const extent = onPostgres ? { seed: 5, sequences: 2, mostCommands: 110 } : { seed: 17, sequences: 2, mostCommands: 40 };

it('random sequences of money keep every rule of the books after every step', { timeout: 600_000 }, async () => {
  for (const [at, country] of countryCodes.entries()) {
    const theatre = await openTheatre(country);
    const path = String(at * extent.sequences);
    const plan = { ...extent, path, isParallel: onPostgres, mostMs: 240_000 };
    const { failure, sequences, steps, reached } = await runSequences(theatre, plan);
    expect({ country, failure, sequences }).toEqual({ country, failure: null, sequences: extent.sequences });
    expect(steps).toBeGreaterThan(extent.sequences * 5);
    console.log(`${country}: ${steps} steps in ${sequences} sequences reached ${JSON.stringify(reached)}`);
  }
});

/** Events of upgrades are not written by any request. */
const ofUpgrades: readonly string[] = ['opening', 'release', 'carry'];
const wanted = ledgerEventNames.filter((event) => !ofUpgrades.includes(event));

it('the errands that random sequences draw reach every event of the ledger', { timeout: 300_000 }, async () => {
  const reached: Record<string, number> = {};
  await runErrands(await openTheatre('NZ'), reached);
  expect(Object.keys(reached).toSorted()).toEqual(wanted.toSorted());
});
