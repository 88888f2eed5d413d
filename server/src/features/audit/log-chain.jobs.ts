import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { logBrokenMessage, logHeadMessage } from '@kerb/domain/notifications/log-chain.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { checkLog } from '@kerb/server/platform/log-chain/log-checks.ts';
import { headOf, oldestWaiting } from '@kerb/server/platform/log-chain/read-chain.ts';
import { sealLog } from '@kerb/server/platform/log-chain/seal-log.ts';
import { isChange, longestWaitMinutes } from '@kerb/server/platform/log-chain/verify-log.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { adminsToTell } from '@kerb/server/platform/second-person/tell-admins.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';

/** Results older than this are deleted. */
const checksKeptDays = 400;

/** Verifies the whole log, and tells all admins once a day if it was changed. */
export async function verifyAndTell(deps: Deps): Promise<void> {
  const { db, country, config } = deps;
  const { brokenCount, findings } = await checkLog(db);
  await db
    .deleteFrom('logChecks')
    .where('endedDate', '<', addMinutes(realNow(), -checksKeptDays * 24 * 60))
    .execute();
  const first = findings.find(({ kind }) => isChange(kind));
  if (!first) return;
  const facts = { brand: country.brand, brokenCount, first: first.text, url: `${config.publicUrl}/admin/system` };
  await inTransaction(deps, byTheProduct, async (work) => {
    for (const { id: userId, emailAddress: recipient } of await adminsToTell(work)) {
      const occasion = `log broken ${realNow().slice(0, 10)} ${userId}`;
      const message = logBrokenMessage(facts);
      await postMessage(work, { ...message, channel: 'email', audience: 'staff', recipient, userId, occasion });
    }
  });
}

/** Sends the newest seal to the configured address, once a day. */
export async function mailHead(deps: Deps): Promise<void> {
  const { logHeadEmail: recipient } = deps.config;
  const head = await headOf(deps.db);
  if (recipient === null || !head) return;
  const { number, sealedDate } = head;
  const facts = { brand: deps.country.brand, number, sealedDate, hash: head.hash.toString('hex') };
  const occasion = `log head ${realNow().slice(0, 10)}`;
  await inTransaction(deps, byTheProduct, (work) =>
    postMessage(work, { ...logHeadMessage(facts), channel: 'email', audience: 'staff', recipient, occasion }),
  );
}

/** Fails if an entry has waited for its seal for long, so that the System page and the metrics show it. */
export async function watchSeals({ db }: Pick<Deps, 'db'>): Promise<void> {
  const waiting = await oldestWaiting(db);
  const since = new Date((waiting?.micros ?? Date.now() * 1_000) / 1_000).toISOString();
  if (since > addMinutes(realNow(), -longestWaitMinutes)) return;
  throw new Error(`Log entry ${waiting?.id} waits for its seal since ${since}.`);
}

export const logChainJobs: Job[] = [
  {
    name: 'seal-log',
    everywhereMs: 1_000,
    run: async ({ db }) => {
      await sealLog(db);
    },
  },
  { name: 'watch-log-seals', every: '*/5 * * * *', run: watchSeals },
  { name: 'verify-log', every: '27 16 * * *', run: verifyAndTell },
  { name: 'mail-log-head', every: '3 20 * * *', run: mailHead },
];
