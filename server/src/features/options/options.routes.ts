import { type Sight, standingIn } from '@kerb/domain/access/sight.ts';
import { optionEndpoints } from '@kerb/domain/options/options.contract.ts';
import { tenantOptionEndpoints } from '@kerb/domain/options/tenant-options.contract.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { campaignInSight } from '@kerb/server/features/agreements/agreements.repository.ts';
import { answerCampaign } from '@kerb/server/features/agreements/answer-campaign.ts';
import { changeTenantOption } from '@kerb/server/features/options/change-tenant-option.ts';
import { chooseOption } from '@kerb/server/features/options/choose-option.ts';
import { costOptions } from '@kerb/server/features/options/cost-options.ts';
import { offerOption, switchInterestFree, withdrawOption } from '@kerb/server/features/options/offer-option.ts';
import { optionsView, tenantOptionView } from '@kerb/server/features/options/option-view.ts';
import { tenantOptionsOf } from '@kerb/server/features/options/options.repository.ts';
import { quoteOption } from '@kerb/server/features/options/quote-option.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { notFound } from '@kerb/server/platform/http/problem.ts';
import { inTransaction, type Work } from '@kerb/server/platform/work.ts';

async function tenantInSight({ db }: Deps, sight: Sight, tenantId: number): Promise<void> {
  const isMine = sight.everything || sight.tenantIds.includes(tenantId);
  const tenant = isMine && (await db.selectFrom('tenants').select('id').where('id', '=', tenantId).executeTakeFirst());
  if (!tenant || tenantId === platformTenantId) throw notFound('organisation');
}

export function optionRoutes(app: App, deps: Deps): void {
  const answer = async (db: Deps['db'] | Work['tx'], sight: Sight, id: number) => {
    const agreement = await campaignInSight(db, sight, id);
    const standing = standingTowards(sight.actor, agreement);
    return optionsView(db, deps, { agreement, standing, now: deps.clock.now() });
  };

  mount(app, optionEndpoints.list, ({ sight, params }) => answer(deps.db, sight, params.id));

  mount(app, optionEndpoints.offer, ({ sight, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await offerOption(work, sight, { id: params.id, code: body.optionCode });
      return answer(work.tx, sight, params.id);
    }),
  );

  mount(app, optionEndpoints.save, ({ sight, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await switchInterestFree(work, sight, { id: params.id, code: params.optionCode, ...body });
      return answer(work.tx, sight, params.id);
    }),
  );

  mount(app, optionEndpoints.withdraw, ({ sight, by, params }) =>
    inTransaction(deps, by, async (work) => {
      await withdrawOption(work, sight, { id: params.id, code: params.optionCode });
      return answer(work.tx, sight, params.id);
    }),
  );

  mount(app, optionEndpoints.quote, ({ sight, params, body }) =>
    quoteOption(deps, sight, { id: params.id, code: body.financeOptionCode }),
  );

  mount(app, optionEndpoints.costs, ({ sight, params }) => costOptions(deps, sight, params.id));

  mount(app, optionEndpoints.choose, ({ sight, by, params, body, ifMatch }) =>
    inTransaction(deps, by, async (work) => {
      await chooseOption(work, sight, { id: params.id, code: body.financeOptionCode, ifMatch });
      return answerCampaign(deps, work.tx, sight, params.id);
    }),
  );
  tenantOptionRoutes(app, deps);
}

function tenantOptionRoutes(app: App, deps: Deps): void {
  mount(app, optionEndpoints.ofTenant, async ({ sight, params: { tenantId } }) => {
    await tenantInSight(deps, sight, tenantId);
    const standing = standingIn(sight.actor, tenantId);
    const options = await tenantOptionsOf(deps.db, tenantId, deps.country);
    return { items: options.map((option) => tenantOptionView(option, standing ?? 'employee')) };
  });

  mount(app, tenantOptionEndpoints.save, ({ sight, by, params: { tenantId, optionCode }, body: sent }) =>
    inTransaction(deps, by, async (work) => {
      await changeTenantOption(work, sight, { tenantId, optionCode, sent });
      const standing = standingIn(sight.actor, tenantId) ?? 'employee';
      const options = await tenantOptionsOf(work.tx, tenantId, deps.country);
      return { items: options.map((option) => tenantOptionView(option, standing)) };
    }),
  );
}
