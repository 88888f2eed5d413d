import * as fc from 'fast-check';
import { sql } from 'kysely';
import { comeToRest } from './acts.ts';
import { commandsOf, type Model } from './commands.ts';
import { errands, runErrand } from './errands.ts';
import { judge } from './invariants.ts';
import { anyOpening, open } from './openings.ts';
import { judgePapers } from './papers.ts';
import { ofWorld } from './two-accounts.ts';
import { type Business, newWorld, type Theatre, type World } from './world.ts';

export type Plan = {
  seed: number;
  sequences: number;
  mostCommands: number;
  isParallel: boolean;
  /** To run one failure again: its path and its path of commands, as they were printed. */
  path?: string;
  replayPath?: string;
  /** Stops after this time, also while it looks for a shorter sequence. */
  mostMs?: number;
  ignored?: readonly string[];
  /** Called after each sequence. */
  onSequence?: (world: World) => void;
};

export type Outcome = {
  seed: number;
  sequences: number;
  steps: number;
  /** How often each event was posted to the ledger by random steps, without the openings. */
  reached: Record<string, number>;
  failure: string | null;
};

const latestPosting = async ({ stage: { db } }: World): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from ledger_transactions`.execute(db);
  return Number(rows[0]?.id);
};

async function countReached(world: World, since: number, reached: Record<string, number>): Promise<void> {
  const { rows } = await sql<{ event: string; count: number }>`
    select t.event, count(*) as count from ledger_transactions t left join agreements a on a.id = t.agreement_id
    left join ledger_transactions r on r.id = t.reverses_id
    where t.id > ${since} and (a.tenant_id = ${world.tenantId} or ${ofWorld(world.tenantId)}) group by t.event`.execute(
    world.stage.db,
  );
  for (const { event, count } of rows) reached[event] = (reached[event] ?? 0) + Number(count);
}

const anyBusiness = fc.constantFrom<Business[]>(
  { by: 'agency', purpose: 'marketing' },
  { by: 'agency', purpose: 'marketing' },
  { by: 'agency', purpose: 'deposit' },
  { by: 'supplier', purpose: 'marketing' },
);

/** The error of a failed sequence has its sentences. */
async function tellStory(world: World, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const sentences = world.story.map((sentence, at) => `  ${at + 1}. ${sentence}`).join('\n');
    throw new Error(`${(error as Error).message}\n${sentences}`, { cause: error });
  }
}

/** Runs every errand in a world of its own. Together they reach every event. */
export async function runErrands(theatre: Theatre, reached: Record<string, number>): Promise<void> {
  for (const errand of errands) {
    const world = await newWorld(theatre);
    await tellStory(world, async () => {
      await open(world, errand.from);
      const since = await latestPosting(world);
      await runErrand(world, errand, 0);
      await comeToRest(world);
      await judge(world);
      await countReached(world, since, reached);
    });
  }
}

/** Runs random sequences, each in a world of its own. A failure is shortened, and says how to run it again. */
export async function runSequences(theatre: Theatre, plan: Plan): Promise<Outcome> {
  const { seed, path, replayPath, ignored = [] } = plan;
  let [steps, sequences] = [0, 0];
  const reached: Record<string, number> = {};
  const commands = fc.commands(commandsOf(plan), {
    maxCommands: plan.mostCommands,
    size: 'max',
    ...(replayPath && { replayPath }),
  });
  const property = fc.asyncProperty(anyBusiness, anyOpening, commands, async (business, opening, drawn) => {
    const world = { ...(await newWorld(theatre, business)), ignored };
    await tellStory(world, async () => {
      await open(world, opening);
      const since = await latestPosting(world);
      await judge(world);
      await fc.asyncModelRun<Model, World, true, Model>(() => ({ model: { world }, real: world }), drawn);
      await comeToRest(world);
      await judge(world);
      await judgePapers(world);
      await countReached(world, since, reached);
    });
    sequences += 1;
    steps += world.steps;
    plan.onSequence?.(world);
  });
  const details = await fc.check(property, {
    seed,
    numRuns: plan.sequences,
    ...(path && { path }),
    ...(plan.mostMs && { interruptAfterTimeLimit: plan.mostMs }),
  });
  const failure = details.failed
    ? `seed ${seed}, path ${details.counterexamplePath}, ${details.counterexample?.[2]}\n${details.errorInstance}`
    : null;
  return { seed, sequences, steps, reached, failure };
}
