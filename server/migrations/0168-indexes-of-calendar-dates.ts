import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = { createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void> };

/** A calendar reads the dates of a year. Most campaigns have no auction. */
const indexes: [name: string, on: RawBuilder<unknown>][] = [
  ['agreements_by_funding', sql`agreements (campaign_planned_start_date, id)`],
  ['agreements_by_auction', sql`agreements (auction_date, id) where auction_date is not null`],
  [
    'agreements_by_settlement',
    sql`agreements (property_settlement_date, id) where property_settlement_date is not null`,
  ],
];

export async function online(_: Kysely<unknown>, { createIndex }: Steps): Promise<void> {
  for (const [name, on] of indexes) await createIndex(name, on);
}
