import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { isGoingOut } from '@kerb/domain/statements/line-moves.ts';

/**
 * Decides the card gateway's fee of a line. Of money that went out, the fee is at most all of it. Of money that came
 * in, the fee is what the gateway kept, and smaller than the money: a larger one is a mistake.
 */
export function decideFee(amountCents: Cents, fee: Cents): Decision<null> {
  const most = Math.abs(amountCents);
  const isTooLarge = isGoingOut(amountCents) ? fee > most : fee >= most;
  if (!isTooLarge) return allow(null);
  const words = 'The fee cannot be larger than the amount of the line.';
  return refuse('fee-too-large', words, fieldError('fee', 'notValid', words));
}
