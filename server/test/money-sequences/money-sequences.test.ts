import { countryCodes } from '@kerb/domain/countries/country.ts';
import { expect, it } from 'vitest';
import { onPostgres } from '../test-database.ts';
import { runSequences } from './run-sequences.ts';
import { openTheatre } from './world.ts';

/**
 * Random sequences of every step that moves money or status, with a seed of their own: the same steps in every run,
 * chosen for what they reach. `npm run soak` draws others for an hour. The countries take turns, so that no sequence
 * runs twice. The embedded engine is slower and has one connection, so it runs fewer.
 */
const extent = onPostgres ? { seed: 2, sequences: 4, mostCommands: 110 } : { seed: 8, sequences: 2, mostCommands: 40 };

/** What the random steps must reach on PostgreSQL, without the openings. If they no longer do, choose another seed. */
const wanted = ['payment', 'void', 'refund-requested', 'refunded', 'change', 'transfer', 'lend', 'unlend', 'end'];

it('random sequences of money keep every rule of the books after every step, and reach every kind of event', {
  timeout: 600_000,
}, async () => {
  const seen = new Set<string>();
  for (const [at, country] of countryCodes.entries()) {
    const theatre = await openTheatre(country);
    const path = String(at * extent.sequences);
    const plan = { ...extent, path, isParallel: onPostgres, mostMs: 240_000 };
    const { failure, sequences, steps, reached } = await runSequences(theatre, plan);
    expect({ country, failure, sequences }).toEqual({ country, failure: null, sequences: extent.sequences });
    expect(steps).toBeGreaterThan(extent.sequences * 5);
    console.log(`${country}: ${steps} steps in ${sequences} sequences reached ${JSON.stringify(reached)}`);
    for (const event of Object.keys(reached)) seen.add(event);
  }
  if (onPostgres) expect([...seen]).toEqual(expect.arrayContaining(wanted));
});
