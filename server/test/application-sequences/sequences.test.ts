import { drawDocument } from '@kerb/server/platform/pdf/draw-document.ts';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { startSigningFixture } from '../signing-fixture.ts';
import { expectRules, expectSomebodyCanGoOn } from './rules.ts';
import { type Draw, type StepName, steps } from './steps.ts';
import { look, openWorld, type Sight, type World } from './world.ts';

// One document is drawn, in this thread and without its time limit: drawing takes seconds on a busy machine, and the
// rules compare documents by their keys.
vi.mock(import('@kerb/server/platform/pdf/draw-pdf.ts'), async (importOriginal) => {
  let drawn: Buffer | undefined;
  return {
    ...(await importOriginal()),
    drawPdf: async (document) => {
      drawn ??= Buffer.from(await drawDocument(document));
      return drawn;
    },
  };
});

const fixture = await startSigningFixture({ env: { LOG_LEVEL: 'error' } });
const taken: Partial<Record<StepName, number>> = {};

type Model = { sight: Sight };

class Step implements fc.AsyncCommand<Model, World> {
  readonly name: StepName;
  readonly draw: Draw;
  constructor(name: StepName, draw: Draw) {
    this.name = name;
    this.draw = draw;
  }
  check = () => true;
  toString = () => `${this.name}(${this.draw.who}, ${this.draw.which})`;

  async run(model: Model, world: World): Promise<void> {
    // The limits of codes are by real time and have tests of their own.
    await world.stage.db.deleteFrom('throttles').execute();
    const before = model.sight;
    const outcome = await steps[this.name](world, this.draw);
    const after = await look(world);
    expectRules({ name: this.name, before, after, outcome, log: world.stage.logLines });
    await expectSomebodyCanGoOn(world, after);
    if (outcome.answer.statusCode < 300) taken[this.name] = (taken[this.name] ?? 0) + 1;
    model.sight = after;
  }
}

const number = fc.nat({ max: 11 });
const weights: Partial<Record<StepName, number>> = {
  submit: 4,
  sign: 5,
  approve: 3,
  addPayer: 1,
  cancel: 1,
  decline: 1,
};
const names = (Object.keys(steps) as StepName[]).flatMap((name) => Array<StepName>(weights[name] ?? 2).fill(name));
const step = fc
  .tuple(fc.constantFrom(...names), number, number)
  .map(([name, who, which]) => new Step(name, { who, which }));

/** In CI the same few sequences, chosen for what they reach; more with SEQUENCES, others with SEED. */
const seed = Number(process.env.SEED ?? 77);
const numRuns = Number(process.env.SEQUENCES ?? 5);

describe('applications and signatures', () => {
  it('keep their rules in whatever order payers and staff act', { timeout: 60_000 + numRuns * 20_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands([step], { maxCommands: 40, size: 'max' }), async (commands) => {
        const world = await openWorld(fixture);
        const sight = await look(world);
        await fc.asyncModelRun(() => ({ model: { sight }, real: world }), commands);
      }),
      { numRuns, seed, endOnFailure: process.env.SHRINK === undefined },
    );
    // The sequences reach the end of the road, and are not refused from the start.
    expect(Object.keys(taken)).toEqual(expect.arrayContaining(['submit', 'approve', 'sign', 'reopen']));
  });
});
