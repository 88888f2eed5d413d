import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

export type LoanDetails = {
  campaignFinanceDrawdownDate: Day | null;
  campaignFinanceRepaidDate: Day | null;
  propertySettlementDate: Day | null;
  propertyWithdrawnFromSaleDate: Day | null;
};

export type LoanBefore = { status: AgreementStatus; campaignFinanceRepaidDate: Day | null };
type Saved = { before: LoanBefore; loan: LoanDetails };
type Rule = { when: (saved: Saved) => boolean; to: AgreementStatus | null };

const isEnding = ({ status }: LoanBefore): boolean => status === 'waiting-settlement' || status === 'withdrawn';
const isDrawn = ({ loan }: Saved): boolean => loan.campaignFinanceDrawdownDate !== null;
const isRepaid = ({ loan }: Saved): boolean => loan.campaignFinanceRepaidDate !== null;
const hasNoEnd = ({ loan }: Saved): boolean =>
  loan.propertySettlementDate === null && loan.propertyWithdrawnFromSaleDate === null;

/**
 * The status after saving a loan's details: the first rule that matches. A repaid loan stays complete however often its
 * details are saved, and a signed one becomes live only when its funds are drawn.
 */
// biome-ignore format: a table
export const loanStatusRules = {
  repaidNow:       { when: (s) => isRepaid(s) && s.before.campaignFinanceRepaidDate === null,                  to: 'complete' },
  repaidBefore:    { when: (s) => isRepaid(s) && s.before.status === 'complete',                               to: null },
  withdrawn:       { when: (s) => s.loan.propertyWithdrawnFromSaleDate !== null && isDrawn(s),                 to: 'withdrawn' },
  settling:        { when: (s) => s.loan.propertySettlementDate !== null && isDrawn(s),                        to: 'waiting-settlement' },
  drawn:           { when: (s) => isDrawn(s),                                                                  to: 'executed' },
  signedOnly:      { when: (s) => s.before.status === 'signed',                                                to: null },
  notEnding:       { when: (s) => !isEnding(s.before),                                                         to: 'executed' },
  endTakenAway:    { when: (s) => hasNoEnd(s),                                                                 to: 'executed' },
} as const satisfies Record<string, Rule>;

/** The status that a save leads to; null if it stays the same. */
export function statusAfterSaving(before: LoanBefore, loan: LoanDetails): AgreementStatus | null {
  const rules: Rule[] = Object.values(loanStatusRules);
  const status = rules.find(({ when }) => when({ before, loan }))?.to ?? null;
  return status === before.status ? null : status;
}
