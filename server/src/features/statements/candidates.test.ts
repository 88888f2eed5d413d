import { decimalFromCents } from '@kerb/domain/kernel/money.ts';
import type { PaymentKind } from '@kerb/domain/payments/payments.contract.ts';
import { type Candidate, paymentFor } from '@kerb/domain/statements/propose-matches.ts';
import { agreementStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionCodes, fundsPurposes } from '@kerb/domain/vocabulary/value-lists.ts';
import { candidatesFor } from '@kerb/server/features/statements/candidates.repository.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { plainLedger } from '../../../test/plain-books.ts';

let stage: Stage;
let owner: { tenantId: number; budgetOwnerTenantId: number; createdByUserId: number };
let serial = 0;
const at = '2026-11-01T00:00:00Z';

beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  const { userId } = await build.aPerson('admin');
  const tenantId = await build.aTenant();
  owner = { tenantId, budgetOwnerTenantId: tenantId, createdByUserId: userId };
});

const cents = fc.integer({ min: 0, max: 9_000_00 });
const payment = fc.record({
  kind: fc.constantFrom<PaymentKind>('upfront', 'service-fee'),
  status: fc.constantFrom('approved', 'approved', 'voided'),
  amount: fc.integer({ min: 1, max: 900_00 }),
  surcharge: fc.constantFrom(0, 0, 63_00),
});
const campaign = fc.record({
  // The statuses in which a campaign can be paid come up more often than the others.
  status: fc.oneof(fc.constantFrom('waiting-invite', 'approved', 'signed'), fc.constantFrom(...agreementStatuses)),
  financeOptionCode: fc.option(fc.constantFrom(...financeOptionCodes)),
  campaignBudgetFundsPurpose: fc.constantFrom(...fundsPurposes),
  campaignBudget: fc.option(fc.integer({ min: 1, max: 9_000_00 }), { freq: 8 }),
  serviceFee: fc.option(cents),
  campaignUpfrontPaymentRef: fc.oneof(fc.constant(null), fc.constantFrom(null, 'REF-1')),
  serviceFeePaymentRef: fc.oneof(fc.constant(null), fc.constantFrom(null, 'REF-2')),
  offers: fc.uniqueArray(
    fc.record({
      optionCode: fc.constantFrom(...financeOptionCodes),
      serviceFee: fc.option(cents),
      discount: fc.option(fc.oneof(cents, fc.constant(20_000_00))),
    }),
    { selector: ({ optionCode }) => optionCode, minLength: 1 },
  ),
  payments: fc.array(payment, { maxLength: 2 }),
  /** How much more was invoiced than has been paid. The terms may have changed since. */
  stillInvoiced: fc.integer({ min: 1, max: 9_000_00 }),
});
type Campaign = typeof campaign extends fc.Arbitrary<infer Value> ? Value : never;

const decimal = (amount: number | null) => (amount === null ? null : decimalFromCents(amount));
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0);
const approvedOf = ({ payments }: Campaign, kind: PaymentKind) =>
  payments.filter((each) => each.status === 'approved' && each.kind === kind);

const dates = { createdDate: at, lastUpdateDate: at };
const financeOptionOf = { upfront: 'pn', 'service-fee': 'pos' } as const;

