import { isPaid, isPaidUpfront } from '@kerb/domain/agreements/badges.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { missingDetails, type PayerDetails } from '@kerb/domain/payers/payer-details.ts';
import { lacksCode } from '@kerb/domain/payers/payer-proof.ts';
import { mortgageAnswer } from '@kerb/domain/signing/mortgage-answer.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { PaymentState } from '@kerb/domain/vocabulary/payment-state.ts';
import { type FinanceOptionCode, isFinanced, type MortgageBalanceRange } from '@kerb/domain/vocabulary/value-lists.ts';

// biome-ignore format: a table
export const flowStepLabels = {
  'review-property':   'Review property',
  'review-campaign':   'Review campaign',
  'choose-option':     'Choose how to pay',
  'payer-details':     'Provide payer details',
  'agree-terms':       'Agree to terms',
  documents:           'Provide ID and supporting documents',
  pay:                 'Pay',
  'review-agreement':  'Review payment details and agreements',
  'review-terms':      'Review terms',
  sign:                'Sign and submit',
} as const;
export type FlowStep = keyof typeof flowStepLabels;
/** A payer who pays upfront gives no details: they confirm those that the organisation gave. */
const upfrontLabels: Partial<Record<FlowStep, string>> = { 'payer-details': 'Is this you?' };
export const flowStepNames = Object.keys(flowStepLabels) as [FlowStep, ...FlowStep[]];

const reviewing = ['review-property', 'review-campaign', 'choose-option'] as const;
const applying = [...reviewing, 'payer-details', 'agree-terms'] as const;
const paying = [...applying, 'pay'] as const;
// A payer who joins after the request was made has not agreed to the terms yet.
const answering = ['payer-details', 'documents', 'agree-terms'] as const;
const confirming = ['payer-details', 'agree-terms', 'pay'] as const;
const signing = ['review-agreement', 'review-terms', 'sign'] as const;
const nothing = [] as const;

type Choice = FinanceOptionCode | 'none';

/** The payer's steps, by campaign status and payment option. */
// biome-ignore format: a table
export const flowSteps: Record<AgreementStatus, Record<Choice, readonly FlowStep[]>> = {
  cancelled:            { none: nothing,                      pn: nothing,                        pl: nothing,                        pos: nothing },
  rejected:             { none: nothing,                      pn: nothing,                        pl: nothing,                        pos: nothing },
  draft:                { none: applying,                     pn: paying,                         pl: applying,                       pos: applying },
  'waiting-invite':     { none: applying,                     pn: paying,                         pl: applying,                       pos: applying },
  'waiting-info':       { none: ['choose-option'],            pn: [...answering, 'pay'],          pl: answering,                      pos: answering },
  'waiting-approval':   { none: reviewing,                    pn: confirming,                     pl: applying,                       pos: applying },
  approved:             { none: nothing,                      pn: confirming,                     pl: signing,                        pos: [...signing, 'pay'] },
  signed:               { none: nothing,                      pn: confirming,                     pl: nothing,                        pos: ['pay'] },
  executed:             { none: nothing,                      pn: nothing,                        pl: nothing,                        pos: ['pay'] },
  withdrawn:            { none: nothing,                      pn: nothing,                        pl: nothing,                        pos: nothing },
  'waiting-settlement': { none: nothing,                      pn: nothing,                        pl: nothing,                        pos: nothing },
  complete:             { none: nothing,                      pn: nothing,                        pl: nothing,                        pos: nothing },
};

const fromTheStart: readonly AgreementStatus[] = ['draft', 'waiting-invite'];

const labelOf = (name: FlowStep, option: FinanceOptionCode | null): string =>
  (option === 'pn' && upfrontLabels[name]) || flowStepLabels[name];

export type FlowCampaign = {
  status: AgreementStatus;
  statusLastUpdate: Moment | null;
  financeOptionCode: FinanceOptionCode | null;
  /** The offered options: with only one there is nothing to choose. */
  offered: readonly FinanceOptionCode[];
  paymentState: PaymentState;
  mortgageBalanceRange: MortgageBalanceRange | null;
  mortgageBalanceUnsure: boolean;
  /** The version of the chosen option's terms that is in force now; null without an option. */
  termsVersion: string | null;
};
export type FlowPayer = Pick<PayerDetails, 'dateOfBirth' | 'employmentType'> & {
  /** When the payer entered the application's code; null if never. */
  applicationCodeDate: Moment | null;
  /** The steps that the payer has reviewed. */
  reviewed: readonly FlowStep[];
  /** When the payer submitted their part for the option that is chosen now. */
  submittedDate: Moment | null;
  agreedTermsVersion: string | null;
  signatureDate: Moment | null;
};

type Asked = Pick<FlowCampaign, 'status' | 'statusLastUpdate'>;
type Answer = Pick<FlowPayer, 'submittedDate'>;

/**
 * Whether a payer has done their part before the approval. An information request is open for each payer until they
 * submit after it was made.
 */
export const hasAnswered = ({ status, statusLastUpdate }: Asked, { submittedDate }: Answer): boolean =>
  submittedDate !== null && (status !== 'waiting-info' || submittedDate > (statusLastUpdate ?? ''));

/** Whether every payer has done their part, so that the application can be assessed. */
export function isAnsweredByAll(
  campaign: Asked & Pick<FlowCampaign, 'financeOptionCode'>,
  payers: readonly Answer[],
): boolean {
  const { status, financeOptionCode } = campaign;
  // Money that is paid upfront is not applied for: only an information request waits for its payers.
  const isAsked = status === 'waiting-info' || (status === 'waiting-invite' && isFinanced(financeOptionCode));
  return isAsked && payers.length > 0 && payers.every((payer) => hasAnswered(campaign, payer));
}

