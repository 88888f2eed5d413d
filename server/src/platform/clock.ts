import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';

/**
 * The product's clock. A sandbox can move it forward to see reminders and ageing. Sign-ins and tokens use the real
 * time, so that moving the clock signs nobody out.
 */
export type Clock = {
  now: () => Moment;
  offsetDays: () => number;
  move: (db: Database, offsetDays: number) => Promise<void>;
  /** Loads the offset that another server or an earlier run has set. */
  load: (db: Database) => Promise<void>;
};

/** Every request asks for it several times. `Date` writes the same text in a fraction of the time of `Temporal`. */
export const realNow = (): Moment => new Date().toISOString();

const dayMs = 24 * 60 * 60 * 1_000;

export function clockOf(base: () => Temporal.Instant = () => Temporal.Now.instant()): Clock {
  let offset = 0;
  return {
    now: () => new Date(base().epochMilliseconds + offset * dayMs).toISOString(),
    offsetDays: () => offset,
    move: async (db, offsetDays) => {
      const row = { key: 'clock', value: JSON.stringify({ offsetDays }) };
      await db
        .insertInto('sandboxState')
        .values(row)
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
        .execute();
      offset = offsetDays;
    },
    load: async (db) => {
      const row = await db.selectFrom('sandboxState').select('value').where('key', '=', 'clock').executeTakeFirst();
      offset = Number(row?.value.offsetDays ?? 0);
    },
  };
}
