import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { type Paying, type PayingSent, payingOf } from '@kerb/domain/agreements/badges.ts';
import { loanKeptFrom } from '@kerb/domain/agreements/field-groups.ts';
import { paidBy } from '@kerb/domain/payments/amount-due.ts';
import { payableIn } from '@kerb/domain/payments/may-pay.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';
import { beforeApproval, notIn, onceSigned } from '@kerb/domain/vocabulary/status-groups.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';

/** The column of a card. A payer's page has screens instead: `domain/src/checkout/screens.ts`. */
export type CardPlace = 'main' | 'sidebar';

type Condition =
  | 'always'
  | 'whilePayable'
  | 'whileSuggested'
  | 'onceFinanced'
  | 'onceLent'
  | 'onceOptionChosen'
  | 'onceSigning'
  | 'oncePaidByOption';
type Row = {
  place: CardPlace;
  seenBy: readonly Standing[];
  when: Condition;
  /** Hidden from team members of this type of organisation. Admins still see the card. */
  notFor?: OrganisationType;
};

const staff = ['admin', 'manager', 'employee'] as const;
const admin = ['admin'] as const;

/** Every card of a campaign's page, in display order: its column, who sees it, and when. */
// biome-ignore format: a table
export const campaignCards = {
  header:              { place: 'main',    seenBy: staff,  when: 'always' },
  property:            { place: 'main',    seenBy: staff,  when: 'always' },
  contacts:            { place: 'main',    seenBy: staff,  when: 'always' },
  marketing:           { place: 'main',    seenBy: staff,  when: 'always' },
  payers:              { place: 'main',    seenBy: staff,  when: 'always' },
  paymentOptions:      { place: 'main',    seenBy: staff,  when: 'always' },
  finance:             { place: 'main',    seenBy: staff,  when: 'onceFinanced' },
  signatures:          { place: 'main',    seenBy: admin,  when: 'onceSigning' },
  identityChecks:      { place: 'main',    seenBy: admin,  when: 'onceFinanced' },
  payment:             { place: 'main',    seenBy: staff,  when: 'whilePayable' },
  payments:            { place: 'main',    seenBy: staff,  when: 'oncePaidByOption' },
  supportingDocuments: { place: 'main',    seenBy: admin,  when: 'always' },
  internalDocuments:   { place: 'main',    seenBy: admin,  when: 'always' },
  loan:                { place: 'main',    seenBy: staff,  when: 'onceLent', notFor: loanKeptFrom },
  listing:             { place: 'main',    seenBy: staff,  when: 'always' },
  comments:            { place: 'main',    seenBy: staff,  when: 'always' },
  history:             { place: 'main',    seenBy: staff,  when: 'always' },
  notes:               { place: 'main',    seenBy: admin,  when: 'always' },
  auditLog:            { place: 'main',    seenBy: admin,  when: 'always' },
  status:              { place: 'sidebar', seenBy: staff,  when: 'always' },
  actionSuggested:     { place: 'sidebar', seenBy: staff,  when: 'whileSuggested' },
  fundsChecklist:      { place: 'sidebar', seenBy: staff,  when: 'onceOptionChosen' },
  summary:             { place: 'sidebar', seenBy: staff,  when: 'always' },
  assistance:          { place: 'sidebar', seenBy: staff,  when: 'always' },
} as const satisfies Record<string, Row>;

/** The cards whose work is over from a status on. The page folds them to one line with their outcome. */
// biome-ignore format: a table
const finishedIn = {
  marketing:      { statuses: onceSigned,              onlyFinanced: false },
  payers:         { statuses: onceSigned,              onlyFinanced: true  },
  paymentOptions: { statuses: notIn([...beforeApproval, 'cancelled', 'rejected']), onlyFinanced: false },
  finance:        { statuses: onceSigned,              onlyFinanced: true  },
} satisfies Partial<Record<keyof typeof campaignCards, { statuses: readonly AgreementStatus[]; onlyFinanced: boolean }>>;

export type FoldedCard = keyof typeof finishedIn;

/** Whether a card has nothing left to do. Without an option the payment options are not finished. */
export function isFinished(name: CardName, { status, financeOptionCode }: CardFacts): name is FoldedCard {
  if (!(name in finishedIn) || !financeOptionCode) return false;
  const { statuses, onlyFinanced } = finishedIn[name as FoldedCard];
  return statuses.includes(status) && (!onlyFinanced || isFinanced(financeOptionCode));
}

export type CardName = keyof typeof campaignCards;
export const cardNames = Object.keys(campaignCards) as CardName[];
export type CardNameAt<Place extends CardPlace> = {
  [Name in CardName]: (typeof campaignCards)[Name]['place'] extends Place ? Name : never;
}[CardName];

export type CardFacts = Pick<Agreement, keyof PayingSent | 'actionSuggested' | 'hasMoneyRecords' | 'tenantType'>;

/** Whether something is or was paid here. Before an option is chosen the campaign may still become Pay Upfront. */
function isPayable({ status, financeOptionCode, paymentState }: Paying): boolean {
  const paid = paidBy[financeOptionCode ?? 'pn'];
  if (!paid) return false;
  return payableIn[paid.kind].includes(status) || paymentState !== 'none';
}

const conditions: Record<Condition, (campaign: CardFacts) => boolean> = {
  always: () => true,
  whileSuggested: ({ actionSuggested }) => actionSuggested === true,
  onceFinanced: ({ financeOptionCode }) => isFinanced(financeOptionCode ?? null),
  onceLent: ({ status, financeOptionCode }) => isFinanced(financeOptionCode ?? null) && onceSigned.includes(status),
  onceSigning: ({ status, financeOptionCode }) =>
    isFinanced(financeOptionCode ?? null) && (status === 'approved' || onceSigned.includes(status)),
  onceOptionChosen: ({ financeOptionCode }) => Boolean(financeOptionCode),
  whilePayable: (campaign) => isPayable(payingOf(campaign)),
  // Money that was received is shown whatever the option is now.
  oncePaidByOption: ({ financeOptionCode, hasMoneyRecords }) =>
    hasMoneyRecords === true || Boolean(financeOptionCode && paidBy[financeOptionCode]),
};

/** Returns the cards of that column for a standing, in display order. */
export function cardsAt<Place extends CardPlace>(
  place: Place,
  standing: Standing,
  campaign: CardFacts,
): CardNameAt<Place>[] {
  return cardNames.filter((name): name is CardNameAt<Place> => {
    const row: Row = campaignCards[name];
    const isKept = row.notFor !== undefined && row.notFor === campaign.tenantType && standing !== 'admin';
    return row.place === place && row.seenBy.includes(standing) && !isKept && conditions[row.when](campaign);
  });
}
