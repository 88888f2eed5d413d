import { payingOf } from '@kerb/domain/agreements/badges.ts';
import { paymentStates } from '@kerb/domain/vocabulary/payment-state.ts';
import { paymentMethodIntents, upfrontPaymentMethods } from '@kerb/domain/vocabulary/value-lists.ts';
import { readRows } from '@kerb/server/features/agreements/list/read-rows.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startStage } from '../../../../test/harness.ts';

it('a row names the way of payment that its badges name, for every choice, method and balance', async () => {
  const { db } = await startStage();
  const campaigns = [null, ...paymentMethodIntents].flatMap((campaignBudgetUpfrontPaymentMethodIntent) =>
    [null, ...upfrontPaymentMethods].flatMap((campaignUpfrontPaymentMethod) =>
      paymentStates.map((paymentState) => ({
        ...{ status: 'approved' as const, financeOptionCode: 'pn' as const },
        ...{ campaignBudgetUpfrontPaymentMethodIntent, campaignUpfrontPaymentMethod, paymentState },
      })),
    ),
  );
  const given = campaigns.map((campaign, id) => ({
    id,
    name: 'Campaign',
    status: 6,
    tenant_id: 1,
    campaign_budget_funds_purpose: 'marketing',
    campaign_budget_upfront_payment_method_intent: campaign.campaignBudgetUpfrontPaymentMethodIntent,
    campaign_upfront_payment_method: campaign.campaignUpfrontPaymentMethod,
    last_update_date: '2026-11-16',
    action_suggested: false,
    payment_state: campaign.paymentState,
  }));
  const json = JSON.stringify(given);
  // Given rows in the place of the tables: most of these combinations no longer come about.
  const pages = sql`
    tenants as (select 1 as id, 'Agency' as name, 'UTC' as default_time_zone),
    agreements as (select * from jsonb_populate_recordset(null::agreements, ${json}::jsonb)),
    campaign_books as (select id as agreement_id, payment_state from jsonb_to_recordset(${json}::jsonb) as x(id integer,
      payment_state text) where payment_state <> 'none'),
    page as (select id from agreements)`;
  const order = { forwards: 'l.id', backwards: 'l.id', columns: 'l.id' };
  const { items } = await readRows(db, { pages, order, isVendor: false });
  const shown = (JSON.parse(items) as { paymentWay: string; paymentState: string }[]).map(
    ({ paymentWay, paymentState }) => ({ paymentWay, paymentState }),
  );
  expect(shown).toEqual(campaigns.map(payingOf).map(({ paymentWay, paymentState }) => ({ paymentWay, paymentState })));
});
