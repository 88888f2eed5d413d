import * as fc from 'fast-check';
import { comeToRest } from './acts.ts';
import { commandsOf, type Model } from './commands.ts';
import { judge } from './invariants.ts';
import { anyOpening, open } from './openings.ts';
import { newWorld, type Theatre, type World } from './world.ts';

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

export type Outcome = { seed: number; sequences: number; steps: number; failure: string | null };

/** The sentences of a failed sequence stand in its error. */
async function tellStory(world: World, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const sentences = world.story.map((sentence, at) => `  ${at + 1}. ${sentence}`).join('\n');
    throw new Error(`${(error as Error).message}\n${sentences}`, { cause: error });
  }
}

/** Runs random sequences, each in a world of its own. A failure is shortened, and says how to run it again. */
export async function runSequences(theatre: Theatre, plan: Plan): Promise<Outcome> {
  const { seed, path, replayPath, ignored = [] } = plan;
  let [steps, sequences] = [0, 0];
  const commands = fc.commands(commandsOf(plan), {
    maxCommands: plan.mostCommands,
    size: 'max',
    ...(replayPath && { replayPath }),
  });
  const property = fc.asyncProperty(anyOpening, commands, async (opening, drawn) => {
    const world = { ...(await newWorld(theatre)), ignored };
    await tellStory(world, async () => {
      await open(world, opening);
      await judge(world);
      await fc.asyncModelRun<Model, World, true, Model>(() => ({ model: { world }, real: world }), drawn);
      await comeToRest(world);
      await judge(world);
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
    ? `seed ${seed}, path ${details.counterexamplePath}, ${details.counterexample?.[1]}\n${details.errorInstance}`
    : null;
  return { seed, sequences, steps, failure };
}
