import type { NewProperty, PropertyType } from '@kerb/domain/properties/properties.contract.ts';
import type { Choice } from '@kerb/server/demo/seeded-choice.ts';
import type { DemoCountry, DemoOrganisation } from '@kerb/server/sandbox-countries/sandbox-country.ts';

/** Without land, because Pay On Success is not offered for it. */
const types: readonly PropertyType[] = [
  'house',
  'house',
  'house',
  'apartment',
  'townhouse',
  'unit',
  'terrace',
  'villa',
];

/** Returns properties; sometimes one that was for sale before. */
export function propertySource(choose: Choice, { streets }: DemoCountry) {
  const known = new Map<DemoOrganisation, NewProperty[]>();

  function newcomer({ places }: DemoOrganisation): NewProperty {
    const place = choose.oneOf(places);
    return {
      type: choose.oneOf(types),
      domainPropertyRef: null,
      address: `${choose.whole(1, 180)} ${choose.oneOf(streets)}`,
      address2: place.address2 ?? null,
      address3: null,
      city: place.city,
      state: place.state ?? null,
      postalCode: place.postalCode,
      bedrooms: choose.whole(1, 5),
      bathrooms: choose.whole(1, 3),
      carSpaces: choose.whole(0, 3),
      description: null,
    };
  }

  return (organisation: DemoOrganisation): NewProperty => {
    const mine = known.get(organisation) ?? [];
    if (mine.length > 0 && choose.chance(5)) return choose.oneOf(mine);
    const property = newcomer(organisation);
    known.set(organisation, [...mine, property]);
    return property;
  };
}
