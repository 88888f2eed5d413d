import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

/** Campaigns that an admin has to review. The books are right, but money is missing or its payment is unknown. */
export async function booksToReview(db: Database | Tx): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    (select concat('Campaign ', agreement_id, ': $', shortfall, ' was paid to its organisation beyond what was kept',
      ' for it. Recover it.') as line from campaign_books where shortfall > 0 order by agreement_id)
    union all
    (select concat('Campaign ', a.id, ': a loan is complete, but no transfer of $', a.campaign_budget,
      ' to its organisation is recorded. Check whether it was paid.')
    from agreements a left join campaign_books b on b.agreement_id = a.id
    where a.finance_option_code in ('pl', 'pos') and a.status = 11 and a.campaign_budget > 0
      and coalesce(b.loans + b.repaid + greatest(b.carried, 0), 0) = 0
      and coalesce(b.organisation + b.transit, 0) = 0 order by a.id)
    union all
    (select concat('Campaign ', p.agreement_id, ': the refund of payment ', p.id, ' ($',
      (select sum(e.amount) from ledger_entries e where e.transaction_id = t.id and e.account = 'gateway'),
      ') failed after the card gateway had confirmed it. Return the money in another way, if the payer still wants it.')
    from ledger_transactions t join payments p on p.id = t.payment_id
    join campaign_books b on b.agreement_id = p.agreement_id
    where t.event = 'refund-failed' and p.status = 'approved' and p.void_requested_date is null and b.held < 0
    order by t.id)`.execute(db);
  return rows.map(({ line }) => line);
}
