import * as fc from 'fast-check';
import { type Act, acts } from './acts.ts';
import {
  type Answer,
  type Ask,
  Broken,
  fingerprint,
  isStored,
  isSuccess,
  judgeAnswer,
  repeat,
  send,
  takeStep,
  tell,
} from './ask.ts';
import { receivedNet } from './campaign-money.ts';
import { type Errand, errands, runErrand } from './errands.ts';
import { judge } from './invariants.ts';
import { readCampaigns } from './model.ts';
import { look } from './sight.ts';
import { applyingSteps } from './steps/applying.ts';
import { bankSteps } from './steps/bank.ts';
import { changingSteps } from './steps/changing.ts';
import { moreTimeSteps } from './steps/more-time.ts';
import { movingSteps } from './steps/moving.ts';
import { offeringSteps } from './steps/offering.ts';
import { payerSteps } from './steps/payers.ts';
import { payingSteps } from './steps/paying.ts';
import { payingOutSteps } from './steps/paying-out.ts';
import { repayingSteps } from './steps/repaying.ts';
import { sendingBackSteps } from './steps/sending-back.ts';
import { statusSteps } from './steps/status.ts';
import { type Drafting, nth, place, type Step } from './steps/step.ts';
import { tellingSteps } from './steps/telling.ts';
import { type ActorName, actors, armFault, disarmFault, faultTables, type World } from './world.ts';

export type Model = { world: World };
type Command = fc.AsyncCommand<Model, World, true>;

// biome-ignore format: a list
const steps: readonly Step[] = [
  ...payingSteps, ...changingSteps, ...statusSteps, ...payingOutSteps, ...sendingBackSteps, ...bankSteps, ...applyingSteps, ...payerSteps,
  ...offeringSteps, ...repayingSteps, ...moreTimeSteps, ...movingSteps, ...tellingSteps,
];

/** Before it runs, a command is prepared by what the world looks like. Null: it makes no sense now. */
type Prepare = (world: World) => Promise<(() => Promise<void>) | null>;

/** The printed sentence of a command is in the story of its world, with its answer. */
class Prepared implements Command {
  private run_: (() => Promise<void>) | null = null;
  readonly prepare: Prepare;
  readonly name: string;
  constructor(name: string, prepare: Prepare) {
    this.name = name;
    this.prepare = prepare;
  }
  async check({ world }: Readonly<Model>): Promise<boolean> {
    this.run_ = await this.prepare(world);
    return this.run_ !== null;
  }
  async run(_: Model, world: World): Promise<void> {
    await this.run_?.();
    await judge(world);
    world.steps += 1;
  }
  toString(): string {
    return this.name;
  }
}

/** Mostly the person whose step it is, and sometimes anybody. */
const whoOf = ({ usually }: Step): fc.Arbitrary<ActorName> =>
  fc.nat(99).map((n) => (n < 88 ? usually : (actors[n % actors.length] ?? usually)));

type Drawn = { step: Step; who: ActorName; drafting: Drafting; campaign: number };

const drawn = (step: Step): fc.Arbitrary<Drawn> =>
  fc.record({ step: fc.constant(step), who: whoOf(step), drafting: step.drafts, campaign: fc.nat(5) });

async function draft(world: World, { who, drafting }: Drawn, place: number): Promise<Ask | null> {
  const campaign = nth(await readCampaigns(world), place);
  if (!campaign) return null;
  const made = await drafting({ world, who, campaign });
  return made && { ...made, who, campaign: campaign.id };
}

const oneStep = (step: Step): fc.Arbitrary<Command> =>
  drawn(step).map(
    (one) =>
      new Prepared(step.name, async (world) => {
        const ask = await draft(world, one, one.campaign);
        return ask && (() => takeAlone(world, ask));
      }),
  );

const lockedFields = 'budget, fee and option do not change by a direct save while there is money';

/** Once money was received, only the step that shows what happens to it changes what was paid for. */
async function takeAlone(world: World, ask: Ask): Promise<void> {
  const isDirect = ask.method === 'PUT' || ask.url.endsWith('/choose-option');
  const before = isDirect ? (await look(world)).campaigns.find(({ id }) => id === ask.campaign) : undefined;
  await takeStep(world, ask);
  if (!before || world.ignored.some((name) => lockedFields.startsWith(name))) return;
  const after = (await readCampaigns(world)).find(({ id }) => id === ask.campaign);
  const isChanged = after && (after.budget !== before.budget || after.option !== before.option);
  const hasMoney = receivedNet(before) > 0 || before.outside.paidOut > 0;
  if (isChanged && hasMoney) throw new Broken(lockedFields);
}

