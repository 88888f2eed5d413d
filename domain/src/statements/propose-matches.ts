import { flowNumbersIn } from '@kerb/domain/agreements/flow-number.ts';
import type { CountryCode } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { optionUnavailable } from '@kerb/domain/options/option-rules.ts';
import { type AmountDue, amountDue, leftToPay, type OfferTerms, paidBy } from '@kerb/domain/payments/amount-due.ts';
import { decideMayPay, type PayableCampaign } from '@kerb/domain/payments/may-pay.ts';
import type { PaymentKind } from '@kerb/domain/payments/payments.contract.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

export const matchReasons = ['reference', 'amount', 'name'] as const;
export type MatchReason = (typeof matchReasons)[number];
export const matchReasonLabels: Record<MatchReason, string> = {
  reference: 'Reference',
  amount: 'Amount',
  name: 'Payer’s name',
};

export const matchStrengths = ['strong', 'likely', 'possible'] as const;
export type MatchStrength = (typeof matchStrengths)[number];

/** What the money would pay for a campaign. */
// biome-ignore format: a table
export const matchOutcomes = {
  exact:         'Pays exactly what is due',
  part:          'Part payment',
  over:          'Overpayment: the rest is held',
  'paid-already': 'Already paid: all of it is held',
  ended:         'The campaign is over: all of it is held',
  'not-due':     'Nothing is due: all of it is held',
  none:          'Cannot be paid now',
} as const;
export type MatchOutcome = keyof typeof matchOutcomes;

/** A bank transfer that was recorded by hand, and that no statement line is matched with. */
export type RecordedDeposit = { id: number; date: Day; amountCents: Cents };

/** A campaign with the facts that matching needs. */
export type Candidate = PayableCampaign & {
  id: number;
  campaignBudget: Cents | null;
  /** The terms of its offer of the option; null if not offered. */
  terms: OfferTerms | null;
  /** The payer's money that counts towards what is due: paid on invoices or held, without card surcharges. */
  paidCents: Cents;
  payers: readonly { firstName: string; surname: string }[];
  /** The oldest first. */
  deposits: readonly RecordedDeposit[];
  /** A drawn loan that is not repaid, by the ledger; null or absent if there is none. */
  loan?: OwedLoan | null;
};

/** What is owed now, with the interest of the last days: money of an earlier day owes less. */
export type OwedLoan = { owed: Cents; interest: readonly { day: Day; amount: Cents }[] };

/** What repaying cost on the day of the money. */
const owedOn = ({ owed, interest }: OwedLoan, date: Day | undefined): Cents =>
  interest.reduce((rest, { day, amount }) => (date !== undefined && day >= date ? rest - amount : rest), owed);

/** `date`: the day of the money, for what a loan owed on it. */
type Line = { amountCents: Cents; words: string; date?: Day };

/** Words for comparing names: lower case, without accents and punctuation. */
const nameWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The largest number of words in a surname. */
const longestSurname = 4;

/** Every possible surname in the text, each as one word: 'P O BRIEN' gives 'brien' and 'obrien'. */
export function namesIn(text: string): string[] {
  const words = nameWords(text);
  const from = (at: number) =>
    words.slice(at, at + longestSurname).map((_, more) => words.slice(at, at + more + 1).join(''));
  return [...new Set(words.flatMap((_, at) => from(at)))];
}

/** The content of a line, read once and compared with every campaign. */
type LineContent = { amountCents: Cents; date: Day | undefined; ids: number[]; words: string[]; surnames: string[] };
const contentOf = ({ amountCents, words, date }: Line, country: CountryCode): LineContent => ({
  amountCents,
  date,
  ids: flowNumbersIn(words, country),
  words: nameWords(words),
  surnames: namesIn(words),
});

/** Matches the whole surname, and the first name or its initial. */
function isNamed({ words, surnames }: LineContent, { firstName, surname }: Candidate['payers'][number]): boolean {
  const [first = ''] = nameWords(firstName);
  const isSurname = surnames.includes(nameWords(surname).join(''));
  return isSurname && first !== '' && (words.includes(first) || words.includes(first.slice(0, 1)));
}

export type MatchedPayment = {
  outcome: MatchOutcome;
  /** Why it cannot be accepted. */
  refusal: string | null;
  kind: PaymentKind;
  financeOptionCode: FinanceOptionCode;
  due: AmountDue;
  left: Cents;
};

const nothingDue: AmountDue = { campaignBudget: 0, serviceFee: 0, discount: 0, amount: 0 };

function outcomeOf(amountCents: Cents, left: Cents): MatchOutcome {
  if (amountCents === left) return 'exact';
  return amountCents < left ? 'part' : 'over';
}

/**
 * The payment that the money would become, and its effect. The money has already arrived, so it is rarely refused and
 * often held.
 */
