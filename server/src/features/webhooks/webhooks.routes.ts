import type { Sight } from '@kerb/domain/access/sight.ts';
import { webhookEndpoints } from '@kerb/domain/webhooks/webhooks.contract.ts';
import {
  callableUrl,
  deleteWebhook,
  registerWebhook,
  rotateSecret,
  saveWebhook,
} from '@kerb/server/features/webhooks/change-webhook.ts';
import { resendDelivery, sendTest } from '@kerb/server/features/webhooks/send-again.ts';
import {
  deliveriesOf,
  deliveryOf,
  tenantInSight,
  webhookInSight,
  webhooksOf,
} from '@kerb/server/features/webhooks/webhooks.repository.ts';
import { countAttempt } from '@kerb/server/platform/auth/throttle.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

/** Rate limits registering and sending, so that nobody can use this server to call arbitrary addresses. */
const counted = ({ db }: Deps, { actor }: Sight) => countAttempt(db, 'webhookSendsPerPerson', String(actor.userId));

export function webhookRoutes(app: App, deps: Deps): void {
  const { db, webhooks: gateway } = deps;
  mount(app, webhookEndpoints.list, async ({ sight, params: { tenantId } }) => {
    await tenantInSight(db, sight, tenantId);
    return { items: await webhooksOf(db, tenantId) };
  });

  mount(app, webhookEndpoints.create, async ({ sight, by, params: { tenantId }, body }) => {
    await tenantInSight(db, sight, tenantId);
    await counted(deps, sight);
    const url = await callableUrl(gateway, body.url);
    return inTransaction(deps, by, async (work) => {
      const { id, secret } = await registerWebhook(work, sight, tenantId, { ...body, url });
      return { ...(await webhookInSight(work.tx, sight, id)).value, secret };
    });
  });

  mount(app, webhookEndpoints.get, ({ sight, params: { webhookId } }) => webhookInSight(db, sight, webhookId));

  mount(app, webhookEndpoints.save, async ({ sight, by, params: { webhookId: id }, body, ifMatch }) => {
    await webhookInSight(db, sight, id);
    if (body.url !== undefined) await counted(deps, sight);
    const sent = { ...body, ...(body.url !== undefined && { url: await callableUrl(gateway, body.url) }) };
    return inTransaction(deps, by, async (work) => {
      await saveWebhook(work, sight, { id, sent, ifMatch });
      return webhookInSight(work.tx, sight, id);
    });
  });

  mount(app, webhookEndpoints.delete, ({ sight, by, params: { webhookId } }) =>
    inTransaction(deps, by, async (work) => {
      await deleteWebhook(work, sight, webhookId);
      return undefined;
    }),
  );

  mount(app, webhookEndpoints.rotate, ({ sight, by, params: { webhookId } }) =>
    inTransaction(deps, by, async (work) => {
      const secret = await rotateSecret(work, sight, webhookId);
      return { ...(await webhookInSight(work.tx, sight, webhookId)).value, secret };
    }),
  );
  deliveryRoutes(app, deps);
}

function deliveryRoutes(app: App, deps: Deps): void {
  mount(app, webhookEndpoints.test, async ({ sight, by, params: { webhookId } }) => {
    await counted(deps, sight);
    return inTransaction(deps, by, async (work) => deliveryOf(work.tx, await sendTest(work, sight, webhookId)));
  });

  mount(app, webhookEndpoints.deliveries, async ({ sight, params: { webhookId }, query }) => {
    await webhookInSight(deps.db, sight, webhookId);
    return deliveriesOf(deps.db, webhookId, query);
  });

  mount(app, webhookEndpoints.resend, async ({ sight, by, params: { deliveryId } }) => {
    await counted(deps, sight);
    return inTransaction(deps, by, async (work) => {
      await resendDelivery(work, sight, deliveryId);
      return deliveryOf(work.tx, deliveryId);
    });
  });
}
