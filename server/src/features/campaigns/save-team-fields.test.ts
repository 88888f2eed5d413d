import { type AgreementFieldName, agreementFields } from '@kerb/domain/agreements/agreement-fields.ts';
import { areForTeamOnly, teamFields } from '@kerb/domain/agreements/team-fields.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { type AgreementRecord, findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { usualFields } from '@kerb/server/features/options/choose-option.ts';
import { signatoriesInScope } from '@kerb/server/features/payers/payers.repository.ts';
import { moneyFactsOf, planFor } from '@kerb/server/features/payments/money-facts.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { agreementPaper } from '@kerb/server/features/signing/agreement-paper.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { describe, expect, it } from 'vitest';
import { startLoanFixture } from '../../../test/loan-fixture.ts';

const { stage, aLoan, admin, call } = await startLoanFixture();

const recordOf = async (id: number) => must(await findAgreement(stage.db, wholeScope, id), `campaign ${id}`);

/** What a save keeps in line: the fees, the agreement that is signed, and the invoices. */
async function dependentsOf(agreement: AgreementRecord) {
  const { id: agreementId } = agreement;
  const signatories = await signatoriesInScope(stage.deps, wholeScope, { agreementId });
  const plan = mustAllow(planFor(await moneyFactsOf(stage.db, agreement), agreement, {}, stage.deps.country));
  return {
    fees: await inTransaction(stage.deps, byTheProduct, (work) => usualFields(work, agreement)),
    paper: (await agreementPaper(stage.deps, agreement, signatories)).key,
    // The moves of the ledger are a function of the id that a new invoice gets.
    plan: { ...plan, moves: plan.moves(1) },
  };
}

/** Another value of the field's own type. */
const otherValue = (current: unknown): unknown => (typeof current === 'boolean' ? !current : '2027-02-03');

describe('a save of notes and switches of the team', () => {
  it.each(['pl', 'pos'] as const)(
    'changes nothing that fees, agreement and invoices of %s depend on',
    async (financeOptionCode) => {
      const agreement = await recordOf((await aLoan('approved', { financeOptionCode })).id);
      const before = await dependentsOf(agreement);
      for (const name of teamFields) {
        const changed = { ...agreement, [name]: otherValue(agreement[name]) };
        expect(changed[name], name).not.toBe(agreement[name]);
        expect(await dependentsOf(changed), name).toEqual(before);
      }
    },
  );

  it('differs from a save of a fee, which the agreement states', async () => {
    const agreement = await recordOf((await aLoan('approved')).id);
    const { paper } = await dependentsOf({ ...agreement, serviceFee: 600_00 });
    expect(paper).not.toBe((await dependentsOf(agreement)).paper);
    expect(areForTeamOnly({ serviceFee: 600_00 })).toBe(false);
    expect(areForTeamOnly({ campaignNotes: 'Called.', serviceFee: 600_00 })).toBe(false);
    expect(areForTeamOnly({})).toBe(false);
  });

  it('is stored and logged as any other', async () => {
    const { id } = await aLoan('approved');
    const change = { campaignNotes: 'Called twice.', nextActionDate: '2027-01-04' };
    expect((await call(admin)('PUT', `/v1/agreements/${id}`, change)).json()).toMatchObject(change);
    const entries = await stage.db
      .selectFrom('logEntries')
      .select('activityCode')
      .where('targetAgreementId', '=', id)
      .orderBy('id')
      .execute();
    expect(entries.at(-1)).toEqual({ activityCode: 'campaign_update' });
  });

  it('is of fields that an organisation or an admin sees, and never a payer', () => {
    const audiences = teamFields.map((name: AgreementFieldName) => agreementFields[name].seenBy);
    expect(audiences.filter((seenBy) => !['staff', 'admin'].includes(seenBy))).toEqual([]);
  });
});
