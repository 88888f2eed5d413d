import { alarmMinutes, type SecurityAlarm, type Unusual } from '@kerb/domain/audit/security-alarms.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { securityAlarmMessage } from '@kerb/domain/notifications/security-alarm.ts';
import { unusualAmong } from '@kerb/server/features/audit/security.repository.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { forEachRow } from '@kerb/server/platform/jobs/for-each-row.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { adminsToTell } from '@kerb/server/platform/second-person/tell-admins.ts';
import { byTheProduct, inTransaction, type Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/** '2026-11-16T10': the hour in which the latest of them began. One burst of events is reported once. */
const hourOf = (unusual: readonly Unusual[]): string =>
  must(
    unusual
      .map(({ start }) => start)
      .toSorted()
      .at(-1),
    'latest alarm',
  ).slice(0, 13);

async function tellOf(work: Work, alarm: SecurityAlarm, unusual: readonly [Unusual, ...Unusual[]]): Promise<void> {
  const { country, config } = work.deps;
  const url = `${config.publicUrl}/admin/security`;
  const message = securityAlarmMessage({ brand: country.brand, unusual, url });
  for (const { id: userId, emailAddress: recipient } of await adminsToTell(work)) {
    const occasion = `security alarm ${alarm} ${hourOf(unusual)} ${userId}`;
    await postMessage(work, { ...message, channel: 'email', audience: 'staff', recipient, userId, occasion });
  }
}

/** Tells all admins about unusual events, once for each kind of alarm and hour. */
export async function raiseAlarms(deps: Deps): Promise<void> {
  const since = addMinutes(realNow(), -2 * alarmMinutes);
  const all = await unusualAmong(deps.db, sql`e.date > ${since}`);
  const alarms = [...new Set(all.map((each) => each.alarm))];
  await forEachRow(
    deps,
    alarms,
    (alarm) => ({ kind: 'alarm', id: alarm }),
    async (alarm) => {
      const [first, ...more] = all.filter((each) => each.alarm === alarm).toSorted((a, b) => b.count - a.count);
      if (first) await inTransaction(deps, byTheProduct, (work) => tellOf(work, alarm, [first, ...more]));
    },
  );
}

export const auditJobs: Job[] = [{ name: 'raise-security-alarms', every: '*/5 * * * *', run: raiseAlarms }];
