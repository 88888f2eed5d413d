import type { FlowStep } from '@kerb/domain/signing/guided-flow.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { PaymentState } from '@kerb/domain/vocabulary/payment-state.ts';
import { type FinanceOptionCode, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';

/** A question asks the payer for something. The other kinds are panels on which a visit ends. */
type Kind = 'question' | 'success' | 'waiting' | 'ended';
/** The one primary action of a screen; null if it has none. */
export type PrimaryAction = 'continue' | 'confirm' | 'agree' | 'submit' | 'pay' | 'sign' | 'receipt' | null;

/** Every screen of the payer's page. Each state of a campaign and its payer has exactly one. */
// biome-ignore format: a table
export const screens = {
  choose:             { kind: 'question', action: 'continue' },
  you:                { kind: 'question', action: 'confirm'  },
  details:            { kind: 'question', action: 'continue' },
  documents:          { kind: 'question', action: 'submit'   },
  terms:              { kind: 'question', action: 'agree'    },
  pay:                { kind: 'question', action: 'pay'      },
  fee:                { kind: 'question', action: 'pay'      },
  agreement:          { kind: 'question', action: 'continue' },
  sign:               { kind: 'question', action: 'sign'     },
  preparing:          { kind: 'waiting',  action: null       },
  'nothing-offered':  { kind: 'waiting',  action: null       },
  transfer:           { kind: 'waiting',  action: null       },
  confirming:         { kind: 'waiting',  action: null       },
  refunding:          { kind: 'waiting',  action: null       },
  'waiting-others':   { kind: 'success',  action: null       },
  submitted:          { kind: 'success',  action: null       },
  paid:               { kind: 'success',  action: 'receipt'  },
  'signed-by-you':    { kind: 'success',  action: null       },
  signed:             { kind: 'success',  action: null       },
  live:               { kind: 'waiting',  action: null       },
  settlement:         { kind: 'waiting',  action: null       },
  withdrawn:          { kind: 'waiting',  action: null       },
  complete:           { kind: 'success',  action: null       },
  cancelled:          { kind: 'ended',    action: null       },
  declined:           { kind: 'ended',    action: null       },
} as const satisfies Record<string, { kind: Kind; action: PrimaryAction }>;

export type Screen = keyof typeof screens;
export const screenNames = Object.keys(screens) as [Screen, ...Screen[]];
export const isQuestion = (screen: Screen): boolean => screens[screen].kind === 'question';

export type ScreenFacts = {
  status: AgreementStatus;
  /** The chosen option, or the only one that is offered. */
  option: FinanceOptionCode | null;
  /** Whether the option was chosen, and not only offered. */
  isChosen: boolean;
  /** Whether any option can be chosen now. */
  mayChoose: boolean;
  current: FlowStep | null;
  paymentState: PaymentState;
  /** The outcome of a card payment is not known yet. */
  isUnderWay: boolean;
  isByTransfer: boolean;
  /** Whether the reader has signed, and whether another payer has something left to do. */
  hasSigned: boolean;
  hasOthersLeft: boolean;
};

type Rule = (facts: ScreenFacts) => Screen;

const choosing: Rule = ({ isChosen, mayChoose }) => (isChosen || mayChoose ? 'choose' : 'nothing-offered');

function paying({ status, option, isByTransfer }: ScreenFacts): Screen {
  if (status === 'draft') return 'preparing';
  if (isFinanced(option)) return 'fee';
  return isByTransfer ? 'transfer' : 'pay';
}

/** The screen of each step of the payer's flow. */
// biome-ignore format: a table
const ofStep: Record<FlowStep, Rule> = {
  'review-property':  choosing,
  'review-campaign':  choosing,
  'choose-option':    choosing,
  'payer-details':    ({ option }) => (isFinanced(option) ? 'details' : 'you'),
  documents:          () => 'documents',
  // The terms depend on the option, so a single offered option is chosen first.
  'agree-terms':      (facts) => (facts.isChosen ? 'terms' : choosing(facts)),
  pay:                paying,
  'review-agreement': () => 'agreement',
  'review-terms':     () => 'terms',
  sign:               () => 'sign',
};

const isPaidUpfront = ({ option, paymentState }: ScreenFacts): boolean => option === 'pn' && paymentState === 'paid';
const unlessPaid =
  (rule: Rule): Rule =>
  (facts) =>
    isPaidUpfront(facts) ? 'paid' : rule(facts);
const applied: Rule = ({ hasOthersLeft }) => (hasOthersLeft ? 'waiting-others' : 'submitted');

/** Where a payer is who has nothing to do now. */
// biome-ignore format: a table
const whileIdle: Record<AgreementStatus, Rule> = {
  draft:                () => 'preparing',
  'waiting-invite':     unlessPaid((facts) => (facts.isChosen ? applied(facts) : 'nothing-offered')),
  'waiting-info':       unlessPaid(applied),
  'waiting-approval':   unlessPaid(({ option, isByTransfer }) => (option === 'pn' && isByTransfer ? 'transfer' : 'submitted')),
  approved:             unlessPaid(({ hasSigned, hasOthersLeft }) => {
                          if (!hasSigned) return 'submitted';
                          return hasOthersLeft ? 'signed-by-you' : 'signed';
                        }),
  signed:               unlessPaid(() => 'signed'),
  executed:             () => 'live',
  'waiting-settlement': () => 'settlement',
  withdrawn:            () => 'withdrawn',
  complete:             () => 'complete',
  cancelled:            () => 'cancelled',
  rejected:             () => 'declined',
};

const isEnded = (status: AgreementStatus): boolean => status === 'cancelled' || status === 'rejected';

/** The one screen of a payer's page. */
export function screenOf(facts: ScreenFacts): Screen {
  const { status, option, current, paymentState, isUnderWay, isChosen, mayChoose } = facts;
  if (isEnded(status)) return whileIdle[status](facts);
  if (isUnderWay) return 'confirming';
  if (paymentState === 'refunding' && (option === 'pn' || current === 'pay') && status !== 'complete') {
    return 'refunding';
  }
  if (current === null) return whileIdle[status](facts);
  // An admin can approve a campaign for which nobody has chosen. There is no agreement to sign then.
  return isChosen || mayChoose ? ofStep[current](facts) : 'nothing-offered';
}

/** The questions of a visit, in order. A payer can go back to those before the current one. */
export const pathOf = (steps: readonly FlowStep[], facts: ScreenFacts): Screen[] =>
  [...new Set(steps.map((step) => ofStep[step](facts)))].filter(isQuestion);

/** How far another payer is. Their answers are private; the step is not. */
export const payerSteps = [
  'not-started',
  'choosing',
  'details',
  'documents',
  'terms',
  'paying',
  'submitted',
  'reading',
  'signing',
  'signed',
] as const;
export type PayerStep = (typeof payerSteps)[number];

// biome-ignore format: a table
const stepOf: Record<FlowStep, PayerStep> = {
  'review-property':  'choosing',
  'review-campaign':  'choosing',
  'choose-option':    'choosing',
  'payer-details':    'details',
  documents:          'documents',
  'agree-terms':      'terms',
  pay:                'paying',
  'review-agreement': 'reading',
  'review-terms':     'reading',
  sign:               'signing',
};

export function progressOf(payer: {
  current: FlowStep | null;
  reviewed: readonly FlowStep[];
  signatureDate: string | null;
}): PayerStep {
  if (payer.signatureDate !== null) return 'signed';
  if (payer.current === null) return 'submitted';
  return payer.current === 'review-property' && payer.reviewed.length === 0 ? 'not-started' : stepOf[payer.current];
}
