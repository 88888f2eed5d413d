import { must } from '@kerb/domain/kernel/must.ts';
import { findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { signatoriesInScope } from '@kerb/server/features/payers/payers.repository.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { agreementPaper } from '@kerb/server/features/signing/agreement-paper.ts';
import { expect, it } from 'vitest';
import { startLoanFixture } from '../../../test/loan-fixture.ts';

const { stage, aLoan } = await startLoanFixture();

async function paperOf(columns: object) {
  const { id } = await aLoan('approved', columns);
  const agreement = must(await findAgreement(stage.db, wholeScope, id), `campaign ${id}`);
  return agreementPaper(stage.deps, agreement, await signatoriesInScope(stage.deps, wholeScope, { agreementId: id }));
}

it('is not made for a Pay Later loan without an interest rate', async () => {
  await expect(paperOf({ interestRate: null })).rejects.toMatchObject({ status: 409, code: 'no-interest-rate' });
  expect((await paperOf({ interestRate: '0.00' })).document.blocks.length).toBeGreaterThan(0);
  expect((await paperOf({ financeOptionCode: 'pos', interestRate: null })).document.blocks.length).toBeGreaterThan(0);
});
