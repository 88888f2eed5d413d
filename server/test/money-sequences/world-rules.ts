import { sql } from 'kysely';
import { expectedOwed, said, sum } from './campaign-money.ts';
import type { WorldRule } from './sight.ts';

/** Rules of all campaigns together. */
export const worldRules: Record<string, WorldRule> = {
  'every cent received or lent is owed, held, earned, returned or paid out': ({ campaigns, owed }) => {
    const expected = sum(campaigns.map(expectedOwed));
    return owed === expected ? null : `${said(owed)} is owed, and ${said(expected)} is left for the organisation`;
  },
  'each approved card payment has one charge, and each refund one refund': ({ campaigns }) => {
    const wrong = campaigns.find(({ payments, refunds, outside }) => {
      const cards = payments.filter(({ method, wasApproved }) => method === 'card' && wasApproved);
      const isCharged = outside.charged === sum(cards.map(({ total }) => total));
      const voided = cards.filter(({ status }) => status === 'voided');
      const parts = refunds.filter(({ status, method }) => status === 'made' && method === 'card');
      const refunded = sum(voided.map(({ total }) => total)) + sum(parts.map(({ amount, fee }) => amount - fee));
      return !isCharged || outside.refunded !== refunded;
    });
    return wrong ? `campaign ${wrong.id} differs from the gateway` : null;
  },
  'no more of a payment goes back in part than was paid, and nothing of one that is voided': ({ campaigns }) => {
    const wrong = campaigns
      .flatMap(({ payments, refunds }) => payments.map((payment) => ({ payment, refunds })))
      .find(({ payment: { id, total, status }, refunds }) => {
        const gone = refunds.filter((each) => each.paymentId === id && ['requested', 'made'].includes(each.status));
        const amount = sum(gone.map((each) => each.amount));
        return amount > total || (amount > 0 && status !== 'approved');
      });
    return wrong ? `payment ${wrong.payment.id} of ${said(wrong.payment.total)}` : null;
  },
  'every ledger transaction is balanced and logged': async ({ world }) => {
    const { rows } = await sql<{ id: number; event: string; isLogged: boolean; sum: string }>`
      select t.id, t.event, (select coalesce(sum(e.amount), 0) from ledger_entries e where e.transaction_id = t.id) as sum,
        exists (select from log_entries l where l.target_agreement_id = t.agreement_id
          and l.xmin::text = t.xmin::text) or t.event = 'interest' as is_logged
      from ledger_transactions t join agreements a on a.id = t.agreement_id
      where a.tenant_id = ${world.tenantId}`.execute(world.stage.db);
    const wrong = rows.find((row) => !row.isLogged || Number(row.sum) !== 0);
    return wrong ? `${wrong.event} sums to ${wrong.sum}${wrong.isLogged ? '' : ' and is not logged'}` : null;
  },
};
