import { decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { paymentFor } from '@kerb/domain/statements/propose-matches.ts';
import { agreementStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionCodes, fundsPurposes } from '@kerb/domain/vocabulary/value-lists.ts';
import { findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { leftToPay, moneyFactsOf } from '@kerb/server/features/payments/money-facts.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { candidateById, candidatesFor } from '@kerb/server/features/statements/candidates.repository.ts';
import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';
import { type PaymentFixture, paymentFixture } from '../../../test/payment-fixture.ts';

let stage: Stage;
let fixture: PaymentFixture;
const at = '2026-11-01T00:00:00Z';
const dates = { createdDate: at, lastUpdateDate: at };

beforeAll(async () => {
  stage = await startStage();
  fixture = await paymentFixture(stage);
});

const cents = fc.integer({ min: 0, max: 9_000_00 });
const campaign = fc.record({
  // The statuses in which a campaign can be paid come up more often than the others.
  status: fc.oneof(fc.constantFrom('waiting-invite', 'approved', 'signed'), fc.constantFrom(...agreementStatuses)),
  financeOptionCode: fc.option(fc.constantFrom(...financeOptionCodes)),
  campaignBudgetFundsPurpose: fc.constantFrom(...fundsPurposes),
  campaignBudget: fc.option(fc.integer({ min: 1, max: 9_000_00 }), { freq: 8 }),
  serviceFee: fc.option(cents),
  offers: fc.uniqueArray(
    fc.record({
      optionCode: fc.constantFrom(...financeOptionCodes),
      serviceFee: fc.option(cents),
      discount: fc.option(fc.oneof(cents, fc.constant(20_000_00))),
    }),
    { selector: ({ optionCode }) => optionCode, minLength: 1 },
  ),
  /** Deposits; a payment that the product refuses is not made. */
  payments: fc.array(fc.record({ amount: fc.integer({ min: 1, max: 900_00 }), isVoided: fc.boolean() }), {
    maxLength: 2,
  }),
});
type Campaign = typeof campaign extends fc.Arbitrary<infer Value> ? Value : never;

const decimal = (amount: number | null) => (amount === null ? null : decimalFromCents(amount));

async function insert({ offers, payments, status, campaignBudget, serviceFee, ...facts }: Campaign): Promise<number> {
  const { tenantId, admin } = fixture;
  const { id } = await stage.db
    .insertInto('agreements')
    .values({
      ...facts,
      ...dates,
      ...{ tenantId, budgetOwnerTenantId: tenantId, createdByUserId: admin.userId },
      name: 'Campaign',
      status: statusRank(status),
      campaignBudget: decimal(campaignBudget),
      serviceFee: decimal(serviceFee),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const offered = offers.map(({ optionCode, serviceFee: fee, discount }) => {
    return { agreementId: id, optionCode, serviceFee: decimal(fee), discount: decimal(discount), ...dates };
  });
  await stage.db.insertInto('campaignFinanceOptions').values(offered).execute();
  return id;
}

async function pay(id: number, { payments, financeOptionCode }: Campaign): Promise<void> {
  for (const { amount, isVoided } of payments) {
    const body = fixture.byTransfer(amount / 100, { financeOptionCode: financeOptionCode ?? 'pn' });
    const paid = await fixture.pay(fixture.admin.userId, id, body);
    if (paid.statusCode >= 300 || !isVoided) continue;
    await stage.as(fixture.admin.userId)('POST', `/v1/payments/${paid.json().id}/void`, { reason: 'Test' });
  }
}

/** The rest by the rules of payments: a plan of the campaign's money, and not the SQL of statements. */
async function restOf(id: number): Promise<number> {
  const agreement = (await findAgreement(stage.db, wholeScope, id))!;
  const owing = { ...agreement, financeOptionCode: agreement.financeOptionCode ?? ('pn' as const) };
  return leftToPay(await moneyFactsOf(stage.db, owing), owing, stage.deps.country);
}

it('the prefilter finds every campaign that owes this amount, and reads the rest that the ledger gives', async () => {
  const seen = { due: 0, partPaid: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(campaign, { minLength: 12, maxLength: 18 }), async (campaigns) => {
      for (const made of campaigns) {
        const id = await insert(made);
        await pay(id, made);
        const candidate = (await candidateById(stage.db, id))!;
        const { left } = paymentFor(candidate, 1);
        if (left === 0) continue;
        expect(left).toBe(await restOf(id));
        const found = (await candidatesFor(stage.db, [{ amountCents: left, words: 'rest' }], 'AU')).find(
          (each) => each.id === id,
        );
        expect(found).toEqual(candidate);
        expect(paymentFor(candidate, left).outcome).toBe('exact');
        seen.due += 1;
        seen.partPaid += candidate.paidCents > 0 ? 1 : 0;
      }
    }),
    { numRuns: 6 },
  );
  // The random campaigns include enough that owe something, also after a part payment.
  expect(seen.due).toBeGreaterThan(10);
  expect(seen.partPaid).toBeGreaterThan(0);
});
