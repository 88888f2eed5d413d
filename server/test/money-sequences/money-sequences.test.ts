import { countryCodes } from '@kerb/domain/countries/country.ts';
import { describe, expect, it } from 'vitest';
import { onPostgres } from '../test-database.ts';
import { runSequences } from './run-sequences.ts';
import { openTheatre } from './world.ts';

/**
 * Random sequences of every step that moves money or status, with a fixed seed: the same steps in every run. `npm run
 * soak` draws others for an hour. The embedded engine is slower and has one connection, so it runs fewer.
 */
const extent = onPostgres ? { seed: 2, sequences: 7, mostCommands: 110 } : { seed: 17, sequences: 2, mostCommands: 40 };

/** What the random steps must reach on PostgreSQL, without the openings. Another seed is chosen if they no longer do. */
const wanted = ['payment', 'void', 'refund-requested', 'refunded', 'change', 'transfer', 'lend', 'unlend', 'end'];

describe('random sequences of money', () => {
  it.each(countryCodes)(
    'keep every rule of the books after every step, and reach payouts, voids and changes after payment, in %s',
    { timeout: 300_000 },
    async (country) => {
      const theatre = await openTheatre(country);
      const plan = { ...extent, isParallel: onPostgres, mostMs: 240_000 };
      const { failure, steps, reached } = await runSequences(theatre, plan);
      expect(failure).toBe(null);
      console.log(`${country}: ${steps} steps in ${extent.sequences} sequences reached ${JSON.stringify(reached)}`);
      expect(steps).toBeGreaterThan(extent.sequences * 5);
      if (onPostgres) expect(Object.keys(reached)).toEqual(expect.arrayContaining(wanted));
    },
  );
});
