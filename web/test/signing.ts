import type { financeTerms } from '@kerb/domain/loans/loans.contract.ts';
import { type FlowStep, flowStepLabels } from '@kerb/domain/signing/guided-flow.ts';
import type { signatory } from '@kerb/domain/signing/signatories.contract.ts';
import type { payerFlow } from '@kerb/domain/signing/signing.contract.ts';
import type * as z from 'zod/mini';

export type WireSignatory = z.input<typeof signatory>;
export type WireFlow = z.input<typeof payerFlow>;

export const aSignatory = (changed: Partial<WireSignatory> = {}): WireSignatory => ({
  id: 501,
  href: '/v1/signatories/501',
  agreement: { href: '/v1/agreements/10231' },
  displayName: 'Vera Vendor',
  firstName: 'Vera',
  middleNames: null,
  surname: 'Vendor',
  emailAddress: 'vera@example.com',
  emailAddressConfirmationDate: '2026-11-04T00:00:00.000Z',
  emailAddressConfirmationCodeSent: null,
  mobilePhone: '+61412345678',
  mobilePhoneConfirmationDate: '2026-11-04T00:00:00.000Z',
  mobilePhoneConfirmationCodeSent: null,
  mobilePhoneConfirmedByPayer: true,
  applicationCodeDate: '2026-11-04T00:00:00.000Z',
  hasProvedMailbox: true,
  dateOfBirth: null,
  residentialAddress: null,
  city: null,
  state: null,
  postalCode: null,
  employmentType: null,
  userHref: '/v1/users/31',
  isOwn: true,
  readOnlyFields: ['emailAddress', 'mobilePhone', 'amlCheckCompleted'],
  submittedDate: null,
  signatureDate: null,
  ...changed,
});

/** A guided flow with these steps and a current one; the steps before it are done. */
export function aFlow(names: readonly FlowStep[], current: FlowStep | null, changed: Partial<WireFlow> = {}): WireFlow {
  const place = current === null ? names.length : names.indexOf(current);
  return {
    steps: names.map((name, at) => ({ name, label: flowStepLabels[name], isDone: at < place })),
    current,
    reviewed: [...names.slice(0, place)],
    answers: {},
    lastUpdateDate: null,
    agreedTermsVersion: null,
    signatory: aSignatory(),
    waitingFor: [],
    application: null,
    documentKey: null,
    ...changed,
  };
}

export const terms = (version = 'pl-au-3'): z.input<typeof financeTerms> => ({
  financeOptionCode: 'pl',
  version,
  title: 'Pay Later loan agreement',
  contentHtml: '<p>All of it.</p>',
  criteria: [
    { displayOrder: 2, contentHtml: '<p>I agree to sign electronically.</p>' },
    { displayOrder: 1, contentHtml: '<p>I have read &amp; understood it.</p>' },
  ],
  inShort: ['We lend you the amount.'],
  sections: [{ heading: 'The loan', paragraphs: ['The lender is KerbPay.'] }],
});
