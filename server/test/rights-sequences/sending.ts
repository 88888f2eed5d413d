import { must } from '@kerb/domain/kernel/must.ts';
import { type Aim, type BrowserHolder, expectedAnswer, type UserModel } from './model.ts';
import { nameOf } from './probes.ts';
import { endLinksOf } from './waiting.ts';
import type { World } from './world.ts';

/** Random numbers that a step turns into the person who acts, the person concerned, and a choice. */
export type Draw = { who: number; whom: number; which: number };
export type Step = (world: World, draw: Draw) => Promise<void>;
export type Answer = { statusCode: number; body: string; json: () => ReturnType<typeof JSON.parse> };

export const pick = <Value>(values: readonly Value[], at: number): Value => values[at % values.length] as Value;

/** '200', or '409 own-contacts': a refusal with its code. */
export const outcomeOf = (answer: Answer): string =>
  [answer.statusCode, ...(answer.statusCode < 300 ? [] : [answer.json().type.replace('/problems/', '')])].join(' ');

type Request = {
  method: 'POST' | 'PUT' | 'DELETE';
  url: string;
  body?: object;
  headers?: Record<string, string>;
  aim: Aim;
};

/** An admin who stays, or one of the people with the newest token that they hold. */
export const actorAt = (world: World, who: number): BrowserHolder | null =>
  pick<BrowserHolder | null>([null, null, null, null, ...world.users.map((user) => newestOf(world, user))], who);

/**
 * Sends a change as an admin or as one of the people, with the newest token that they hold, valid or not. A person whom
 * the matrix refuses must get exactly that refusal. Returns the answer if the change was made.
 */
export async function change(world: World, who: number, request: Request): Promise<Answer | null> {
  const { method, url, body, aim } = request;
  const by = actorAt(world, who);
  world.lastActor = by?.user ?? null;
  const token = by?.accessToken ?? (await world.stage.accessTokenFor(world.admins.asking));
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  const answer = await world.stage.app.inject({ method, url, headers, ...(body && { payload: body }) });
  const name = by ? nameOf(by) : 'an admin';
  world.story.push(`${name}: ${method} ${url} ${JSON.stringify(body)}: ${outcomeOf(answer)}`);
  if (answer.statusCode >= 500) throw new Error(answer.body);
  const expected = by ? expectedAnswer(by, aim, world.campaigns[0].id) : 200;
  if (expected !== 200 && answer.statusCode !== expected) {
    throw new Error(`${by && nameOf(by)} was answered ${answer.statusCode}, and should be answered ${expected}`);
  }
  return answer.statusCode < 300 ? answer : null;
}

export const newestOf = ({ browsers }: World, user: UserModel): BrowserHolder =>
  must(
    browsers.findLast((holder) => holder.user === user),
    'a sign-in',
  );

/** Applies a change of role or account to the tokens and links that the user has. */
export function endSignIns(world: World, user: UserModel): void {
  const { browsers, links } = world;
  endLinksOf(world, user);
  for (const holder of browsers) if (holder.user === user) holder.isEnded = true;
  for (const holder of links) if (holder.payer.user === user) holder.isEnded = true;
}

/** The person who has just changed a user becomes a maker of the account. */
export const lastActorId = ({ lastActor, admins }: World): number => lastActor?.id ?? admins.asking;
