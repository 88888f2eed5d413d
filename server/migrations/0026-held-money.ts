import { type Kysely, sql } from 'kysely';

/** Ledger events for money that is released to a payer, and for payouts of the card gateway. */
export async function up(db: Kysely<unknown>) {
  // A payout covers the cards of many campaigns, so it has no campaign.
  await sql`
    alter table ledger_transactions
      drop constraint ledger_transactions_event_check,
      alter column agreement_id drop not null,
      add column description text,
      add constraint ledger_transactions_event_check check
        (event in ('invoice', 'payment', 'reversal', 'transfer', 'return', 'release', 'payout')),
      add constraint ledger_transactions_page_check check
        (agreement_id is not null or event in ('payout', 'reversal'))`.execute(db);
  await sql`
    alter table bank_statement_lines
      add column payout_id bigint unique references ledger_transactions (id),
      drop constraint bank_statement_lines_check,
      add constraint bank_statement_lines_matched_check check
        ((state = 'matched') = (num_nonnulls(payment_id, payout_id) = 1)),
      add constraint bank_statement_lines_one_match_check check (num_nonnulls(payment_id, payout_id) <= 1)`.execute(db);
}
