import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { Branding } from '@kerb/domain/branding/branding.contract.ts';
import { brandShades } from '@kerb/domain/organisations/brand-colour.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { formatAddress } from '@kerb/domain/properties/address.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { pictureVersion } from '@kerb/server/platform/http/send-picture.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { type RawBuilder, sql } from 'kysely';

type Row = {
  id: number;
  organisation: string;
  organisationPhone: string | null;
  websiteUrl: string | null;
  hidesName: boolean;
  brandColour: string | null;
  agentFirstName: string | null;
  agentSurname: string | null;
  agentEmail: string | null;
  agentPhone: string | null;
  address: string | null;
  address2: string | null;
  address3: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  /** The files, and the hashes of their content. */
  logoId: number | null;
  logoHash: Buffer | null;
  pictureId: number | null;
  pictureHash: Buffer | null;
  photoId: number | null;
  photoHash: Buffer | null;
};

/**
 * What the payers of a campaign see of its organisation, or a 404 if the campaign is not in view. The agent is the
 * contact that the campaign names, else the team member to whom it is assigned. That person's mobile and picture are
 * shown only if no other person is the contact, and the picture only while they are in the team: an account is shown to
 * payers for this work only.
 */
export async function presentationOf(
  db: Database | Tx,
  agreementId: number,
  isInView: RawBuilder<unknown>,
): Promise<Row> {
  const { rows } = await sql<Row>`
    select a.id, t.name as organisation, t.billing_address ->> 'phone' as organisation_phone, t.website_url,
      (t.brand_settings ->> 'hideNameText')::boolean as hides_name, t.brand_colour,
      case when c.is_named then a.agent_first_name else u.first_name end as agent_first_name,
      case when c.is_named then a.agent_surname else u.surname end as agent_surname,
      case when c.is_named then a.agent_email else u.email_address end as agent_email,
      coalesce(a.agent_phone, case when c.is_assigned then u.mobile_phone end) as agent_phone,
      p.address, p.address2, p.address3, p.city, p.state, p.postal_code,
      logo.id as logo_id, logo.sha256 as logo_hash, picture.id as picture_id, picture.sha256 as picture_hash,
      photo.id as photo_id, photo.sha256 as photo_hash
    from agreements a
    join tenants t on t.id = a.tenant_id
    left join users u on u.id = a.agent_user_id and u.disabled_date is null
    cross join lateral (select a.agent_first_name is not null as is_named,
      a.agent_first_name is null or lower(a.agent_email) = lower(u.email_address) as is_assigned) c
    left join properties p on p.id = a.property_id
    left join assets logo on logo.id = t.logo_asset_id and logo.use = 'logo'
    left join assets picture on picture.id = u.profile_picture_asset_id and picture.use = 'portrait' and c.is_assigned
      and exists (select from tenant_users m where m.user_id = u.id and m.tenant_id = a.tenant_id)
    left join property_photos h on h.agreement_id = a.id
    left join assets photo on photo.id = h.asset_id and photo.use = 'photo'
    where a.id = ${agreementId} and ${isInView}`.execute(db);
  if (!rows[0]) throw notFound('campaign');
  return rows[0];
}

/** The last part of the addresses of the pictures. */
export type PictureName = 'logo' | 'agent-picture' | 'property-photo';

/** Where the pictures of a campaign are, for a reader who sends a token. */
const picturesOf = (agreementId: number): string => `/v1/agreements/${agreementId}`;

const addressOf = (pictures: string, name: PictureName, hash: Buffer | null): string | null =>
  hash && `${pictures}/${name}?v=${pictureVersion(hash)}`;

function agentOf(row: Row, pictures: string): Branding['agent'] {
  const name = displayName({ firstName: row.agentFirstName ?? '', surname: row.agentSurname ?? '' });
  if (name === '') return null;
  const pictureUrl = addressOf(pictures, 'agent-picture', row.pictureHash);
  return { name, phone: row.agentPhone, emailAddress: row.agentEmail, pictureUrl };
}

export const presentationInScope = (db: Database | Tx, scope: AccessScope, agreementId: number): Promise<Row> =>
  presentationOf(db, agreementId, inScope(scope));

/** How a campaign is presented to its payers. `pictures` is where the reader finds the pictures. */
export async function brandingOf(
  { db, country }: Pick<Deps, 'country'> & { db: Database | Tx },
  scope: AccessScope,
  agreementId: number,
  pictures: string = picturesOf(agreementId),
): Promise<Branding> {
  const row = await presentationInScope(db, scope, agreementId);
  const { address } = row;
  const photo = addressOf(pictures, 'property-photo', row.photoHash);
  return {
    organisation: {
      name: row.organisation,
      phone: row.organisationPhone,
      websiteUrl: row.websiteUrl,
      logoUrl: addressOf(pictures, 'logo', row.logoHash),
      hidesName: row.hidesName,
      colour: row.brandColour,
      shades: row.brandColour === null ? null : brandShades(row.brandColour),
    },
    agent: agentOf(row, pictures),
    propertyPhoto:
      photo === null || address === null ? null : { href: photo, alt: formatAddress({ ...row, address }, country) },
  };
}
