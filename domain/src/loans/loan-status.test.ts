import { type LoanDetails, statusAfterSaving } from '@kerb/domain/loans/loan-status.ts';
import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const none: LoanDetails = {
  campaignFinanceDrawdownDate: null,
  campaignFinanceRepaidDate: null,
  propertySettlementDate: null,
  propertyWithdrawnFromSaleDate: null,
};
const day = '2026-03-01';
const drawn = { campaignFinanceDrawdownDate: day };
const settling = { propertySettlementDate: day };
const withdrawn = { propertyWithdrawnFromSaleDate: day };
const repaid = { campaignFinanceRepaidDate: day };

/**
 * The specification's four steps, written again by hand. A signed loan waits for its funds; a repaid one stays
 * complete.
 */
function bySpecification(status: AgreementStatus, wasRepaid: boolean, loan: LoanDetails): AgreementStatus | null {
  const isDrawn = Boolean(loan.campaignFinanceDrawdownDate);
  const wasEnding = status === 'waiting-settlement' || status === 'withdrawn';
  if (loan.campaignFinanceRepaidDate && !wasRepaid) return 'complete';
  if (loan.campaignFinanceRepaidDate && status === 'complete') return null;
  if (loan.propertyWithdrawnFromSaleDate && isDrawn) return 'withdrawn';
  if (loan.propertySettlementDate && isDrawn) return 'waiting-settlement';
  if (status === 'signed' && !isDrawn) return null;
  if (isDrawn || !wasEnding) return 'executed';
  if (!loan.propertySettlementDate && !loan.propertyWithdrawnFromSaleDate) return 'executed';
  return null;
}

describe('the status after saving a loan', () => {
  const each = [null, day];
  const loans = each.flatMap((campaignFinanceDrawdownDate) =>
    each.flatMap((campaignFinanceRepaidDate) =>
      each.flatMap((propertySettlementDate) =>
        each.map((propertyWithdrawnFromSaleDate) => ({
          ...{ campaignFinanceDrawdownDate, campaignFinanceRepaidDate },
          ...{ propertySettlementDate, propertyWithdrawnFromSaleDate },
        })),
      ),
    ),
  );

  it.each(agreementStatuses)('from %s, for every set of dates, before and after it was repaid', (status) => {
    for (const loan of loans) {
      for (const wasRepaid of [false, true]) {
        const before = { status, campaignFinanceRepaidDate: wasRepaid ? day : null };
        const wanted = bySpecification(status, wasRepaid, loan);
        expect(statusAfterSaving(before, loan), JSON.stringify({ before, loan })).toBe(
          wanted === status ? null : wanted,
        );
      }
    }
  });

  // biome-ignore format: a table
  it.each([
    ['its funds are drawn',       'signed',             drawn,                              'executed'],
    ['nothing is drawn yet',      'signed',             settling,                           null],
    ['a settlement is set',       'executed',           { ...drawn, ...settling },          'waiting-settlement'],
    ['it is withdrawn',           'waiting-settlement', { ...drawn, ...withdrawn },         'withdrawn'],
    ['the settlement is removed', 'waiting-settlement', drawn,                              'executed'],
    ['it is repaid',              'waiting-settlement', { ...drawn, ...settling, ...repaid }, 'complete'],
    ['nothing has changed',       'executed',           drawn,                              null],
  ] as const)('when %s, from %s', (_why, status, dates, expected) => {
    expect(statusAfterSaving({ status, campaignFinanceRepaidDate: null }, { ...none, ...dates })).toBe(expected);
  });
});
