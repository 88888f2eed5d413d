import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, fieldError, refuse, refuseFields } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { type Direction, oneAccount } from '@kerb/domain/payments/movements.ts';
import { accountFor, type OwnAccount } from '@kerb/domain/payments/own-accounts.ts';
import type { PaymentKind } from '@kerb/domain/payments/payments.contract.ts';
import { isGoingOut } from '@kerb/domain/statements/line-moves.ts';

/** Decides which account a statement is of. With two accounts somebody has to say it. */
export function decideStatementAccount(given: OwnAccount | undefined, isSeparate: boolean): Decision<OwnAccount> {
  if (isSeparate && given === undefined) return refuseFields(fieldError('account', 'missing', fieldWords.required));
  if (!isSeparate && given === 'operating') return refuseFields(fieldError('account', 'notValid', oneAccount));
  return allow(given ?? 'trust');
}

/** The same movement of the other account is another movement. The trust account has the identities of before. */
export const identityIn = (account: OwnAccount, identity: string): string =>
  account === 'trust' ? identity : `${account}|${identity}`;

/** The account that money of this kind belongs to, if it came into the other one; null if it is right. */
export const rightAccount = (account: OwnAccount, kind: PaymentKind, isSeparate: boolean): OwnAccount | null =>
  isSeparate && accountFor(kind) !== account ? accountFor(kind) : null;

type AccountLine = { account: OwnAccount; amountCents: Cents; date: Day };

/** The direction in which a line moves money, if it moves money between our accounts. */
export const directionOfLine = ({ account, amountCents }: Pick<AccountLine, 'account' | 'amountCents'>): Direction =>
  (account === 'trust') === isGoingOut(amountCents) ? 'to-operating' : 'to-trust';

/** A movement that was recorded, and the accounts whose statements show it already. */
export type RecordedMovement = {
  id: number;
  direction: Direction;
  amountCents: Cents;
  day: Day;
  reference: string;
  shownBy: readonly OwnAccount[];
};

/** A bank shows a movement within days, also one that was recorded a day late. */
const longestWay = 7;
const mostProposed = 3;

const isSame = (line: AccountLine, { direction, amountCents, shownBy }: RecordedMovement): boolean =>
  direction === directionOfLine(line) && amountCents === Math.abs(line.amountCents) && !shownBy.includes(line.account);

/** The recorded movements that a line may be, the nearest day first. */
export function proposeMovements<T extends RecordedMovement>(line: AccountLine, all: readonly T[]): T[] {
  const far = ({ day }: T) => Math.abs(Date.parse(day) - Date.parse(line.date));
  return all
    .filter(({ day }) => day >= addDays(line.date, -longestWay) && day <= addDays(line.date, longestWay))
    .filter((movement) => isSame(line, movement))
    .toSorted((one, other) => far(one) - far(other) || one.id - other.id)
    .slice(0, mostProposed);
}

/** Decides whether a line is a movement that was recorded. */
export const decideMovementOfLine = (line: AccountLine, movement: RecordedMovement): Decision<null> =>
  isSame(line, movement)
    ? allow(null)
    : refuse('other-movement', 'This line is not that movement, or another line of this account is.');
