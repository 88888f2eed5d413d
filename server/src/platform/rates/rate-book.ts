import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { type RateChange, rulesOn } from '@kerb/domain/countries/country-rates.ts';
import { type Day, dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import { type Quoted, rulesOfCampaign } from '@kerb/domain/rates/quoted-rules.ts';
import type { Clock } from '@kerb/server/platform/clock.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';

/** How often a server reads the rows again. A row begins at the earliest a minute after it was confirmed. */
const readAgainMs = 3_000;

type Campaign = Omit<Quoted, 'quotedDay'> & { quotedDate: Moment | null };

export type RateBook = {
  /** Every row that was not withdrawn, past and coming. */
  changes: () => readonly RateChange[];
  /** The rules that hold on a day. */
  on: (day: Day) => CountryRules;
  /** The rules of a campaign: those of the day it was quoted, else those of `now`, the moment of the request. */
  of: (campaign: Campaign, now: Moment) => CountryRules;
  /** Today's rules. Its rates are read each time, so they change at midnight of the country. */
  country: CountryRules;
  refresh: () => Promise<void>;
  /** Reads the rows again every few seconds, until the returned function is called. */
  follow: (log: Log, everyMs?: number) => () => void;
};

async function readChanges(db: Database): Promise<RateChange[]> {
  const rows = await db
    .selectFrom('rateChanges')
    .select(['holdsFrom as from', 'rates as values'])
    .where('withdrawnDate', 'is', null)
    .orderBy('holdsFrom')
    .orderBy('id')
    .execute();
  return rows;
}

/**
 * The dated rates of the deployment, kept in memory: no request waits for the database to know them. A day that has
 * begun never changes, so a row that a server has not read yet is only one of a later day.
 */
export function rateBook(shipped: CountryRules, clock: Clock, db: Database): RateBook {
  let changes: readonly RateChange[] = [];
  let known = new Map<Day, CountryRules>();
  const dayOf = (moment: Moment): Day => dayIn(shipped.defaultTimeZone, moment);
  const on = (day: Day): CountryRules => {
    const rules = known.get(day) ?? rulesOn(shipped, changes, day);
    if (known.size > 1_000) known.clear();
    known.set(day, rules);
    return rules;
  };
  const today = () => on(dayOf(clock.now()));
  const refresh = async () => {
    changes = await readChanges(db);
    known = new Map();
  };
  return {
    changes: () => changes,
    on,
    of: ({ quotedDate, isQuoted }, now) =>
      rulesOfCampaign({ quotedDay: quotedDate && dayOf(quotedDate), isQuoted }, { shipped, on, today: dayOf(now) }),
    country: {
      ...shipped,
      get payLater() {
        return today().payLater;
      },
      get payOnSuccess() {
        return today().payOnSuccess;
      },
      get securityRegistrationFeeCents() {
        return today().securityRegistrationFeeCents;
      },
      get surcharges() {
        return today().surcharges;
      },
    },
    refresh,
    follow: (log, everyMs = readAgainMs) => {
      const timer = setInterval(() => {
        refresh().catch((error: unknown) => log.warn({ err: error }, 'the dated rates could not be read'));
      }, everyMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