type Facts = { campaign: FlowCampaign; payer: FlowPayer };
const wasReviewed =
  (step: FlowStep) =>
  ({ payer }: Facts) =>
    payer.reviewed.includes(step);

/** A Pay Later loan needs an answer about the mortgage. It is the campaign's, so one payer's answer is enough. */
export const lacksMortgage = (
  campaign: Pick<FlowCampaign, 'financeOptionCode' | 'mortgageBalanceRange' | 'mortgageBalanceUnsure'>,
): boolean => campaign.financeOptionCode === 'pl' && mortgageAnswer(campaign) === 'unasked';

const lacksDetails = ({ campaign, payer }: Facts): boolean =>
  missingDetails(payer, campaign.financeOptionCode).length > 0 ||
  lacksMortgage(campaign) ||
  lacksCode(campaign.financeOptionCode, payer);

/** A payer who changed the option must accept its terms again; all other borrowers wait for the approval. */
const isWaiting = ({ campaign: { status, financeOptionCode }, payer }: Facts): boolean =>
  status === 'waiting-approval' && isFinanced(financeOptionCode) && payer.submittedDate !== null;

/**
 * Money that was paid upfront leaves nothing to do, also if the team recorded it and the payer agreed to nothing. Only
 * an information request is still open for each payer until they have answered.
 */
const hasPaidUpfront = ({ campaign, payer }: Facts): boolean =>
  isPaidUpfront(campaign) && (campaign.status !== 'waiting-info' || hasAnswered(campaign, payer));

/** A step that a payer has finished is shown again only while they go through all steps for the first time. */
const isLater = ({ campaign }: Facts): boolean => !fromTheStart.includes(campaign.status);
const isFinished = (facts: Facts): boolean => isLater(facts) && facts.payer.submittedDate !== null;

/** Ticks are asked for once: at signing only terms that have changed since are confirmed again. */
const hasAgreedToTerms = ({ campaign, payer }: Facts): boolean =>
  payer.agreedTermsVersion !== null && payer.agreedTermsVersion === campaign.termsVersion;

/** An answer to an information request is a submission, which needs the terms in force. */
const mustAgreeAgain = (facts: Facts): boolean => facts.campaign.status === 'waiting-info' && !hasAgreedToTerms(facts);

/** A borrower's details are asked for again only if some are missing. */
const hasGivenDetails = (facts: Facts): boolean =>
  isFinanced(facts.campaign.financeOptionCode)
    ? facts.campaign.status === 'waiting-info' && !lacksDetails(facts)
    : isFinished(facts);

/** Steps that are skipped if there is nothing to ask. */
const isIdle: Partial<Record<FlowStep, (facts: Facts) => boolean>> = {
  'choose-option': ({ campaign }) => campaign.offered.length < 2,
  'payer-details': hasGivenDetails,
  'agree-terms': (facts) => isFinished(facts) && hasAgreedToTerms(facts),
  'review-terms': hasAgreedToTerms,
};

/** The payer has given their documents, and submits with the next step: they must agree to the terms in force. */
const hasTermsLeft = (facts: Facts): boolean =>
  (facts.payer.submittedDate === null || !hasAgreedToTerms(facts)) && wasReviewed('documents')(facts);

/** When a step is done: when its data was given, or for a step without data when it was read. */
// biome-ignore format: a table
const isDone: Record<FlowStep, (facts: Facts) => boolean> = {
  'review-property':  wasReviewed('review-property'),
  'review-campaign':  wasReviewed('review-campaign'),
  'choose-option':    ({ campaign }) => campaign.financeOptionCode !== null,
  'payer-details':    (facts) => !lacksDetails(facts) && wasReviewed('payer-details')(facts),
  'agree-terms':      (facts) => facts.payer.submittedDate !== null && !mustAgreeAgain(facts),
  documents:          (facts) => hasAnswered(facts.campaign, facts.payer) || hasTermsLeft(facts),
  pay:                ({ campaign }) => isPaid(campaign),
  'review-agreement': (facts) => wasReviewed('review-agreement')(facts) || facts.payer.signatureDate !== null,
  'review-terms':     (facts) => wasReviewed('review-terms')(facts) || facts.payer.signatureDate !== null,
  sign:               ({ payer }) => payer.signatureDate !== null,
};

export type Flow = {
  steps: { name: FlowStep; label: string; isDone: boolean }[];
  /** The payer's current step; null if nothing is asked of them. */
  current: FlowStep | null;
};

/** Returns the payer's remaining steps, the same on every device. */
export function flowFor(sent: FlowCampaign, payer: FlowPayer): Flow {
  // A single offered option counts as chosen: a deposit is only paid.
  const [first = null, ...others] = sent.offered;
  const only = others.length === 0 ? first : null;
  const campaign = { ...sent, financeOptionCode: sent.financeOptionCode ?? only };
  const facts = { campaign, payer };
  const asked = flowSteps[campaign.status][campaign.financeOptionCode ?? 'none'];
  const names = isWaiting(facts) || hasPaidUpfront(facts) ? [] : asked.filter((name) => !isIdle[name]?.(facts));
  const label = (name: FlowStep) => labelOf(name, campaign.financeOptionCode);
  const steps = names.map((name) => ({ name, label: label(name), isDone: isDone[name](facts) }));
  return { steps, current: steps.find((step) => !step.isDone)?.name ?? null };
}

/** 'Ann, Bo and Cy', for the payers who have not finished. */
export const namesInWords = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

export const waitingWords = (name: string, others: readonly string[]): string =>
  `Thanks ${name}! Now we're just waiting for ${namesInWords(others)}.`;
