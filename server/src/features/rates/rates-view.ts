import { rulesOn } from '@kerb/domain/countries/country-rates.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { changedRates, ratesOf } from '@kerb/domain/rates/rate-changes.ts';
import type { RateChangeView, RatesView } from '@kerb/domain/rates/rates.contract.ts';
import { heldChanges, type RateRow, rateRows } from '@kerb/server/features/rates/rates.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

type Reading = Pick<Deps, 'config' | 'clock'>;

/** Today's rates and every change. Read from the database, so that what was just confirmed is in it. */
export async function viewRates({ config: { country }, clock }: Reading, db: Database | Tx): Promise<RatesView> {
  const rows = await rateRows(db);
  const today = dayIn(country.defaultTimeZone, clock.now());
  const held = heldChanges(rows);
  const viewOf = (row: RateRow): RateChangeView => {
    const { id, holdsFrom: from, rates: values, reason } = row;
    const earlier = rows.slice(0, rows.indexOf(row));
    const begunState = from <= today ? 'begun' : 'coming';
    return {
      ...{ id, href: `/v1/rates/${id}`, from, reason },
      state: row.withdrawnDate === null ? begunState : 'withdrawn',
      rates: changedRates(country, heldChanges(earlier), { from, values }),
      asked: { date: row.askedDate, user: row.askedByUserId, userName: row.askedByName },
      confirmed: { date: row.confirmedDate, user: row.confirmedByUserId, userName: row.confirmedByName },
      withdrawn:
        row.withdrawnDate === null
          ? null
          : { date: row.withdrawnDate, user: row.withdrawnByUserId, userName: row.withdrawnByName ?? '' },
    };
  };
  return {
    today,
    rates: ratesOf(rulesOn(country, held, today), today),
    changes: rows.map(viewOf).toReversed(),
  };
}
