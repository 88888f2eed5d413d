import {
  type FlowCampaign,
  type FlowPayer,
  type FlowStep,
  flowFor,
  flowStepNames,
  hasAnswered,
  isAnsweredByAll,
  waitingWords,
} from '@kerb/domain/signing/guided-flow.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { describe, expect, it } from 'vitest';

const campaign: FlowCampaign = {
  status: 'waiting-invite',
  statusLastUpdate: '2026-11-01T00:00:00.000Z',
  financeOptionCode: null,
  offered: ['pn', 'pl'],
  paymentState: 'none',
  mortgageBalanceRange: 'lt75',
  mortgageBalanceUnsure: false,
  termsVersion: 'pl-au-3',
};
const payer: FlowPayer = {
  dateOfBirth: null,
  employmentType: null,
  applicationCodeDate: '2026-11-01T00:00:00.000Z',
  reviewed: [],
  submittedDate: null,
  agreedTermsVersion: null,
  signatureDate: null,
};
const agreed = { agreedTermsVersion: 'pl-au-3' };
const details = { dateOfBirth: '1980-01-31', employmentType: 'full' } as const;
const namesOf = (of: Partial<FlowCampaign>, who: Partial<FlowPayer> = {}) =>
  flowFor({ ...campaign, ...of }, { ...payer, ...who }).steps.map(({ name }) => name);
const currentOf = (of: Partial<FlowCampaign>, who: Partial<FlowPayer> = {}) =>
  flowFor({ ...campaign, ...of }, { ...payer, ...who }).current;

const applying: FlowStep[] = ['review-property', 'review-campaign', 'choose-option', 'payer-details', 'agree-terms'];

describe('an information request', () => {
  const asked = {
    status: 'waiting-info',
    statusLastUpdate: '2026-11-05T00:00:00.000Z',
    financeOptionCode: 'pl',
  } as const;
  const before = { submittedDate: '2026-11-04T23:59:59.999Z' };
  const after = { submittedDate: '2026-11-05T00:00:00.001Z' };
  const never = { submittedDate: null };

  it('is answered by a payer who submits after it was made', () => {
    expect([before, after, never].map((payer) => hasAnswered(asked, payer))).toEqual([false, true, false]);
    expect(hasAnswered({ ...asked, status: 'waiting-invite' }, before)).toBe(true);
  });

  it('is open until every payer has answered', () => {
    expect(isAnsweredByAll(asked, [after, before])).toBe(false);
    expect(isAnsweredByAll(asked, [after, never])).toBe(false);
    expect(isAnsweredByAll(asked, [after, after])).toBe(true);
    expect(isAnsweredByAll(asked, [])).toBe(false);
  });

  it('is the only status besides Sent that payers complete, and Sent only with a loan', () => {
    expect(isAnsweredByAll({ ...asked, status: 'waiting-invite' }, [before])).toBe(true);
    for (const status of agreementStatuses.filter((each) => each !== 'waiting-invite' && each !== 'waiting-info')) {
      expect(isAnsweredByAll({ ...asked, status }, [after])).toBe(false);
    }
    for (const financeOptionCode of ['pn', null] as const) {
      expect(isAnsweredByAll({ ...asked, status: 'waiting-invite', financeOptionCode }, [after])).toBe(false);
      expect(isAnsweredByAll({ ...asked, financeOptionCode }, [after])).toBe(true);
    }
  });
});

