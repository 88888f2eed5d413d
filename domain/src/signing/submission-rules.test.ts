import { payableIn } from '@kerb/domain/payments/may-pay.ts';
import { codeFirst, confirmFirst, decideSubmission } from '@kerb/domain/signing/submission-rules.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

describe('submitting', () => {
  const given = { dateOfBirth: '1980-01-31', employmentType: 'full' } as const;
  const coded = { applicationCodeDate: '2026-11-01T00:00:00.000Z', mobilePhone: '+61412345678' };
  const unfiled = { hasIdentityDocument: false, hasConfirmedDetails: false };
  const details = { ...given, ...coded, ...unfiled, hasProvedMailbox: true };
  const unasked = { mortgageBalanceRange: null, mortgageBalanceUnsure: false } as const;
  const applied = { status: 'waiting-invite', financeOptionCode: 'pl', campaignBudget: 4_200 } as const;
  const sent = { ...applied, mortgageBalanceRange: 'lt75', mortgageBalanceUnsure: false } as const;
  it('of Pay Later needs an answer about the mortgage, and “not sure” is one', () => {
    expect(decideSubmission({ ...sent, ...unasked }, details)).toMatchObject({
      validation: { mortgageBalanceRange: [{ type: 'missing' }] },
    });
    expect(decideSubmission({ ...sent, ...unasked, mortgageBalanceUnsure: true }, details).ok).toBe(true);
    expect(decideSubmission({ ...sent, ...unasked, financeOptionCode: 'pos' }, details).ok).toBe(true);
  });

  it('needs the details, and the ID if more information was requested', () => {
    expect(decideSubmission(sent, details).ok).toBe(true);
    expect(decideSubmission(sent, { ...details, dateOfBirth: null })).toMatchObject({
      validation: { dateOfBirth: [{ type: 'missing' }] },
    });
    expect(decideSubmission({ ...sent, status: 'waiting-info' }, details)).toMatchObject({ code: 'documents-missing' });
    expect(decideSubmission({ ...sent, status: 'waiting-info' }, { ...details, hasIdentityDocument: true }).ok).toBe(
      true,
    );
  });

  it.each(['pl', 'pos'] as const)(
    'of %s needs the code of the application, to the mobile if there is one and the mailbox is proved',
    (option) => {
      const asked = { ...sent, financeOptionCode: option };
      const uncoded = { ...details, applicationCodeDate: null };
      expect(decideSubmission(asked, uncoded)).toMatchObject({
        code: 'code-missing',
        validation: { mobilePhone: [{ type: 'missing', message: codeFirst.mobilePhone }] },
      });
      for (const other of [{ mobilePhone: null }, { hasProvedMailbox: false }]) {
        expect(decideSubmission(asked, { ...uncoded, ...other })).toMatchObject({
          validation: { emailAddress: [{ type: 'missing', message: codeFirst.emailAddress }] },
        });
      }
      expect(decideSubmission({ ...asked, status: 'waiting-info' }, uncoded)).toMatchObject({ code: 'code-missing' });
    },
  );

  it('needs a budget to lend', () => {
    const words = 'The campaign budget does not exist.';
    expect(decideSubmission({ ...sent, campaignBudget: null }, details)).toMatchObject({ because: words });
  });

  it('needs an option, and for a loan a status before the approval', () => {
    expect(decideSubmission({ ...sent, financeOptionCode: null }, details)).toMatchObject({
      code: 'nothing-to-submit',
    });
    expect(decideSubmission({ ...sent, status: 'approved' }, details)).toMatchObject({ code: 'not-submittable' });
  });

  it('of Pay Upfront needs only the confirmation of the details, for as long as it can be paid', () => {
    const nothing = { ...details, dateOfBirth: null, employmentType: null, applicationCodeDate: null };
    const upfront = { ...sent, financeOptionCode: 'pn' } as const;
    expect(decideSubmission(upfront, nothing)).toMatchObject({ because: confirmFirst });
    const confirmed = { ...nothing, hasConfirmedDetails: true };
    for (const status of agreementStatuses) {
      const decision = decideSubmission({ ...upfront, status }, { ...confirmed, hasIdentityDocument: true });
      expect([status, decision.ok]).toEqual([status, payableIn.upfront.includes(status)]);
    }
    expect(decideSubmission({ ...upfront, status: 'waiting-info' }, confirmed)).toMatchObject({
      code: 'documents-missing',
    });
  });
});
