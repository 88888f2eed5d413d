import { countryCodes } from '@kerb/domain/countries/country.ts';
import { ledgerEventNames } from '@kerb/domain/payments/ledger-events.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { onPostgres } from '../test-database.ts';
import { takeStep } from './ask.ts';
import { judge } from './invariants.ts';
import { readCampaigns } from './model.ts';
import { type Opening, open } from './openings.ts';
import { runErrands, runSequences } from './run-sequences.ts';
import { tellingSteps } from './steps/telling.ts';
import { moveClock, newWorld, openTheatre } from './world.ts';

/**
 * Random sequences of every step that moves money or status, with a seed of their own: the same steps in every run.
 * `npm run soak` draws others for an hour. The countries take turns, so that no sequence runs twice. The embedded
 * engine is slower and has one connection, so it runs fewer.
 */
const extent = onPostgres ? { seed: 5, sequences: 2, mostCommands: 110 } : { seed: 17, sequences: 2, mostCommands: 40 };

it('random sequences of money keep every rule of the books after every step', { timeout: 600_000 }, async () => {
  for (const [at, country] of countryCodes.entries()) {
    // With one bank account in one country, and with two in the next.
    const theatre = await openTheatre(country, at % 2 === 1);
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
  await runErrands(await openTheatre('NZ', true), reached);
  expect(Object.keys(reached).toSorted()).toEqual(wanted.toSorted());
});

/** A payer can be reminded after some days of silence, and a receipt needs a payment. */
const openingOf = (name: string): Opening => (name === 'send a receipt' ? 'a payment' : 'a sent campaign');

it('the steps that only tell something succeed when their time has come', { timeout: 300_000 }, async () => {
  const theatre = await openTheatre('AU');
  const succeeded = new Set<string>();
  for (const { name, usually: who, drafts } of tellingSteps) {
    const world = await newWorld(theatre);
    await open(world, openingOf(name));
    await moveClock(world, 4);
    for (const drafting of fc.sample(drafts, { seed: 1, numRuns: 6 })) {
      const [campaign] = await readCampaigns(world);
      const made = campaign && (await drafting({ world, who, campaign }));
      if (!made) continue;
      const { status } = await takeStep(world, { ...made, who, campaign: campaign.id });
      if (status < 300) succeeded.add(name);
    }
    await judge(world);
  }
  expect([...succeeded]).toEqual(tellingSteps.map(({ name }) => name));
});
