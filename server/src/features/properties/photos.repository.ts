import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { formatAddress } from '@kerb/domain/properties/address.ts';
import type { PropertyPhoto } from '@kerb/domain/properties/photos.contract.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { pictureVersion } from '@kerb/server/platform/http/send-picture.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { sql } from 'kysely';

type Photo = {
  id: number;
  storageKey: string;
  sealedFileKey: Buffer;
  sha256: Buffer;
  /** The lines of the property's address. */
  address: string;
  address2: string | null;
  address3: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
};

/** The photo of the property of a campaign that the caller can see, or a 404. */
export async function photoInScope(db: Database | Tx, scope: AccessScope, agreementId: number): Promise<Photo> {
  const { rows } = await sql<Photo>`
    select f.id, f.storage_key, f.sealed_file_key, f.sha256,
      p.address, p.address2, p.address3, p.city, p.state, p.postal_code
    from agreements a
    join properties p on p.id = a.property_id
    join property_photos h on h.agreement_id = a.id
    join assets f on f.id = h.asset_id and f.use = 'photo'
    where a.id = ${agreementId} and ${inScope(scope)}`.execute(db);
  if (!rows[0]) throw notFound('photo');
  return rows[0];
}

const photoHref = (agreementId: number, sha256: Buffer): string =>
  `/v1/agreements/${agreementId}/property-photo?v=${pictureVersion(sha256)}`;

export const photoView = ({ country }: Pick<Deps, 'country'>, agreementId: number, photo: Photo): PropertyPhoto => ({
  href: photoHref(agreementId, photo.sha256),
  alt: formatAddress(photo, country),
});
