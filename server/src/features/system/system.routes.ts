import { messageReceiptEndpoints } from '@kerb/domain/notifications/message-receipts.contract.ts';
import { type Done, systemEndpoints } from '@kerb/domain/system/system.contract.ts';
import type { MessageAction } from '@kerb/domain/system/undelivered.ts';
import { changeUndelivered, recordMessage } from '@kerb/server/features/system/change-undelivered.ts';
import { dismissFailures, listFailures, listJobs, runJob } from '@kerb/server/features/system/job-list.ts';
import { receiveReceipt } from '@kerb/server/features/system/receive-receipt.ts';
import { statusOf } from '@kerb/server/features/system/system-status.ts';
import { listUndelivered, undeliveredById } from '@kerb/server/features/system/undelivered.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { withRawBody } from '@kerb/server/platform/http/raw-body.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { logChainView } from '@kerb/server/platform/log-chain/log-checks.ts';
import { type Answering, inTransaction } from '@kerb/server/platform/work.ts';

/** The System page of admins: the state of servers, jobs and messages, and actions on failed ones. */
export function systemRoutes(app: App, deps: Deps, jobs: readonly Job[]): void {
  const { db, config } = deps;
  const change = (by: Answering<Done>, action: MessageAction, ids: readonly number[]) =>
    inTransaction(deps, by, (work) => changeUndelivered(work, action, ids));

  mount(app, systemEndpoints.status, async () => {
    await deps.providers.flush();
    return statusOf(deps);
  });

  // The signature covers the raw bytes, so the body must not be parsed and serialised again.
  withRawBody(app, 16_384, (scope) =>
    mount(scope, messageReceiptEndpoints.receive, async ({ request }) => {
      await receiveReceipt(deps, request);
      return undefined;
    }),
  );

  mount(app, systemEndpoints.logChain, () => logChainView(db));

  mount(app, systemEndpoints.messages, ({ query }) => listUndelivered(db, config, query));

  mount(app, systemEndpoints.message, ({ by, params }) =>
    inTransaction(deps, by, async (work) => {
      const row = await undeliveredById(work.tx, params.id);
      await recordMessage(work, row, 'read');
      return { id: row.id, recipient: row.recipient, subject: row.subject };
    }),
  );

  mount(app, systemEndpoints.sendAgain, ({ by, body }) => change(by, 'send-again', body.ids));

  mount(app, systemEndpoints.release, ({ by, body }) => change(by, 'release', body.ids));

  mount(app, systemEndpoints.discard, ({ by, body }) => change(by, 'discard', body.ids));

  mount(app, systemEndpoints.jobs, async () => ({ jobs: await listJobs(db, jobs), failures: await listFailures(db) }));

  mount(app, systemEndpoints.run, async ({ by, body }) => {
    return inTransaction(deps, by, async (work) => {
      await runJob(work, jobs, body.name);
      return body;
    });
  });

  mount(app, systemEndpoints.dismiss, ({ by, body }) =>
    inTransaction(deps, by, (work) => dismissFailures(work, body.ids)),
  );
}
