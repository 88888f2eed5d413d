import { payersAccounts } from '@kerb/domain/payments/ledger.ts';
import { type RawBuilder, sql } from 'kysely';

/** A rule of the books in words, and the rows that break it. Their column `wrong` names each. */
export type Invariant = { says: string; rows: RawBuilder<unknown> };

/** Where payers' money is, less for whom it is: zero. A loan that is agreed and not transferred is our debt to them. */
const difference = sql.raw(payersAccounts.map((name) => `s.${name}`).join(' + '));
const listed = sql.join(payersAccounts.map((name) => sql.lit(name)));

export const ofCampaigns: Invariant = {
  says: 'Payers’ money of a campaign is in trust, at the card gateway or elsewhere: all that is held for others',
  rows: sql`select concat('campaign ', s.id, ': ', ${difference}) as wrong from sums s where ${difference} <> 0`,
};

/** Also of the payouts of the card gateway, which belong to no campaign. */
const ofAll: Invariant = {
  says: 'No money of ours is in trust: with the card gateway and elsewhere it is what is held for others',
  rows: sql`select concat('the difference is ', sum(e.amount)) as wrong from ledger_entries e
    where e.account in (${listed}) having sum(e.amount) <> 0`,
};

/** A landing belongs to no campaign. Its key names the payment. */
export const ofLandings: Invariant = {
  says: 'Money that came into the operating account is that of an approved bank transfer, with its amount',
  rows: sql`select concat('posting ', t.id) as wrong
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account = 'operating'
    left join payments p on p.id = case when t.event = 'landing' then split_part(t.key, ':', 2)::bigint end
    where t.event = 'landing' and not exists (select from ledger_transactions r where r.reverses_id = t.id)
      and (p.status is distinct from 'approved' or p.method <> 'direct-deposit' or e.amount <> p.amount + p.surcharge)`,
};

export const ofMovements: Invariant = {
  says: 'A movement between the bank accounts that a statement shows has its amount, and was not taken back',
  rows: sql`select concat('statement line ', l.id) as wrong
    from bank_statement_lines l join bank_statements s on s.id = l.statement_id
    left join ledger_transactions t on t.id = l.movement_id and t.event = 'movement'
      and not exists (select from ledger_transactions r where r.reverses_id = t.id)
    left join ledger_entries e on e.transaction_id = t.id and e.account = 'operating'
    where l.movement_id is not null
      and l.amount is distinct from case when s.account = 'operating' then e.amount else -e.amount end`,
};

/** Rules of all money in the bank. They belong to no organisation. */
export const inBank: Invariant[] = [ofAll, ofLandings, ofMovements];
