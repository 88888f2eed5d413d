import { addDays, addMinutes, dayIn } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { addRates } from '@kerb/server/features/rates/change-rates.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const dayMinutes = 24 * 60;

/**
 * `fromDays`: the first day, counted from today. `lessCents`: how far the security registration fee was below the
 * present one. The second change replaces the first.
 */
// biome-ignore format: a table
const past = [
  { fromDays: -300, lessCents: 5_00, reason: 'The land registry lowered its fee.' },
  { fromDays: -120, lessCents: 0,    reason: 'The land registry raised its fee again.' },
];
const coming = { fromDays: 60, moreCents: 8_00, reason: 'The land registry has announced a new fee.' };

/** Two changes of rates that hold, each confirmed a month before its day, and one that was just confirmed. */
export async function addDemoRates(work: Work, { actors }: DemoRecords): Promise<void> {
  const { tx, now, deps } = work;
  const { defaultTimeZone, securityRegistrationFeeCents: fee } = deps.config.country;
  const admin = (address: string) => must(actors.get(address), `${address} of the demo`);
  const [first, second] = [admin('admin@example.com'), admin('admin.two@example.com')];
  const dayAt = (days: number) => addDays(dayIn(defaultTimeZone, now), days);
  for (const { fromDays, lessCents, reason } of past) {
    const date = addMinutes(now, (fromDays - 30) * dayMinutes);
    const rates = JSON.stringify({ securityRegistrationFee: fee - lessCents });
    const steps = {
      askedDate: date,
      askedByUserId: first.userId,
      confirmedDate: date,
      confirmedByUserId: second.userId,
    };
    await tx
      .insertInto('rateChanges')
      .values({ holdsFrom: dayAt(fromDays), rates, reason, ...steps })
      .execute();
  }
  await addRates(
    { ...work, actor: second },
    { id: 0, reason: coming.reason, askedByUserId: first.userId, askedDate: now },
    { from: dayAt(coming.fromDays), values: { securityRegistrationFee: fee + coming.moreCents } },
  );
}
