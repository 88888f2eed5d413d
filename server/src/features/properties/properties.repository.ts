import type { Sight } from '@kerb/domain/access/sight.ts';
import type { NewProperty, Property } from '@kerb/domain/properties/properties.contract.ts';
import { inSight } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

type Row = Omit<Property, 'href'>;

const columns = sql`p.id, p.type, p.domain_property_ref, p.address, p.address2, p.address3, p.city, p.state, p.postal_code,
  p.bedrooms, p.bathrooms, p.car_spaces, p.description`;

/** A property belongs to nobody: whoever sees a campaign that has it sees the property. */
export async function findProperty(db: Database | Tx, sight: Sight, id: number): Promise<Property | null> {
  const isInSight = sight.everything
    ? sql`true`
    : sql`exists (select from agreements a where a.property_id = p.id and ${inSight(sight)})`;
  const { rows } = await sql<Row>`
    select ${columns} from properties p where p.id = ${id} and ${isInSight}`.execute(db);
  return rows[0] ? { ...rows[0], href: `/v1/properties/${id}` } : null;
}

export async function insertProperty(tx: Tx, property: NewProperty, now: string): Promise<number> {
  const { id } = await tx
    .insertInto('properties')
    .values({ ...property, createdDate: now, lastUpdateDate: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
