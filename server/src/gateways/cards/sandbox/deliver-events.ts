import { outcomeOf } from '@kerb/server/gateways/cards/sandbox/ledger.ts';
import { eventSignatureHeader, signEvent } from '@kerb/server/gateways/cards/sandbox/signed-events.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { GatewayEvent } from '@kerb/server/platform/ports/card-gateway.ts';

/** Posts an event to the product. True if it was accepted. */
export type PostEvent = (headers: Record<string, string>, body: Buffer) => Promise<boolean>;

const mostAttempts = 12;
/** 2 s, 4 s, 8 s …, at most an hour. */
const waitSeconds = (attempts: number): number => Math.min(2 ** (attempts + 1), 3_600);
const inSeconds = (seconds: number): string =>
  Temporal.Now.instant()
    .add({ milliseconds: Math.round(seconds * 1_000) })
    .toString({ fractionalSecondDigits: 3 });

const dueEvents = (db: Database) =>
  db
    .selectFrom('sandboxCardEvents')
    .select(['id', 'chargeId', 'attempts', 'sendsLeft'])
    .where('sendsLeft', '>', 0)
    .where('attempts', '<', mostAttempts)
    .where('nextAttemptDate', '<=', realNow())
    .orderBy('nextAttemptDate')
    .limit(20)
    .execute();

type Due = Awaited<ReturnType<typeof dueEvents>>[number];

/** Only one of several servers claims an event. If it dies, the next attempt is already scheduled. */
async function claim(db: Database, { id, attempts, sendsLeft }: Due): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sandboxCardEvents')
    .set({ attempts: attempts + 1, nextAttemptDate: inSeconds(waitSeconds(attempts)) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sendsLeft', '=', sendsLeft)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function bodyOf(db: Database, { id, chargeId }: Due): Promise<Buffer> {
  const row = await db
    .selectFrom('sandboxCardCharges')
    .selectAll()
    .where('id', '=', chargeId)
    .executeTakeFirstOrThrow();
  const event: GatewayEvent = { id, reference: row.reference, at: row.knownFrom, outcome: outcomeOf(row) };
  return Buffer.from(JSON.stringify(event));
}

/** Sends due events, each as often as its test card asks. Returns how many were accepted. */
export async function deliverEvents(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  secret: string,
  post: PostEvent,
): Promise<number> {
  let taken = 0;
  for (const due of await dueEvents(db)) {
    if (!(await claim(db, due))) continue;
    const body = await bodyOf(db, due);
    for (let sendsLeft = due.sendsLeft; sendsLeft > 0; sendsLeft -= 1) {
      const isTaken = await post({ [eventSignatureHeader]: signEvent(secret, body) }, body).catch((error) => {
        log.warn({ err: error, eventId: due.id }, 'an event of the card sandbox was not accepted; it is sent again');
        return false;
      });
      if (!isTaken) break;
      taken += 1;
      await db
        .updateTable('sandboxCardEvents')
        .set({ sendsLeft: sendsLeft - 1 })
        .where('id', '=', due.id)
        .execute();
    }
  }
  return taken;
}

/** Milliseconds until the next event is due; null if there is none. */
export async function nextDueMs(db: Database): Promise<number | null> {
  const next = await db
    .selectFrom('sandboxCardEvents')
    .select(({ fn }) => fn.min('nextAttemptDate').as('date'))
    .where('sendsLeft', '>', 0)
    .where('attempts', '<', mostAttempts)
    .executeTakeFirst();
  if (!next?.date) return null;
  return Math.max(0, Temporal.Instant.from(next.date).epochMilliseconds - Date.now());
}
