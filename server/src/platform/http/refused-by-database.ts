import type { ProblemCode } from '@kerb/domain/kernel/problem-types.ts';
import { externalRefTaken } from '@kerb/domain/wire/external-refs.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';

const moneyChanged = {
  code: 'money-changed' as const,
  words: 'The money of this campaign has changed. Nothing was done. Please load the page again.',
};

/**
 * The answer for each constraint on money. The product's own rules refuse first and say why. A constraint refuses what
 * they did not see: usually two people acted at the same time.
 */
// biome-ignore format: a table
export const constraintProblems: Readonly<Record<string, { code: ProblemCode; words: string }>> = {
  kept_covers_payouts:         moneyChanged,
  held_not_negative:           moneyChanged,
  refunds_not_negative:        moneyChanged,
  transit_not_negative:        moneyChanged,
  received_not_negative:       moneyChanged,
  due_not_negative:            moneyChanged,
  lent_not_negative:           moneyChanged,
  loan_not_negative:           moneyChanged,
  repaid_not_negative:         moneyChanged,
  elsewhere_not_negative:      moneyChanged,
  earned_not_negative:         moneyChanged,
  costs_not_negative:          moneyChanged,
  gateway_costs_of_no_campaign: moneyChanged,
  operating_of_no_campaign:    moneyChanged,
  turnovers_not_negative:      moneyChanged,
  campaign_books_guard:        moneyChanged,
  ledger_transactions_key_key: moneyChanged,
  payments_agree:              moneyChanged,
  invoices_agree:              moneyChanged,
  batches_agree:               moneyChanged,
  events_agree:                moneyChanged,
  lines_agree:                 moneyChanged,
  lines_of_movements:          moneyChanged,
  external_refs_used_once:     { code: 'external-ref-taken', words: externalRefTaken },
};

/** A violated constraint: of a check (23514), or of a unique key (23505). */
const violations = new Set(['23514', '23505']);

/** The problem for an error of the database, also one of a deferred constraint, which fails at the commit. */
export function refusedByDatabase(error: { code?: string; constraint?: string }): Problem | null {
  if (!violations.has(error.code ?? '')) return null;
  const answer = constraintProblems[error.constraint ?? ''];
  return answer ? new Problem(409, answer.code, answer.words, { cause: error }) : null;
}
