import { Broken } from './ask.ts';
import { read } from './steps/step.ts';
import { today, userOf, type World } from './world.ts';

type Periods = { openFrom: string | null; items: { id: number; reopened: object | null }[] };

/** The trial balance at the end of each day on which the books were closed. */
const closedBooks = new WeakMap<World, Map<string, string>>();
const booksOf = (world: World): Map<string, string> => {
  const known = closedBooks.get(world) ?? new Map<string, string>();
  closedBooks.set(world, known);
  return known;
};

const balanceOn = async (world: World, day: string): Promise<string> =>
  JSON.stringify(await read<object>(world, `/v1/books/trial-balance?day=${day}`));

/** An admin closes the books until a day. What happens later is posted after that day. */
export async function closeBooks(world: World, daysAgo: number): Promise<string> {
  const lastDay = Temporal.PlainDate.from(today(world)).subtract({ days: daysAgo }).toString();
  const asAdmin = world.stage.as(userOf(world, 'an admin', 0));
  const answer = await asAdmin('POST', '/v1/books/periods', { lastDay });
  if (answer.statusCode >= 500) throw new Broken(`closing was answered ${answer.statusCode}: ${answer.body}`);
  if (answer.statusCode !== 200) return `the books stay open at ${lastDay}: ${answer.body}`;
  booksOf(world).set(lastDay, await balanceOn(world, lastDay));
  return `an admin closes the books until ${lastDay}`;
}

/** A second admin opens the last period again. */
export async function reopenBooks(world: World): Promise<string> {
  const { items } = await read<Periods>(world, '/v1/books/periods');
  const last = items.find(({ reopened }) => reopened === null);
  if (!last) return 'no period is closed';
  const asSecond = world.stage.as(userOf(world, 'a second admin', 0));
  const answer = await asSecond('POST', `/v1/books/periods/${last.id}/reopen`, { reason: 'A forgotten payment' });
  if (answer.statusCode >= 500) throw new Broken(`opening again was answered ${answer.statusCode}: ${answer.body}`);
  if (answer.statusCode === 200) booksOf(world).clear();
  return `a second admin opens the last period again: ${answer.statusCode}`;
}

/** The trial balance of a closed day never changes, whatever is posted later. */
export async function brokenBooks(world: World): Promise<string[]> {
  const broken: string[] = [];
  for (const [day, before] of booksOf(world)) {
    const after = await balanceOn(world, day);
    if (after !== before) broken.push(`the closed books of ${day} changed: ${before} is now ${after}`);
  }
  return broken;
}