const anyDrawn: fc.Arbitrary<Drawn> = fc.oneof(
  ...steps.map((step) => ({ weight: step.often, arbitrary: drawn(step) })),
);

/** Two requests at once on one campaign. One may be refused because of the other; nothing else may go wrong. */
async function takeBoth(world: World, asks: readonly [Ask, Ask]): Promise<void> {
  const before = await fingerprint(world);
  const answers = await Promise.all(asks.map((ask) => send(world, ask)));
  world.story.push('at once:');
  const pairs = asks.map((ask, at) => [ask, answers[at] as Answer] as const);
  for (const [ask, answer] of pairs) {
    tell(world, ask, answer);
    judgeAnswer(world, ask, answer);
    if (isSuccess(answer)) await ask.happened?.(answer);
  }
  const mayLeaveTrace = pairs.some(([ask, answer]) => isSuccess(answer) || ask.callsGateway);
  if (!mayLeaveTrace && (await fingerprint(world)) !== before) {
    throw new Broken('two refused requests changed something');
  }
}

const twoAtOnce: fc.Arbitrary<Command> = fc.tuple(anyDrawn, anyDrawn).map(
  ([one, other]) =>
    new Prepared(`${one.step.name} and ${other.step.name} at once`, async (world) => {
      const first = await draft(world, one, one.campaign);
      const second = await draft(world, other, one.campaign);
      return first && second && (() => takeBoth(world, [first, second]));
    }),
);

/** A request fails at its n-th insert into a table. It has changed nothing, and the next one works. */
const failing: fc.Arbitrary<Command> = fc
  .record({ one: anyDrawn, table: fc.constantFrom(...faultTables), at: fc.integer({ min: 1, max: 3 }) })
  .map(
    ({ one, table, at }) =>
      new Prepared(`${one.step.name}, failing at ${table} ${at}`, async (world) => {
        const ask = await draft(world, one, one.campaign);
        if (!ask) return null;
        return async () => {
          await armFault(world, table, at);
          await takeStep(world, { ...ask, words: `${ask.words} (fault at insert ${at} into ${table})` });
          await disarmFault(world);
        };
      }),
  );

const repeated: fc.Arbitrary<Command> = fc.record({ at: fc.nat(9), isOther: fc.nat(4).map((n) => n === 4) }).map(
  ({ at, isOther }) =>
    new Prepared('repeat an earlier request', async (world) => {
      const earlier = nth(world.answered.toReversed(), at);
      if (!earlier) return null;
      const { ask, answer } = earlier;
      if (!isStored(answer)) return async () => void (await takeStep(world, { ...ask, words: `again ${ask.words}` }));
      return isOther ? () => refuseOtherBody(world, ask) : () => repeat(world, ask, answer);
    }),
);

async function refuseOtherBody(world: World, ask: Ask): Promise<void> {
  const other = { ...(ask.body as object), description: 'another request' };
  const answer = await send(world, { ...ask, body: other });
  tell(world, { ...ask, words: `sends the key again with another body to ${ask.words}` }, answer);
  // A body that the endpoint does not accept is refused before its key is looked up.
  if (answer.status !== 422 && answer.status !== 400) throw new Broken(`a key was used twice: ${answer.text}`);
}

const oneAct = (act: Act): fc.Arbitrary<Command> =>
  act.takes.map(
    (take) =>
      new Prepared(act.name, async (world) => async () => {
        world.story.push(await take(world));
      }),
  );

const oneErrand = (errand: Errand): fc.Arbitrary<Command> =>
  place.map((at) => new Prepared(errand.name, async (world) => () => runErrand(world, errand, at)));

const many = <T>(often: number, one: T): T[] => Array.from({ length: often }, () => one);

/** Every kind of command, as often as it is to be drawn. The embedded engine has one connection: no two at once. */
export const commandsOf = ({ isParallel }: { isParallel: boolean }): fc.Arbitrary<Command>[] => [
  ...steps.flatMap((step) => many(step.often, oneStep(step))),
  ...acts.flatMap((act) => many(act.often, oneAct(act))),
  ...errands.flatMap((errand) => many(errand.often, oneErrand(errand))),
  ...many(4, repeated),
  ...many(4, failing),
  ...(isParallel ? many(6, twoAtOnce) : []),
];
