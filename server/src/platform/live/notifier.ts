import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { changesChannel } from '@kerb/server/platform/database/listen.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import { sql } from 'kysely';

/** A server under load sends few notifications, each with many campaigns. */
const betweenMs = 20;
/** PostgreSQL takes 8,000 bytes. An id has 15 digits at most. */
const mostIds = 400;

/** The name of the server that sends it, campaigns and people. Ids only: every login of the database may listen. */
export type Notification = { server: string; agreementIds: number[]; userIds: number[] };

/** Before the id of a person. A server of the release before takes it for no campaign. */
const personMark = 'u';
export type Changed = { agreementId: number } | { userId: number };
const wordOf = (changed: Changed): string =>
  'userId' in changed ? `${personMark}${changed.userId}` : String(changed.agreementId);

export function notificationOf(payload: string): Notification {
  const [server = '', ids = ''] = payload.split(' ');
  const words = ids.split(',');
  const isPerson = (word: string) => word.startsWith(personMark);
  return {
    server,
    agreementIds: words.filter((word) => !isPerson(word)).map(Number),
    userIds: words.filter(isPerson).map((word) => Number(word.slice(personMark.length))),
  };
}

/**
 * Tells other servers which campaigns have changed, after the commit. Not in the transaction of the change: PostgreSQL
 * lets only one transaction with a notification commit at a time, also while it waits for the disk or a standby. A
 * notification that is lost with its server delays a page by seconds, because the log has the change.
 */
export function notifier(db: Database, server: string, log: Log): (changed: Changed) => void {
  const waiting = new Set<string>();
  let isSending = false;

  async function send(): Promise<void> {
    isSending = true;
    try {
      while (waiting.size > 0) {
        const lot = [...waiting].slice(0, mostIds);
        for (const id of lot) waiting.delete(id);
        // Nothing of it has to survive a crash, so nobody waits for the disk.
        await sql`select set_config('synchronous_commit', 'off', true),
          pg_notify(${changesChannel}, ${`${server} ${lot.join()}`})`.execute(db);
        await pause(betweenMs, undefined, { ref: false });
      }
    } catch (error) {
      log.warn({ err: error }, 'other servers were not notified of changes; they read them some seconds later');
    } finally {
      isSending = false;
    }
  }

  return (changed) => {
    waiting.add(wordOf(changed));
    if (!isSending) void send();
  };
}
