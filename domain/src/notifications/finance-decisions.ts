import { linkIsYours } from '@kerb/domain/notifications/payment-link.ts';
import { aboutMoney } from '@kerb/domain/payers/link-reasons.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import { type FinanceOptionCode, financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';

export type DecisionFacts = {
  brand: string;
  payerFirstName: string;
  campaignName: string;
  flowNumber: string;
  option: FinanceOptionCode | null;
  /** The reason that an admin gave; null if none. */
  reason: string | null;
  supportPhone: string;
  /** Whether everybody had signed: a loan that was paid out is still owed. */
  wasSigned: boolean;
};
type Words = { subject: string; opening: string; closing: readonly string[] };
export type DecidedStatus = Extract<AgreementStatus, 'approved' | 'waiting-info' | 'rejected' | 'cancelled'>;

const optionOf = ({ option }: DecisionFacts): string => (option ? financeOptionLabels[option] : 'payment');

/** The message to a payer when their application is decided. `secretPlace` is their link. */
// biome-ignore format: a table
const words: Record<DecidedStatus, (facts: DecisionFacts) => Words> = {
  approved: (facts) => ({
    subject: `Your ${optionOf(facts)} application for ${facts.campaignName} is approved`,
    opening: `Your ${optionOf(facts)} application for ${facts.campaignName} has been approved.`,
    closing: ['Please review the agreement and sign it:', secretPlace, linkIsYours],
  }),
  'waiting-info': (facts) => ({
    subject: `We need more information for ${facts.campaignName}`,
    opening: `Before we can go on with ${facts.campaignName} we need some more information from you.`,
    closing: ['Open your campaign to send it to us:', secretPlace, linkIsYours],
  }),
  rejected: (facts) => ({
    subject: `Your application for ${facts.campaignName} has been declined`,
    opening: `We are sorry: your application for ${facts.campaignName} has been declined.`,
    closing: ['Your agent can tell you about other ways to pay.'],
  }),
  cancelled: (facts) => ({
    subject: `${facts.campaignName} has been cancelled`,
    opening: `${facts.campaignName} has been cancelled, so your link no longer works.${facts.wasSigned ? '' : ' You have nothing left to do.'}`,
    closing: [
      facts.wasSigned ? `You signed a loan for it. Please call us on ${facts.supportPhone} to find out whether you still owe anything.` : aboutMoney,
      `If you did not expect this, please call your agent, or us on ${facts.supportPhone}.`,
    ],
  }),
};

export const isDecided = (status: AgreementStatus): status is DecidedStatus => status in words;

export function decisionMail(status: DecidedStatus, facts: DecisionFacts): { subject: string; body: string } {
  const { subject, opening, closing } = words[status](facts);
  const parts = [
    `Hello ${facts.payerFirstName},`,
    opening,
    ...(facts.reason ? [facts.reason] : []),
    ...closing,
    `Your reference is ${facts.flowNumber}.`,
    facts.brand,
  ];
  return { subject, body: parts.join('\n\n') };
}
