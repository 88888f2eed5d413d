import { type Day, dayIn, type Moment, momentOf } from '@kerb/domain/kernel/dates.ts';
import { clockCall } from '@kerb/domain/sandbox/clock-call.ts';
import { callPlain } from '@kerb/web/platform/plain-call.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { createStore } from '@kerb/web/platform/store.ts';

const aheadMs = createStore(0);

/** A sandbox's clock can be moved; the screens' today moves with it. */
export const setServerNow = (now: Moment): void => aheadMs.set(Date.parse(now) - Date.now());

export async function followSandboxClock(): Promise<void> {
  setServerNow((await callPlain(clockCall)).now);
}

export const now = (): Moment => momentOf(Temporal.Instant.fromEpochMilliseconds(Date.now() + aheadMs.get()));
/** The calendar day in that time zone, by default the country's. */
export const today = (timeZone = countryRules().defaultTimeZone): Day => dayIn(timeZone, now());
