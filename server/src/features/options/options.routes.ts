import { type AccessScope, standingIn } from '@kerb/domain/access/access-scope.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { optionEndpoints } from '@kerb/domain/options/options.contract.ts';
import { tenantOptionEndpoints } from '@kerb/domain/options/tenant-options.contract.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
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
import { outOfScope } from '@kerb/server/platform/problems/problem.ts';
import { inTransaction, type Work } from '@kerb/server/platform/work.ts';

async function tenantInScope({ db }: Deps, scope: AccessScope, tenantId: number): Promise<void> {
  const isMine = scope.everything || scope.tenantIds.includes(tenantId);
  const tenant = isMine && (await db.selectFrom('tenants').select('id').where('id', '=', tenantId).executeTakeFirst());
  if (!tenant || tenantId === platformTenantId) throw outOfScope(scope, tenantId, 'organisation');
}

export function optionRoutes(app: App, deps: Deps): void {
  const answer = async (db: Deps['db'] | Work['tx'], scope: AccessScope, id: number) => {
    const agreement = await campaignInScope(db, scope, id);
    const standing = standingTowards(scope.actor, agreement);
    return optionsView(db, deps, { agreement, standing, now: deps.clock.now() });
  };

  mount(app, optionEndpoints.list, ({ scope, params }) => answer(deps.db, scope, params.id));

  mount(app, optionEndpoints.offer, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await offerOption(work, scope, { id: params.id, code: body.optionCode });
      return answer(work.tx, scope, params.id);
    }),
  );

  mount(app, optionEndpoints.save, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await switchInterestFree(work, scope, { id: params.id, code: params.optionCode, ...body });
      return answer(work.tx, scope, params.id);
    }),
  );

  mount(app, optionEndpoints.withdraw, ({ scope, by, params }) =>
    inTransaction(deps, by, async (work) => {
      await withdrawOption(work, scope, { id: params.id, code: params.optionCode });
      return answer(work.tx, scope, params.id);
    }),
  );

  mount(app, optionEndpoints.quote, ({ scope, params, body }) =>
    quoteOption(deps, scope, { id: params.id, code: body.financeOptionCode }),
  );

  mount(app, optionEndpoints.costs, ({ scope, params }) => costOptions(deps, scope, params.id));

  mount(app, optionEndpoints.choose, ({ scope, by, params, body, ifMatch }) =>
    inTransaction(deps, by, async (work) => {
      await chooseOption(work, scope, { id: params.id, code: body.financeOptionCode, ifMatch });
      return answerCampaign(deps, work.tx, scope, params.id);
    }),
  );
  tenantOptionRoutes(app, deps);
}

/** A caller with this scope has a standing in the organisation. */
const mustStandIn = ({ actor }: AccessScope, tenantId: number) =>
  must(standingIn(actor, tenantId), `standing of user ${actor.userId} in organisation ${tenantId}`);

function tenantOptionRoutes(app: App, deps: Deps): void {
  mount(app, optionEndpoints.ofTenant, async ({ scope, params: { tenantId } }) => {
    await tenantInScope(deps, scope, tenantId);
    const standing = mustStandIn(scope, tenantId);
    const options = await tenantOptionsOf(deps.db, tenantId, deps.country);
    return { items: options.map((option) => tenantOptionView(option, standing)) };
  });

  mount(app, tenantOptionEndpoints.save, ({ scope, by, params: { tenantId, optionCode }, body: sent }) =>
    inTransaction(deps, by, async (work) => {
      await changeTenantOption(work, scope, { tenantId, optionCode, sent });
      const standing = mustStandIn(scope, tenantId);
      const options = await tenantOptionsOf(work.tx, tenantId, deps.country);
      return { items: options.map((option) => tenantOptionView(option, standing)) };
    }),
  );
}
