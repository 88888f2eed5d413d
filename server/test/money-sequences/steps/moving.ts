import * as fc from 'fast-check';
import { cents, dollars, today } from '../world.ts';
import { type Draft, newKey, nth, place, read, type Scene, type Step, step } from './step.ts';

type Direction = 'to-operating' | 'to-trust';
type Movement = { id: number; direction: Direction; amount: number; reference: string; isUndone: boolean };
type Accounts = { toMove: { direction: Direction; amount: number } | null; movements: Movement[] };

// biome-ignore format: a table
const sharesOf = {
  all:        (whole: number) => whole,
  part:       (whole: number) => Math.ceil(whole / 3),
  'too much': (whole: number) => whole + 1,
};
export type MovedShare = keyof typeof sharesOf;

/** What the operating account gets. */
const signed = (direction: Direction, amount: number): number => (direction === 'to-operating' ? amount : -amount);

const wordsOf = (tenantId: number): string => `MOVE W${tenantId}W`;

/** An admin moves money between the bank accounts, and records it: what is to be moved, a part of it, or too much. */
export async function moveBetween({ world }: Scene, share: MovedShare): Promise<Draft | null> {
  if (!world.hasTwoAccounts) return null;
  const { toMove } = await read<Accounts>(world, '/v1/books/bank-accounts');
  if (!toMove) return null;
  world.serial += 1;
  const { direction } = toMove;
  const amount = sharesOf[share](cents(toMove.amount));
  const reference = `${wordsOf(world.tenantId)} ${world.serial}`;
  return {
    method: 'POST',
    url: '/v1/books/movements',
    key: newKey(),
    words: `moves ${dollars(amount)} ${direction}: ${share}`,
    body: { direction, amount: dollars(amount), day: today(world), reference },
    happened: () => {
      world.truth.moved += signed(direction, amount);
    },
  };
}

/** A movement of this world was recorded by mistake. */
export async function takeMovementBack({ world }: Scene, at: number): Promise<Draft | null> {
  if (!world.hasTwoAccounts) return null;
  const { movements } = await read<Accounts>(world, '/v1/books/bank-accounts');
  const own = movements.filter(
    ({ reference, isUndone }) => !isUndone && reference.startsWith(`${wordsOf(world.tenantId)} `),
  );
  const movement = nth(own, at);
  if (!movement) return null;
  return {
    method: 'POST',
    url: `/v1/books/movements/${movement.id}/undo`,
    words: `takes back the movement of ${movement.amount}`,
    happened: () => {
      world.truth.moved -= signed(movement.direction, cents(movement.amount));
    },
  };
}

export const movingSteps: readonly Step[] = [
  step({
    name: 'move money between the bank accounts',
    often: 2,
    usually: 'an admin',
    values: fc.constantFrom<MovedShare[]>('all', 'part', 'too much'),
    draft: moveBetween,
  }),
  step({ name: 'take a movement back', often: 1, usually: 'an admin', values: place, draft: takeMovementBack }),
];
