import { countryCodes } from '@kerb/domain/countries/country.ts';
import { describe, expect, it } from 'vitest';
import { onPostgres } from '../test-database.ts';
import { runSequences } from './run-sequences.ts';
import { openTheatre } from './world.ts';

/**
 * Random sequences of every step that moves money or status, with a fixed seed: the same steps in every run. `npm run
 * soak` draws others for an hour.
 */
describe('random sequences of money', () => {
  const sequences = onPostgres ? 7 : 2;

  it.each(countryCodes)(
    'keep every rule of the books after every step, in %s',
    { timeout: 300_000 },
    async (country) => {
      const theatre = await openTheatre(country);
      const plan = { seed: 17, sequences, mostCommands: 40, isParallel: onPostgres, mostMs: 240_000 };
      const { failure, steps } = await runSequences(theatre, plan);
      expect(failure).toBe(null);
      expect(steps).toBeGreaterThan(sequences * 5);
    },
  );
});
