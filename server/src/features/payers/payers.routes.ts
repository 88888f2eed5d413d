import type { Sight } from '@kerb/domain/access/sight.ts';
import { payerEndpoints } from '@kerb/domain/payers/payers.contract.ts';
import { campaignInSight, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { addPayerTo } from '@kerb/server/features/payers/add-payer.ts';
import { limitSending } from '@kerb/server/features/payers/limit-sending.ts';
import { payerView } from '@kerb/server/features/payers/payer-view.ts';
import { payerOfCampaign, payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { removePayer } from '@kerb/server/features/payers/remove-payer.ts';
import { sendToPayer, sendToPayers } from '@kerb/server/features/payers/send-campaign.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction, type Work } from '@kerb/server/platform/work.ts';

export function payerRoutes(app: App, deps: Deps): void {
  const answer = async (work: Work, sight: Sight, id: number, payerId: number) => {
    const payer = await payerOfCampaign(work.tx, id, payerId);
    return payerView(deps, payer, sight.actor);
  };

  mount(app, payerEndpoints.list, async ({ sight, params }) => {
    await campaignInSight(deps.db, sight, params.id);
    const payers = await payersOf(deps.db, params.id);
    return { items: payers.map((payer) => payerView(deps, payer, sight.actor)) };
  });

  mount(app, payerEndpoints.add, ({ sight, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      const agreement = await lockCampaign(work.tx, sight, params.id);
      return answer(work, sight, params.id, await addPayerTo(work, agreement, body));
    }),
  );

  mount(app, payerEndpoints.remove, ({ sight, by, params }) =>
    inTransaction(deps, by, async (work) => {
      await removePayer(work, sight, params);
      return undefined;
    }),
  );

  mount(app, payerEndpoints.send, async ({ sight, by, params }) => {
    await limitSending(deps.db, sight, { id: params.id, vendorIds: [params.vendorId] });
    return inTransaction(deps, by, async (work) => {
      await sendToPayer(work, sight, params);
      return answer(work, sight, params.id, params.vendorId);
    });
  });

  mount(app, payerEndpoints.sendAll, async ({ sight, by, params, body }) => {
    await limitSending(deps.db, sight, { ...params, ...body });
    return inTransaction(deps, by, (work) => sendToPayers(work, sight, { ...params, ...body }));
  });
}
