import { sandboxEndpoints } from '@kerb/domain/sandbox/sandbox.contract.ts';
import { webhookReceiver } from '@kerb/domain/webhooks/sandbox-receiver.ts';
import { downloadAttachment } from '@kerb/server/features/sandbox/download-attachment.ts';
import { listMessages } from '@kerb/server/features/sandbox/list-messages.ts';
import { keepSandboxOutcome, sandboxOutcome } from '@kerb/server/gateways/identity/sandbox-outcomes.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import type { AttachmentMakers } from '@kerb/server/platform/outbox/attachments.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';

const clockCheckMs = 5_000;

/** Follows a clock change made on another server. On the embedded database there is no other server. */
function followClock(app: App, { clock, db, config, log }: Deps): void {
  app.addHook('onReady', () => clock.load(db));
  if (config.databaseUrl === null) return;
  const failed = (error: Error) => log.warn({ err: error }, 'the sandbox clock could not be read');
  const timer = setInterval(() => void clock.load(db).catch(failed), clockCheckMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

async function profileOf({ db }: Deps, entityId: string) {
  const known = await db
    .selectFrom('identityChecks')
    .select('entityId')
    .where('entityId', '=', entityId)
    .executeTakeFirst();
  if (!known) throw notFound('identity profile');
  return { entityId, outcome: await sandboxOutcome(db, entityId) };
}

/** Mounted only in a sandbox, because it shows the links and codes of messages. */
export function sandboxRoutes(app: App, deps: Deps, makers: AttachmentMakers): void {
  const { clock, db, jobs } = deps;
  const clockView = () => ({ now: clock.now(), offsetDays: clock.offsetDays() });
  followClock(app, deps);

  mount(app, sandboxEndpoints.messages, ({ query }) => listMessages(deps, query));

  mount(app, sandboxEndpoints.attachment, ({ params, reply }) => downloadAttachment(deps, makers, params.id, reply));

  app.post(webhookReceiver, async (_request, reply) => reply.code(204).send());

  mount(app, sandboxEndpoints.clock, async () => clockView());

  mount(app, sandboxEndpoints.identity, ({ params: { entityId } }) => profileOf(deps, entityId));

  mount(app, sandboxEndpoints.leaveIdentity, async ({ params: { entityId }, body: { outcome } }) => {
    await profileOf(deps, entityId);
    await keepSandboxOutcome(db, entityId, outcome);
    return { entityId, outcome };
  });

  mount(app, sandboxEndpoints.moveClock, async ({ body }) => {
    await clock.move(db, body.offsetDays);
    jobs.nudgeAll();
    return clockView();
  });
}
