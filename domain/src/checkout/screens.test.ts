import {
  isQuestion,
  pathOf,
  progressOf,
  type Screen,
  type ScreenFacts,
  screenNames,
  screenOf,
  screens,
} from '@kerb/domain/checkout/screens.ts';
import {
  type Flow,
  type FlowCampaign,
  type FlowPayer,
  type FlowStep,
  flowFor,
  flowStepNames,
} from '@kerb/domain/signing/guided-flow.ts';
import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { paymentStates } from '@kerb/domain/vocabulary/payment-state.ts';
import { financeOptionCodes, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const options = [null, ...financeOptionCodes] as const;
const day = '2026-11-02T00:00:00.000Z';

type State = { campaign: FlowCampaign; payer: FlowPayer; isByTransfer: boolean; isUnderWay: boolean; others: boolean };

const flowOf = ({ campaign, payer }: State): Flow => flowFor(campaign, payer);

function factsOf(state: State): ScreenFacts {
  const { campaign, payer, isByTransfer, isUnderWay, others } = state;
  const { status, financeOptionCode, offered, paymentState } = campaign;
  const mayChoose = ['draft', 'waiting-invite', 'waiting-info', 'waiting-approval'].includes(status);
  return {
    status,
    option: financeOptionCode ?? (offered.length === 1 ? (offered[0] ?? null) : null),
    isChosen: financeOptionCode !== null,
    mayChoose: mayChoose && offered.length > 0,
    current: flowOf(state).current,
    paymentState,
    isUnderWay,
    isByTransfer,
    hasSigned: payer.signatureDate !== null,
    hasOthersLeft: others,
  };
}

const termsOf = (option: FlowCampaign['financeOptionCode']) => option && `${option}-1`;

const anyState: fc.Arbitrary<State> = fc
  .record({
    status: fc.constantFrom(...agreementStatuses),
    option: fc.constantFrom(...options),
    offered: fc.subarray([...financeOptionCodes]),
    paymentState: fc.constantFrom(...paymentStates),
    reviewed: fc.subarray([...flowStepNames]),
    hasDetails: fc.boolean(),
    hasCode: fc.boolean(),
    submitted: fc.constantFrom(null, '2026-10-01T00:00:00.000Z', day),
    hasAgreed: fc.boolean(),
    hasSigned: fc.boolean(),
    hasMortgage: fc.boolean(),
    isByTransfer: fc.boolean(),
    isUnderWay: fc.boolean(),
    others: fc.boolean(),
  })
  .map((of) => ({
    campaign: {
      status: of.status,
      statusLastUpdate: '2026-11-01T00:00:00.000Z',
      financeOptionCode: of.option,
      // A chosen option stays offered.
      offered: financeOptionCodes.filter((code) => code === of.option || of.offered.includes(code)),
      paymentState: of.paymentState,
      mortgageBalanceRange: of.hasMortgage ? ('lt75' as const) : null,
      mortgageBalanceUnsure: false,
      termsVersion: termsOf(of.option),
    },
    payer: {
      dateOfBirth: of.hasDetails ? '1960-01-31' : null,
      employmentType: of.hasDetails ? ('retired' as const) : null,
      applicationCodeDate: of.hasCode ? day : null,
      reviewed: of.reviewed,
      submittedDate: of.submitted,
      agreedTermsVersion: of.hasAgreed ? termsOf(of.option) : null,
      signatureDate: of.hasSigned ? day : null,
    },
    isByTransfer: of.isByTransfer,
    isUnderWay: of.isUnderWay,
    others: of.others,
  }));

/** What the primary action of a question does, as the server records it. */
function after(state: State, screen: Screen): State {
  const { campaign, payer } = state;
  const reviewed = (...steps: FlowStep[]) => [...new Set([...payer.reviewed, ...steps])];
  const withPayer = (more: Partial<FlowPayer>) => ({ ...state, payer: { ...payer, ...more } });
  switch (screen) {
    case 'choose': {
      const option = campaign.financeOptionCode ?? campaign.offered[0] ?? null;
      return {
        ...withPayer({ reviewed: reviewed('review-property', 'review-campaign', 'choose-option') }),
        campaign: { ...campaign, financeOptionCode: option, termsVersion: termsOf(option) },
      };
    }
    case 'you':
      return withPayer({ reviewed: reviewed('payer-details') });
    case 'details':
      return {
        ...withPayer({
          dateOfBirth: '1960-01-31',
          employmentType: 'retired',
          applicationCodeDate: day,
          reviewed: reviewed('payer-details'),
        }),
        campaign: { ...campaign, mortgageBalanceUnsure: true },
      };
    case 'documents':
      return withPayer(
        payer.submittedDate === null || payer.agreedTermsVersion !== campaign.termsVersion
          ? { reviewed: reviewed('documents') }
          : { submittedDate: '2026-12-01T00:00:00.000Z' },
      );
    case 'terms':
      return campaign.status === 'approved' && isFinanced(campaign.financeOptionCode)
        ? withPayer({ reviewed: reviewed('review-terms') })
        : withPayer({ submittedDate: '2026-12-01T00:00:00.000Z', agreedTermsVersion: campaign.termsVersion });
    case 'pay':
    case 'fee':
      return { ...state, campaign: { ...campaign, paymentState: 'paid' } };
    case 'agreement':
      return withPayer({ reviewed: reviewed('review-agreement') });
    case 'sign':
      return withPayer({ signatureDate: day });
    default:
      throw new Error(`${screen} is no question`);
  }
}

describe('the screens of a payer', () => {
  it('every state has one screen, with at most one primary action', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const screen = screenOf(factsOf(state));
        expect(screenNames).toContain(screen);
        expect(isQuestion(screen)).toBe(screens[screen].kind === 'question');
        if (isQuestion(screen)) expect(screens[screen].action).not.toBeNull();
      }),
      { numRuns: 3_000 },
    );
  });

  it('from every state, pressing the primary action leads to a panel, and asks nothing twice', () => {
    fc.assert(
      fc.property(anyState, (start) => {
        let state = start;
        const asked: Screen[] = [];
        for (let screen = screenOf(factsOf(state)); isQuestion(screen); screen = screenOf(factsOf(state))) {
          asked.push(screen);
          expect(asked.length, asked.join()).toBeLessThanOrEqual(8);
          state = after(state, screen);
        }
        expect(new Set(asked).size, asked.join()).toBe(asked.length);
      }),
      { numRuns: 3_000 },
    );
  });

  it('an ended campaign asks for nothing', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        for (const status of ['cancelled', 'rejected'] as const) {
          const screen = screenOf(factsOf({ ...state, campaign: { ...state.campaign, status } }));
          expect(screens[screen].kind).toBe('ended');
        }
      }),
    );
  });

  it('while an outcome is not known, nothing can be paid', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const screen = screenOf({ ...factsOf(state), isUnderWay: true });
        expect(['confirming', 'cancelled', 'declined']).toContain(screen);
      }),
    );
  });

  it('the path has the current question, and each question once', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const facts = factsOf(state);
        const path = pathOf(
          flowOf(state).steps.map(({ name }) => name),
          facts,
        );
        const screen = screenOf(facts);
        expect(new Set(path).size).toBe(path.length);
        if (isQuestion(screen)) expect(path).toContain(screen);
      }),
    );
  });
});