export function paymentFor(campaign: Candidate, amountCents: Cents, date?: Day): MatchedPayment {
  const financeOptionCode = campaign.financeOptionCode ?? 'pn';
  const kind = paidBy[financeOptionCode]?.kind ?? 'upfront';
  const held = { refusal: null, kind, financeOptionCode, due: nothingDue, left: 0 };
  if (isCancelledOrDeclined(campaign.status)) return { ...held, outcome: 'ended' };
  if (campaign.loan) {
    const owed = owedOn(campaign.loan, date);
    return { ...held, kind: 'repayment', left: owed, outcome: outcomeOf(amountCents, owed) };
  }
  const may = decideMayPay(campaign, financeOptionCode);
  if (!may.ok && may.code === 'already-paid') return { ...held, outcome: 'paid-already' };
  if (!may.ok && may.code === 'not-payable') return { ...held, outcome: 'not-due' };
  // A transfer that arrives while a card is being refunded pays for the campaign.
  if (!may.ok && may.code !== 'refund-pending') return { ...held, outcome: 'none', refusal: may.because };
  if (!campaign.terms) {
    return { ...held, outcome: 'none', refusal: optionUnavailable };
  }
  const due = amountDue(financeOptionCode, campaign.campaignBudget, campaign.terms);
  const left = leftToPay(due.amount, campaign.paidCents);
  if (left === 0) return { ...held, outcome: 'paid-already' };
  return { refusal: null, kind, financeOptionCode, due, left, outcome: outcomeOf(amountCents, left) };
}

/** The deposit of the same amount that was recorded by hand: the line may be the same money. */
export const recordedDeposit = ({ deposits }: Pick<Candidate, 'deposits'>, amountCents: Cents) =>
  deposits.find((deposit) => deposit.amountCents === amountCents) ?? null;

/** Whether a line is the money of a payment that was recorded by hand, or other money. */
export const sameOrAnother = ['same', 'another'] as const;
export type SameOrAnother = (typeof sameOrAnother)[number];

const recordedAlready =
  'A payment of this amount was recorded by hand for this campaign. Choose whether this line is that money.';
const notRecorded = 'The payment that was recorded by hand is no longer there. Nothing was changed.';

/**
 * Decides which recorded payment a line is linked to; null if the line becomes a payment of its own. The same money
 * must not count twice, so a person decides whenever a payment of the same amount was recorded by hand.
 */
export function decideLink(
  campaign: Pick<Candidate, 'deposits'>,
  amountCents: Cents,
  said: SameOrAnother | undefined,
): Decision<RecordedDeposit | null> {
  const deposit = recordedDeposit(campaign, amountCents);
  if (deposit && said === undefined) return refuse('recorded-already', recordedAlready);
  if (!deposit && said === 'same') return refuse('not-recorded', notRecorded);
  return allow(said === 'same' ? deposit : null);
}

export type Proposal<C extends Candidate = Candidate> = MatchedPayment & {
  campaign: C;
  deposit: RecordedDeposit | null;
  reasons: MatchReason[];
  strength: MatchStrength;
};

// biome-ignore format: a table
const weights: Record<MatchReason, number> = { reference: 4, amount: 2, name: 1 };
const weightOf = (reasons: readonly MatchReason[]) => reasons.reduce((sum, reason) => sum + weights[reason], 0);

function strengthOf(weight: number): MatchStrength {
  if (weight >= 4) return 'strong';
  return weight === 3 ? 'likely' : 'possible';
}

function proposalOf<C extends Candidate>(content: LineContent, campaign: C): Proposal<C> {
  const payment = paymentFor(campaign, content.amountCents, content.date);
  const deposit = recordedDeposit(campaign, content.amountCents);
  const holds: Record<MatchReason, boolean> = {
    reference: content.ids.includes(campaign.id),
    amount: payment.outcome === 'exact' || deposit !== null,
    name: campaign.payers.some((payer) => isNamed(content, payer)),
  };
  const reasons = matchReasons.filter((reason) => holds[reason]);
  return { ...payment, campaign, deposit, reasons, strength: strengthOf(weightOf(reasons)) };
}

export const proposalFor = <C extends Candidate>(line: Line, campaign: C, country: CountryCode): Proposal<C> =>
  proposalOf(contentOf(line, country), campaign);

/** The largest number of proposals; for others, an admin searches by Flow No. */
const mostProposals = 3;

/** Without a reference: a campaign that owes money, or one with that payment recorded by hand and that payer's name. */
const isPossible = ({ reasons, left, deposit }: Proposal): boolean =>
  (reasons.length > 0 && left > 0) || (deposit !== null && reasons.includes('name'));

const recordedFirst = (a: Proposal, b: Proposal): number => Number(b.deposit !== null) - Number(a.deposit !== null);

/** The best match first, and of equal ones a payment that was recorded by hand. */
export function proposeMatches<C extends Candidate>(
  line: Line,
  all: readonly C[],
  country: CountryCode,
): Proposal<C>[] {
  if (line.amountCents <= 0) return [];
  const content = contentOf(line, country);
  return all
    .map((campaign) => proposalOf(content, campaign))
    .filter((proposal) => proposal.reasons.includes('reference') || isPossible(proposal))
    .toSorted(
      (a, b) => weightOf(b.reasons) - weightOf(a.reasons) || recordedFirst(a, b) || a.campaign.id - b.campaign.id,
    )
    .slice(0, mostProposals);
}
