import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import { type Cents, formatMoney, type MoneyStyle } from '@kerb/domain/kernel/money.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';

/** Money that was returned cannot also be refunded with its payment, and is not there for a campaign that goes on. */
const returned = 'Money for this campaign has been returned to the payer.';
export const onceReturned = {
  void: `${returned} Cancel the campaign and return the rest by bank transfer.`,
  reopen: `${returned} Raise a new campaign.`,
};

type HeldFacts = { heldCents: Cents; isRefunding: boolean };

/** Decides a return of held money, in part or whole. */
export function decideReturn(
  { heldCents, isRefunding }: HeldFacts,
  amountCents: Cents,
  style: MoneyStyle,
): Decision<null> {
  if (isRefunding) return refuse('being-voided', 'A payment of this campaign is being refunded.');
  if (heldCents <= 0) return refuse('nothing-held', 'No money is held for the payer of this campaign.');
  if (amountCents === 0) {
    return refuse('not-valid', fieldWords.enterAmount, fieldError('amount', 'notValid', fieldWords.enterAmount));
  }
  if (amountCents > heldCents) {
    const words = `No more than ${formatMoney(heldCents, style)} is held for the payer.`;
    return refuse('not-valid', words, fieldError('amount', 'notValid', words));
  }
  return allow(null);
}
