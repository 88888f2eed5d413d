import { type PayerFacts, payerMail } from '@kerb/domain/notifications/payer-messages.ts';
import { aboutMoney } from '@kerb/domain/payers/link-reasons.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type FinanceOptionCode, financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';

export type DecisionFacts = PayerFacts & {
  option: FinanceOptionCode | null;
  /** The reason that an admin gave; null if none. */
  reason: string | null;
  /** Whether everybody had signed: a loan that was paid out is still owed. */
  wasSigned: boolean;
};
const decidedStatuses = ['approved', 'waiting-info', 'rejected', 'cancelled'] as const satisfies AgreementStatus[];
export type DecidedStatus = (typeof decidedStatuses)[number];

export const isDecided = (status: AgreementStatus): status is DecidedStatus =>
  (decidedStatuses as readonly string[]).includes(status);

const whatNow = ({ wasSigned, sender }: DecisionFacts): string =>
  wasSigned
    ? `You signed a loan for it. Please call us on ${sender.supportPhone} to find out whether you still owe anything.`
    : `You have nothing left to do. ${aboutMoney}`;

/** The message to a payer when their application is decided. `secretPlace` is their link. */
export const decisionMail = (status: DecidedStatus, facts: DecisionFacts): { subject: string; body: string } =>
  payerMail(`application-${status}`, facts, {
    option: facts.option ? financeOptionLabels[facts.option] : 'payment',
    reason: facts.reason,
    whatNow: whatNow(facts),
  });
