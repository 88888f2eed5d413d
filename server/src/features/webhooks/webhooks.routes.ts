import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import { eventEndpoints } from '@kerb/domain/webhooks/events.contract.ts';
import { webhookEndpoints } from '@kerb/domain/webhooks/webhooks.contract.ts';
import { isSync } from '@kerb/domain/wire/sync.ts';
import {
  callableUrl,
  deleteWebhook,
  registerWebhook,
  rotateSecret,
  saveWebhook,
} from '@kerb/server/features/webhooks/change-webhook.ts';
import { listEvents } from '@kerb/server/features/webhooks/list-events.ts';
import { replaySince, resendDelivery, sendTest } from '@kerb/server/features/webhooks/send-again.ts';
import {
  changedDeliveries,
  changedWebhooks,
  deliveriesOf,
  deliveryOf,
  tenantInScope,
  webhookInScope,
  webhooksOf,
} from '@kerb/server/features/webhooks/webhooks.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { countAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

/** Rate limits registering and sending, so that nobody can use this server to call arbitrary addresses. */
const counted = ({ db }: Deps, { actor }: AccessScope) =>
  countAttempt(db, 'webhookSendsPerPerson', String(realActorOf(actor).userId));

export function webhookRoutes(app: App, deps: Deps): void {
  const { db, webhooks: gateway } = deps;
  mount(app, eventEndpoints.list, ({ scope, query }) => listEvents(db, scope, query));

  mount(app, webhookEndpoints.list, async ({ scope, params: { tenantId }, query }) => {
    await tenantInScope(db, scope, tenantId);
    if (isSync(query)) return changedWebhooks(db, tenantId, query);
    return { items: await webhooksOf(db, tenantId) };
  });

  mount(app, webhookEndpoints.create, async ({ scope, by, params: { tenantId }, body }) => {
    await tenantInScope(db, scope, tenantId);
    await counted(deps, scope);
    const url = await callableUrl(gateway, body.url);
    return inTransaction(deps, by, async (work) => {
      const { id, secret } = await registerWebhook(work, scope, tenantId, { ...body, url });
      return { ...(await webhookInScope(work.tx, scope, id)).value, secret };
    });
  });

  mount(app, webhookEndpoints.get, ({ scope, params: { webhookId } }) => webhookInScope(db, scope, webhookId));

  mount(app, webhookEndpoints.save, async ({ scope, by, params: { webhookId: id }, body, ifMatch }) => {
    await webhookInScope(db, scope, id);
    if (body.url !== undefined) await counted(deps, scope);
    const sent = { ...body, ...(body.url !== undefined && { url: await callableUrl(gateway, body.url) }) };
    return inTransaction(deps, by, async (work) => {
      await saveWebhook(work, scope, { id, sent, ifMatch });
      return webhookInScope(work.tx, scope, id);
    });
  });

  mount(app, webhookEndpoints.delete, ({ scope, by, params: { webhookId } }) =>
    inTransaction(deps, by, async (work) => {
      await deleteWebhook(work, scope, webhookId);
      return undefined;
    }),
  );

  mount(app, webhookEndpoints.rotate, ({ scope, by, params: { webhookId } }) =>
    inTransaction(deps, by, async (work) => {
      const secret = await rotateSecret(work, scope, webhookId);
      return { ...(await webhookInScope(work.tx, scope, webhookId)).value, secret };
    }),
  );
  deliveryRoutes(app, deps);
}

function deliveryRoutes(app: App, deps: Deps): void {
  mount(app, webhookEndpoints.test, async ({ scope, by, params: { webhookId } }) => {
    await counted(deps, scope);
    return inTransaction(deps, by, async (work) => deliveryOf(work.tx, await sendTest(work, scope, webhookId)));
  });

  mount(app, webhookEndpoints.deliveries, async ({ scope, params: { webhookId }, query }) => {
    await webhookInScope(deps.db, scope, webhookId);
    if (isSync(query)) return changedDeliveries(deps.db, webhookId, query);
    return deliveriesOf(deps.db, webhookId, query);
  });

  mount(app, webhookEndpoints.replay, async ({ scope, by, params: { webhookId }, body }) => {
    await counted(deps, scope);
    return inTransaction(deps, by, (work) => replaySince(work, scope, webhookId, body));
  });

  mount(app, webhookEndpoints.resend, async ({ scope, by, params: { deliveryId } }) => {
    await counted(deps, scope);
    return inTransaction(deps, by, async (work) => {
      await resendDelivery(work, scope, deliveryId);
      return deliveryOf(work.tx, deliveryId);
    });
  });
}
