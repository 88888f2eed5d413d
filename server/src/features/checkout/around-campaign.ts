import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import type { Checkout } from '@kerb/domain/checkout/checkout.contract.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { writtenDay } from '@kerb/domain/kernel/dates.ts';
import { brandShades } from '@kerb/domain/organisations/brand-colour.ts';
import { type Address, formatAddress } from '@kerb/domain/properties/address.ts';
import { mostRooms, type PropertyType, propertyTypeLabels } from '@kerb/domain/properties/properties.contract.ts';
import { propertyLabels } from '@kerb/domain/properties/property-labels.ts';
import { methodOfSaleLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { brandingOf } from '@kerb/server/features/branding/branding.repository.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

type Property = Address & {
  type: PropertyType | null;
  bedrooms: number | null;
  bathrooms: number | null;
  carSpaces: number | null;
};

const rooms = ['bedrooms', 'bathrooms', 'carSpaces'] as const;

function factsOf(property: Property, agreement: AgreementRecord, { locale }: CountryRules): [string, string][] {
  const counted = property.type === 'land' ? [] : rooms.filter((room) => property[room] !== null);
  const { methodOfSale, auctionDate } = agreement;
  return [
    ...(property.type ? [[propertyLabels.type, propertyTypeLabels[property.type]] as [string, string]] : []),
    ...counted.map((room): [string, string] => {
      const count = property[room] ?? 0;
      return [propertyLabels[room], count >= mostRooms ? `${mostRooms}+` : String(count)];
    }),
    ...(methodOfSale ? [[labelOfField('methodOfSale'), methodOfSaleLabels[methodOfSale]] as [string, string]] : []),
    ...(auctionDate ? [[labelOfField('auctionDate'), writtenDay(auctionDate, locale)] as [string, string]] : []),
  ];
}

const propertyOf = async (db: Database, { propertyId }: AgreementRecord): Promise<Property | null> =>
  propertyId === null
    ? null
    : db
        .selectFrom('properties')
        .select(['type', 'address', 'address2', 'address3', 'city', 'state', 'postalCode'])
        .select(['bedrooms', 'bathrooms', 'carSpaces'])
        .where('id', '=', propertyId)
        .executeTakeFirstOrThrow();

/** An `img` sends no token, so the pictures of this page have addresses for which the cookie is asked. */
const picturesOf = (id: number): string => `/applications/${id}/pictures`;

export type Around = Pick<Checkout, 'organisation' | 'agent' | 'property' | 'propertyPhoto'>;

/** Whose page it is, whom to call, and what is sold. */
export async function aroundCampaign(deps: Deps, scope: AccessScope, agreement: AgreementRecord): Promise<Around> {
  const { db, country } = deps;
  const { id, tenantId } = agreement;
  const { organisation, agent, propertyPhoto } = await brandingOf(deps, scope, id, picturesOf(id));
  const { colour: _, ...shown } = organisation;
  const property = await propertyOf(db, agreement);
  return {
    organisation: { ...shown, id: tenantId, shades: organisation.shades ?? brandShades(country.brandColour) },
    agent,
    property: property && { address: formatAddress(property, country), facts: factsOf(property, agreement, country) },
    propertyPhoto,
  };
}
