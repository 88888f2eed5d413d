import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { serverName } from '@kerb/server/platform/server-name.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const hour = 60;

/** A message that failed and one that is held, so that the System page of a sandbox shows what an admin can do. */
async function addMessages({ tx, now }: Work, { actors }: DemoRecords): Promise<void> {
  const of = { audience: 'staff', channel: 'email', nextAttemptDate: realNow() } as const;
  await tx
    .insertInto('messages')
    .values([
      {
        ...of,
        kind: 'receipt',
        recipient: 'manager@example.com',
        userId: actors.get('manager@example.com')?.userId ?? null,
        subject: 'Receipt of a payment',
        body: 'A payment was received. This message of the demo could not be sent at first.',
        state: 'failed',
        reason: 'The mail server could not be reached.',
        attempts: 6,
        createdDate: addMinutes(now, -20 * hour),
      },
      {
        ...of,
        kind: 'loan-reminder',
        audience: 'vendor',
        recipient: 'somebody@example.com',
        subject: 'A reminder',
        body: 'This message of the demo was written while messages to vendors were switched off.',
        state: 'held',
        reason: 'Vendor communications are disabled.',
        createdDate: addMinutes(now, -30 * hour),
      },
    ])
    .execute();
}

/** A job that could not process one of its rows. */
async function addFailedJob({ tx, deps }: Work): Promise<void> {
  const now = realNow();
  const words = { errorCode: 'Error', error: 'no settlement date' };
  const { id } = await tx.selectFrom('agreements').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
  await tx
    .insertInto('jobStates')
    .values({
      name: 'remind-payers',
      server: serverName(deps.config),
      startedDate: addMinutes(now, -hour),
      endedDate: addMinutes(now, -hour),
      outcome: 'partly',
      ...words,
      failedRows: 1,
      lastSuccessDate: addMinutes(now, -3 * hour),
      failures: 2,
    })
    .execute();
  await tx
    .insertInto('jobFailures')
    .values({
      job: 'remind-payers',
      kind: 'loan',
      rowId: String(id),
      ...words,
      tries: 2,
      firstDate: addMinutes(now, -2 * hour),
      lastDate: addMinutes(now, -hour),
    })
    .execute();
}

export async function addSystemTroubles(work: Work, records: DemoRecords): Promise<void> {
  await addMessages(work, records);
  await addFailedJob(work);
}
