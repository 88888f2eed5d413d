import { randomUUID } from 'node:crypto';
import { payUpfrontTerms } from '@kerb/domain/countries/pay-upfront-terms.ts';
import { payersAccounts } from '@kerb/domain/payments/ledger.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { buildersFor } from './builders.ts';
import { testCardOf } from './cards.ts';
import type { Stage } from './harness.ts';

export const visaCredit = testCardOf('approve').number;

type Sent = Record<string, unknown>;

/** What the gateway, the ledger and the log have for a campaign. */
function recordsOn(stage: Stage) {
  /** The amount that the sandbox's records have for a campaign's payments, minus refunds, in cents. */
  async function taken(id: number): Promise<number> {
    const { rows } = await sql<{ cents: string }>`
      select coalesce(sum(case when c.refund_of is null then c.amount_cents else -c.amount_cents end), 0) as cents
      from sandbox_card_charges c
      where c.state = 'approved' and exists (select from payments p
        where p.agreement_id = ${id} and c.reference in (p.reference, p.refund_reference))`.execute(stage.db);
    return Number(rows[0]!.cents);
  }
  const charges = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from sandbox_card_charges where state = 'approved' and refund_of is null`.execute(
      stage.db,
    );
    return rows[0]!.count;
  };

  const payers = sql.join(payersAccounts.map((name) => sql.lit(name)));
  /**
   * The balance of each ledger account of a campaign, in dollars. `bank` is both accounts in the bank. Payers' money is
   * always what is held for others.
   */
  async function ledgerOf(id: number): Promise<Record<string, number>> {
    const { rows } = await sql<{ account: string; balance: string; mixed: string }>`
      select case e.account when 'trust' then 'bank' else e.account end as account, sum(e.amount) as balance,
        sum(sum(e.amount) filter (where e.account in (${payers}))) over () as mixed
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id where t.agreement_id = ${id}
      group by 1 order by 1`.execute(stage.db);
    expect(Number(rows[0]?.mixed ?? 0)).toBe(0);
    const open = rows.filter(({ balance }) => Number(balance) !== 0);
    return Object.fromEntries(open.map(({ account, balance }) => [account, Number(balance)]));
  }

  const logOf = async (id: number): Promise<string[]> => {
    const rows = await stage.db
      .selectFrom('logEntries')
      .select('activityCode')
      .where('targetAgreementId', '=', id)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.activityCode);
  };
  return { taken, charges, ledgerOf, logOf };
}

/** The payers of a campaign have confirmed who they are and agreed to the terms of Pay Upfront. */
export async function agreeToPayUpfront({ db }: Pick<Stage, 'db'>, id: number): Promise<void> {
  const agreed = { submittedDate: '2026-11-01T00:00:00.000Z', agreedTermsVersion: payUpfrontTerms.version };
  await db.updateTable('signatories').set(agreed).where('agreementId', '=', id).execute();
}

/** An organisation with its people, and campaigns of 4,200 dollars that can be paid. */
export async function paymentFixture(stage: Stage) {
  const build = buildersFor(stage);
  const tenantId = await build.aTenant();
  const admin = await build.aPerson('admin');
  const agent = await build.aPerson('tenant_user', { tenantId, as: 'manager' });

  async function aCampaign(status: AgreementStatus = 'waiting-invite') {
    const { id, payers } = await build.aCampaign(agent, tenantId, status === 'draft' ? {} : { status });
    await agreeToPayUpfront(stage, id);
    return { id, payer: payers[0]!.userId, payerEmail: payers[0]!.emailAddress };
  }

  /** A card payment as the form sends it, with its own token. */
  const byCard = async (number = visaCredit, more: Sent = {}): Promise<Sent> => ({
    financeOptionCode: 'pn',
    method: 'card',
    amount: 4200,
    surcharge: 63,
    cardToken: await stage.cards.tokenOf(number),
    receiptEmail: 'pat@example.com',
    ...more,
  });
  const byTransfer = (amount = 4200, more: Sent = {}): Sent => ({
    financeOptionCode: 'pn',
    method: 'direct-deposit',
    amount,
    ...more,
  });
  const pay = (userId: number | null, id: number, body: Sent, key: string = randomUUID()) =>
    stage.as(userId)('POST', `/v1/agreements/${id}/pay`, body, { 'idempotency-key': key });

  const campaign = async (id: number) => (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json();
  const items = async (id: number, what: 'payments' | 'invoices') =>
    (await stage.as(admin.userId)('GET', `/v1/agreements/${id}/${what}`)).json().items;

  return { build, tenantId, admin, agent, aCampaign, byCard, byTransfer, pay, campaign, items, ...recordsOn(stage) };
}
export type PaymentFixture = Awaited<ReturnType<typeof paymentFixture>>;
