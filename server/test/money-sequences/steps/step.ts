import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { type Ask, Broken, lastError } from '../ask.ts';
import type { CampaignFacts } from '../model.ts';
import { type ActorName, userOf, type World } from '../world.ts';

export type Scene = { world: World; who: ActorName; campaign: CampaignFacts };
export type Draft = Omit<Ask, 'who' | 'campaign'>;
/** Null if the step makes no sense now. */
export type Drafting = (scene: Scene) => Promise<Draft | null> | Draft | null;

/** One kind of request: how often it is drawn, who usually makes it, and with which values. */
export type Step = { name: string; often: number; usually: ActorName; drafts: fc.Arbitrary<Drafting> };

type Row<Values> = Omit<Step, 'drafts'> & {
  values: fc.Arbitrary<Values>;
  draft: (scene: Scene, values: Values) => Promise<Draft | null> | Draft | null;
};

export const step = <Values>({ values, draft, ...row }: Row<Values>): Step => ({
  ...row,
  drafts: values.map((drawn) => (scene) => draft(scene, drawn)),
});

export const nothing = fc.constant(null);
export const newKey = (): string => randomUUID();

/** One of several, by a drawn number. Undefined if there are none. */
export const nth = <T>(all: readonly T[], place: number): T | undefined => all[place % Math.max(1, all.length)];
export const place = fc.nat(5);

/** Reads as an admin. Preparing a step changes nothing. */
export async function read<T>(world: World, url: string): Promise<T> {
  const { statusCode, body } = await world.stage.as(userOf(world, 'an admin', 0))('GET', url);
  if (statusCode !== 200) throw new Broken(`an admin reads ${url}: ${statusCode} ${body}\n${lastError(world.stage)}`);
  return JSON.parse(body) as T;
}