const start: State = {
  campaign: {
    status: 'waiting-invite',
    statusLastUpdate: null,
    financeOptionCode: null,
    offered: ['pn', 'pl'],
    paymentState: 'none',
    mortgageBalanceRange: null,
    mortgageBalanceUnsure: false,
    termsVersion: null,
  },
  payer: {
    dateOfBirth: null,
    employmentType: null,
    applicationCodeDate: null,
    reviewed: [],
    submittedDate: null,
    agreedTermsVersion: null,
    signatureDate: null,
  },
  isByTransfer: false,
  isUnderWay: false,
  others: false,
};

function walk(from: State): Screen[] {
  const found: Screen[] = [];
  let state = from;
  for (;;) {
    const screen = screenOf(factsOf(state));
    found.push(screen);
    if (!isQuestion(screen)) return found;
    state = after(state, screen);
  }
}

const withStatus = (state: State, status: AgreementStatus): State => ({
  ...state,
  campaign: { ...state.campaign, status },
});
const chosen = (option: 'pn' | 'pl'): State => ({
  ...start,
  campaign: { ...start.campaign, financeOptionCode: option, termsVersion: termsOf(option) },
});

describe('whole visits', () => {
  it('Pay Upfront: choose, confirm, agree, pay, thank you', () => {
    expect(walk(chosen('pn'))).toEqual(['choose', 'you', 'terms', 'pay', 'paid']);
  });

  it('Pay Later: choose, details, agree, submitted', () => {
    expect(walk(chosen('pl'))).toEqual(['choose', 'details', 'terms', 'submitted']);
  });

  it('signing: read, sign, signed; the terms again only if they have changed', () => {
    const approved = withStatus(chosen('pl'), 'approved');
    const agreed = { ...approved, payer: { ...approved.payer, submittedDate: day, agreedTermsVersion: 'pl-1' } };
    expect(walk(agreed)).toEqual(['agreement', 'sign', 'signed']);
    const changed = { ...agreed, campaign: { ...agreed.campaign, termsVersion: 'pl-2' } };
    expect(walk(changed)).toEqual(['agreement', 'terms', 'sign', 'signed']);
  });

  it('a payer who has finished sees who is left', () => {
    expect(walk({ ...chosen('pl'), others: true }).at(-1)).toBe('waiting-others');
  });

  it('a bank transfer waits for its money', () => {
    expect(walk({ ...chosen('pn'), isByTransfer: true })).toEqual(['choose', 'you', 'terms', 'transfer']);
  });
});

describe('the progress of another payer', () => {
  const rows: [FlowStep | null, FlowStep[], string | null, string][] = [
    ['review-property', [], null, 'not-started'],
    ['review-property', ['payer-details'], null, 'choosing'],
    ['payer-details', [], null, 'details'],
    ['agree-terms', [], null, 'terms'],
    [null, [], null, 'submitted'],
    ['sign', [], null, 'signing'],
    [null, [], day, 'signed'],
  ];
  it.each(rows)('at %s', (current, reviewed, signatureDate, step) => {
    expect(progressOf({ current, reviewed, signatureDate })).toBe(step);
  });
});
