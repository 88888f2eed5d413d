import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import { countryCodes } from '@kerb/domain/countries/country.ts';
import { fundsPurposes } from '@kerb/domain/vocabulary/value-lists.ts';
import { campaignCells } from '@kerb/server/features/agreements/campaign-cells.ts';
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
