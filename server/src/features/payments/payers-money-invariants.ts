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
export const ofAll: Invariant = {
  says: 'No money of ours is in trust: with the card gateway and elsewhere it is what is held for others',
  rows: sql`select concat('the difference is ', sum(e.amount)) as wrong from ledger_entries e
    where e.account in (${listed}) having sum(e.amount) <> 0`,
};