describe('the guided flow', () => {
  // biome-ignore format: a table
  it.each<[string, Partial<FlowCampaign>, FlowStep[]]>([
    ['before anything is chosen',                 {}, applying],
    ['in a draft',                                { status: 'draft' }, applying],
    ['with one option there is no choice',        { offered: ['pl'], financeOptionCode: 'pl' }, applying.filter((step) => step !== 'choose-option')],
    ['also before that option is chosen',         { offered: ['pl'] }, applying.filter((step) => step !== 'choose-option')],
    ['a deposit is paid, with nothing to choose', { offered: ['pn'] }, [...applying.filter((step) => step !== 'choose-option'), 'pay']],
    ['Pay Upfront ends with paying',              { financeOptionCode: 'pn' }, [...applying, 'pay']],
    ['Pay Later ends with the terms',             { financeOptionCode: 'pl' }, applying],
    ['a bank transfer is still to come',          { financeOptionCode: 'pn', status: 'waiting-approval' }, ['payer-details', 'agree-terms', 'pay']],
    ['money that nobody paid is still to come',   { financeOptionCode: 'pn', status: 'approved' }, ['payer-details', 'agree-terms', 'pay']],
    ['information is requested of who pays now',  { financeOptionCode: 'pn', status: 'waiting-info' }, ['payer-details', 'documents', 'agree-terms', 'pay']],
    ['after the approval it is signed',           { financeOptionCode: 'pl', status: 'approved' }, ['review-agreement', 'review-terms', 'sign']],
    ['Pay On Success adds its fee',               { financeOptionCode: 'pos', status: 'approved' }, ['review-agreement', 'review-terms', 'sign', 'pay']],
    ['a live loan asks nothing',                  { financeOptionCode: 'pl', status: 'executed' }, []],
    ['a cancelled campaign asks nothing',         { financeOptionCode: 'pl', status: 'cancelled' }, []],
  ])('%s', (_sentence, of, expected) => {
    expect(namesOf(of)).toEqual(expected);
  });

  it('asks for documents, and only for missing details, when more information is requested', () => {
    const wanted = { status: 'waiting-info', financeOptionCode: 'pl' } as const;
    expect(namesOf(wanted)).toEqual(['payer-details', 'documents', 'agree-terms']);
    expect(namesOf(wanted, { ...details, ...agreed, submittedDate: '2026-10-01T00:00:00.000Z' })).toEqual([
      'documents',
    ]);
    expect(currentOf(wanted, { ...details, ...agreed, submittedDate: '2026-10-01T00:00:00.000Z' })).toBe('documents');
    expect(currentOf(wanted, { ...details, ...agreed, submittedDate: '2026-11-02T00:00:00.000Z' })).toBeNull();
  });

  it('lets a payer who joined after the request give documents first, and agree to the terms last', () => {
    const wanted = { status: 'waiting-info', financeOptionCode: 'pl' } as const;
    expect(currentOf(wanted, details)).toBe('documents');
    expect(currentOf(wanted, { ...details, reviewed: ['documents'] })).toBe('agree-terms');
    // A later request asks again, although the step was reviewed before.
    const before = { submittedDate: '2026-10-01T00:00:00.000Z', reviewed: ['documents'] as FlowStep[] };
    expect(currentOf(wanted, { ...details, ...agreed, ...before })).toBe('documents');
    // Terms that have changed since are agreed to again.
    expect(currentOf(wanted, { ...details, ...before, agreedTermsVersion: 'pl-au-0' })).toBe('agree-terms');
  });

  it('asks for the mortgage of Pay Later with the details, until a payer or staff has answered', () => {
    const reviewed: FlowStep[] = ['review-property', 'review-campaign', 'payer-details'];
    const given = { ...details, reviewed };
    const current = (mortgage: Partial<FlowCampaign>, option: 'pl' | 'pos' = 'pl') =>
      currentOf({ financeOptionCode: option, mortgageBalanceRange: null, ...mortgage }, given);
    expect(current({})).toBe('payer-details');
    expect(current({ mortgageBalanceUnsure: true })).toBe('agree-terms');
    expect(current({ mortgageBalanceRange: 'gt90' })).toBe('agree-terms');
    expect(current({}, 'pos')).toBe('agree-terms');
  });

  it('asks a borrower for a code with the details, also if more information is requested', () => {
    const uncoded = { ...details, applicationCodeDate: null };
    const reviewed: FlowStep[] = ['review-property', 'review-campaign', 'payer-details'];
    for (const financeOptionCode of ['pl', 'pos'] as const) {
      expect(currentOf({ financeOptionCode }, { ...uncoded, reviewed })).toBe('payer-details');
      expect(currentOf({ financeOptionCode, status: 'waiting-info' }, uncoded)).toBe('payer-details');
    }
    expect(currentOf({ financeOptionCode: 'pn' }, { ...uncoded, reviewed })).toBe('agree-terms');
  });

  it('asks nothing once submitted, until another option is chosen', () => {
    const submitted = { financeOptionCode: 'pl', status: 'waiting-approval' } as const;
    expect(namesOf(submitted, { submittedDate: '2026-11-02T00:00:00.000Z' })).toEqual([]);
    expect(namesOf(submitted)).toEqual(applying);
  });

  it('continues where the payer left it, on any device', () => {
    expect(currentOf({})).toBe('review-property');
    expect(currentOf({}, { reviewed: ['review-property'] })).toBe('review-campaign');
    const reviewed: FlowStep[] = ['review-property', 'review-campaign'];
    expect(currentOf({}, { reviewed })).toBe('choose-option');
    expect(currentOf({ financeOptionCode: 'pl' }, { reviewed })).toBe('payer-details');
    expect(currentOf({ financeOptionCode: 'pl' }, { reviewed: [...reviewed, 'payer-details'] })).toBe('payer-details');
    const past = { ...details, reviewed: [...reviewed, 'payer-details'] as FlowStep[] };
    expect(currentOf({ financeOptionCode: 'pl' }, past)).toBe('agree-terms');
    expect(currentOf({ financeOptionCode: 'pl' }, { ...past, submittedDate: '2026-11-02T00:00:00.000Z' })).toBeNull();
  });

  it('of Pay Upfront asks who the payer is, then for the terms, then for the money', () => {
    const upfront = { financeOptionCode: 'pn' } as const;
    const reviewed: FlowStep[] = ['review-property', 'review-campaign'];
    expect(currentOf(upfront, { reviewed })).toBe('payer-details');
    expect(flowFor({ ...campaign, ...upfront }, payer).steps.map(({ label }) => label)).toContain('Is this you?');
    const confirmed = { reviewed: [...reviewed, 'payer-details'] as FlowStep[] };
    expect(currentOf(upfront, confirmed)).toBe('agree-terms');
    const ready = { ...confirmed, ...agreed, submittedDate: '2026-11-02T00:00:00.000Z' };
    expect(currentOf(upfront, ready)).toBe('pay');
    for (const status of ['waiting-info', 'waiting-approval', 'approved', 'signed'] as const) {
      expect(namesOf({ ...upfront, status }, ready).filter((name) => name !== 'documents')).toEqual(['pay']);
    }
    // The team may record money of a payer who has agreed to nothing.
    expect(namesOf({ ...upfront, status: 'approved', paymentState: 'paid' })).toEqual([]);
  });

  it('does not ask again for terms that have not changed since the payer agreed to them', () => {
    const approved = { status: 'approved', financeOptionCode: 'pl' } as const;
    expect(namesOf(approved, { agreedTermsVersion: 'pl-au-3' })).toEqual(['review-agreement', 'sign']);
    for (const agreedTermsVersion of [null, 'pl-au-0', 'pl-au-3-unsure', 'pos-2']) {
      expect(namesOf(approved, { agreedTermsVersion })).toEqual(['review-agreement', 'review-terms', 'sign']);
    }
  });

  it('never shows the review again after signing', () => {
    const signed = { signatureDate: '2026-11-02T00:00:00.000Z' };
    expect(currentOf({ status: 'approved', financeOptionCode: 'pl' }, signed)).toBeNull();
    expect(currentOf({ status: 'approved', financeOptionCode: 'pos' }, signed)).toBe('pay');
  });

  it('has a known step for every status and option, none twice', () => {
    for (const status of agreementStatuses) {
      for (const financeOptionCode of [null, ...financeOptionCodes]) {
        const names = namesOf({ status, financeOptionCode });
        expect(new Set(names).size).toBe(names.length);
        expect(names.every((name) => flowStepNames.includes(name))).toBe(true);
      }
    }
  });

  it('says whom everyone is waiting for', () => {
    expect(waitingWords('Ann', ['Bo'])).toBe("Thanks Ann! Now we're just waiting for Bo.");
    expect(waitingWords('Ann', ['Bo', 'Cy', 'Di'])).toBe("Thanks Ann! Now we're just waiting for Bo, Cy and Di.");
  });
});
