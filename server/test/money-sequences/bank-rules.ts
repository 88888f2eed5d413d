import { sql } from 'kysely';
import { said, sum } from './campaign-money.ts';
import { readLines } from './model.ts';
import { bankAccountOf, campaignOfReference } from './outside-truth.ts';
import type { WorldRule } from './sight.ts';
import { cents } from './world.ts';

/** What the bank and the card gateway paid is what the product says. */
export const bankRules: Record<string, WorldRule> = {
  'payouts of the gateway are in the books': ({ payoutsInBooks, world }) => {
    const expected = sum([...world.truth.payouts.values()]);
    return payoutsInBooks === expected ? null : `${said(payoutsInBooks)}, not ${said(expected)}`;
  },
  'the bank account is what came, less what was returned and paid out': ({ campaigns, payoutsInBooks, world }) => {
    const inBooks = sum(campaigns.map(({ books }) => (books.bank ?? 0) + (books.trust ?? 0))) + payoutsInBooks;
    const expected = bankAccountOf(world.truth);
    return inBooks === expected ? null : `the books have ${said(inBooks)}, the bank has ${said(expected)}`;
  },
  'a matched statement line is one payment of its amount': async ({ world, campaigns }) => {
    const payments = campaigns.flatMap((campaign) => campaign.payments);
    const matched = (await readLines(world)).filter(({ state, isPayout }) => state === 'matched' && !isPayout);
    const wrong = matched.find(({ paymentId, amount }) => {
      const payment = payments.find(({ id }) => id === paymentId);
      return payment?.status !== 'approved' || payment.method !== 'direct-deposit' || payment.total !== amount;
    });
    const isTwice = new Set(matched.map(({ paymentId }) => paymentId)).size !== matched.length;
    if (wrong) return `line ${wrong.serial} of ${said(wrong.amount)} is matched with payment ${wrong.paymentId}`;
    return isTwice ? 'two lines are matched with one payment' : null;
  },
  'a bank file pays each campaign once, with the amount of its item': async ({ world }) => {
    for (const [batch, credits] of world.truth.transfers) {
      const { rows } = await sql<{ agreementId: number; amount: string }>`
        select agreement_id, amount from batch_items where batch_id = ${batch}`.execute(world.stage.db);
      const paid = credits.map(({ reference, amount }) => `${campaignOfReference(reference)} ${amount}`).toSorted();
      const items = rows.map(({ agreementId, amount }) => `${agreementId} ${cents(amount)}`).toSorted();
      if (paid.join() !== items.join()) return `the file has ${paid.join()}, the batch ${items.join()}`;
    }
    return null;
  },
  'the bank sent back what the batches say, and no payment twice': async ({ world }) => {
    const { rows } = await sql<{ key: string; amount: string }>`
      select batch_id || ' ' || agreement_id as key, amount from batch_items
      where tenant_id = ${world.tenantId} and returned_date is not null`.execute(world.stage.db);
    const recorded = rows.map(({ key, amount }) => `${key} ${cents(amount)}`).toSorted();
    const outside = [...world.truth.bounces].map(([key, { amount }]) => `${key} ${amount}`).toSorted();
    return recorded.join() === outside.join() ? null : `recorded ${recorded.join()}, sent back ${outside.join()}`;
  },
};
