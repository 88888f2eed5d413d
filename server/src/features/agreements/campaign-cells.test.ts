import { payingOf, statusWord } from '@kerb/domain/agreements/badges.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import { countryCodes } from '@kerb/domain/countries/country.ts';
import { statusLabels } from '@kerb/domain/reports/campaign-columns.ts';
import { agreementStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { paymentStates } from '@kerb/domain/vocabulary/payment-state.ts';
import { financeOptionCodes, fundsPurposes } from '@kerb/domain/vocabulary/value-lists.ts';
import { campaignCells } from '@kerb/server/features/agreements/campaign-cells.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

it('lists and reports write the Flow No. of every purpose and country as the domain does', async () => {
  const stage = await startStage();
  const build = buildersFor(stage);
  const admin = await build.aPerson('admin');
  const tenantId = await build.aTenant();
  for (const campaignBudgetFundsPurpose of fundsPurposes) {
    const { id } = await build.aCampaign(admin, tenantId, { payers: [] });
    await stage.db.updateTable('agreements').set({ campaignBudgetFundsPurpose }).where('id', '=', id).execute();
    for (const country of countryCodes) {
      const shown = await stage.db
        .selectFrom('agreements as a')
        .select(campaignCells(countries[country]).flowNumber.as('flowNumber'))
        .where('a.id', '=', id)
        .executeTakeFirstOrThrow();
      expect(shown.flowNumber).toBe(flowNumber({ id, campaignBudgetFundsPurpose }, country));
    }
  }
});

it('lists and reports write the status of every campaign in the words of its badge', async () => {
  const stage = await startStage();
  const campaigns = agreementStatuses.flatMap((status) =>
    [...financeOptionCodes, null].flatMap((financeOptionCode) =>
      fundsPurposes.flatMap((campaignBudgetFundsPurpose) =>
        paymentStates.map((paymentState) => ({ status, financeOptionCode, campaignBudgetFundsPurpose, paymentState })),
      ),
    ),
  );
  const asRows = campaigns.map((campaign, place) => ({
    id: place,
    status: statusRank(campaign.status),
    finance_option_code: campaign.financeOptionCode,
    campaign_budget_funds_purpose: campaign.campaignBudgetFundsPurpose,
    // A campaign without any money has no balances.
    payment_state: campaign.paymentState === 'none' ? null : campaign.paymentState,
  }));
  const { rows } = await sql<{ key: number }>`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(asRows)}::jsonb) as x(id integer, status smallint,
        finance_option_code text, campaign_budget_funds_purpose text, payment_state text)),
      campaign_books as (select id as agreement_id, payment_state from given where payment_state is not null)
    select ${campaignCells(countries.AU).status} as key from given a order by a.id`.execute(stage.db);
  const words = campaigns.map((campaign) => statusWord({ ...payingOf(campaign), ...campaign }).text);
  expect(rows.map(({ key }) => statusLabels[key])).toEqual(words);
});