/** A part payment is always on an invoice that is not yet paid. Both are in the ledger. */
async function insertPayments(tx: Tx, agreementId: number, made: Campaign): Promise<void> {
  const { post } = plainLedger(tx);
  const invoiceIds = new Map<PaymentKind, number>();
  for (const type of ['upfront', 'service-fee'] as const) {
    const paid = sumOf(approvedOf(made, type).map(({ amount, surcharge }) => amount + surcharge));
    if (paid === 0) continue;
    const totals = { amount: decimalFromCents(paid + made.stillInvoiced), paidAmount: decimalFromCents(paid) };
    const { id } = await tx
      .insertInto('invoices')
      .values({ agreementId, type, status: 'issued', ...totals, ...dates })
      .returning('id')
      .executeTakeFirstOrThrow();
    invoiceIds.set(type, id);
    const due = made.stillInvoiced / 100;
    await post({ agreementId, event: 'invoice', entries: { [`payer/${id}`]: due, [`billed/${id}`]: -due } });
  }
  for (const { kind, status, amount, surcharge } of made.payments) {
    serial += 1;
    const paid = { amount: decimalFromCents(amount), surcharge: decimalFromCents(surcharge), campaignBudget: '0.00' };
    const how = { kind, status, financeOptionCode: financeOptionOf[kind], method: 'direct-deposit' } as const;
    const when = { paymentDate: '2026-11-01', createdDate: at };
    const { id: paymentId } = await tx
      .insertInto('payments')
      .values({ agreementId, ...how, ...paid, ...when, reference: `P${serial}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (status !== 'approved') continue;
    const dollars = (amount + surcharge) / 100;
    const entries = { bank: dollars, [`received/${invoiceIds.get(kind)}`]: -dollars };
    await post({ agreementId, event: 'payment', paymentId, entries });
  }
}

async function insert(campaigns: readonly Campaign[]): Promise<number[]> {
  const rows = campaigns.map(({ offers, payments, stillInvoiced, status, campaignBudget, serviceFee, ...facts }) => ({
    ...facts,
    ...owner,
    ...dates,
    name: 'Campaign',
    status: statusRank(status),
    campaignBudget: decimal(campaignBudget),
    serviceFee: decimal(serviceFee),
  }));
  const made = await stage.db.insertInto('agreements').values(rows).returning('id').execute();
  const ids = made.map(({ id }) => id);
  const offers = campaigns.flatMap((each, place) =>
    each.offers.map(({ optionCode, serviceFee, discount }) => {
      const terms = { serviceFee: decimal(serviceFee), discount: decimal(discount) };
      return { agreementId: ids[place]!, optionCode, ...terms, ...dates };
    }),
  );
  await stage.db.insertInto('campaignFinanceOptions').values(offers).execute();
  await stage.db.transaction().execute(async (tx) => {
    for (const [place, each] of campaigns.entries()) await insertPayments(tx, ids[place]!, each);
  });
  return ids;
}

/** The campaign as the domain sees it, from the facts and not from SQL. */
function candidateOf(id: number, made: Campaign): Candidate {
  const { status, financeOptionCode, campaignBudgetFundsPurpose, campaignBudget } = made;
  const option = financeOptionCode ?? 'pn';
  const offer = made.offers.find(({ optionCode }) => optionCode === option);
  const fee = option === 'pn' ? null : made.serviceFee;
  const kind = option === 'pos' ? 'service-fee' : 'upfront';
  return {
    id,
    status,
    financeOptionCode,
    campaignBudgetFundsPurpose,
    campaignBudget,
    campaignUpfrontPaymentRef: made.campaignUpfrontPaymentRef,
    serviceFeePaymentRef: made.serviceFeePaymentRef,
    terms: offer ? { serviceFee: offer.serviceFee ?? fee, discount: offer.discount } : null,
    paidCents: sumOf(approvedOf(made, kind).map(({ amount }) => amount)),
    payers: [],
  };
}

it('the prefilter by amount finds every campaign of which the domain says that this amount is due', async () => {
  const seen = { due: 0, partPaid: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(campaign, { minLength: 15, maxLength: 25 }), async (campaigns) => {
      const ids = await insert(campaigns);
      const owing = campaigns
        .map((each, place) => candidateOf(ids[place]!, each))
        .map((each) => ({ candidate: each, amountCents: paymentFor(each, 1).left, words: 'rest' }))
        .filter(({ amountCents }) => amountCents > 0);
      const found = new Map((await candidatesFor(stage.db, owing, 'AU')).map((each) => [each.id, each]));
      for (const { candidate, amountCents } of owing) {
        expect(paymentFor(candidate, amountCents).outcome).toBe('exact');
        expect(found.get(candidate.id)).toMatchObject(candidate);
      }
      seen.due += owing.length;
      seen.partPaid += owing.filter(({ candidate }) => candidate.paidCents > 0).length;
    }),
    { numRuns: 8 },
  );
  // The random campaigns include enough that owe something, also after a part payment.
  expect(seen.due).toBeGreaterThan(10);
  expect(seen.partPaid).toBeGreaterThan(0);
});
