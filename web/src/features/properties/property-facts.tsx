import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { maySee } from '@kerb/domain/agreements/save.ts';
import { type Property, propertyTypeLabels } from '@kerb/domain/properties/properties.contract.ts';
import { propertyLabels } from '@kerb/domain/properties/property-labels.ts';
import { type SaleField, saleFields, shownSaleFields } from '@kerb/domain/properties/sale-details.ts';
import { methodOfSaleLabels, natureOfOwnershipLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { roomFields, roomText } from '@kerb/web/features/properties/rooms.ts';
import type { ReactNode } from 'react';

export type Fact = [name: string, value: ReactNode];
export const none = '–';

/** Rooms are a dash for land, and if unknown. */
export const factsOfProperty = (property: Property): Fact[] => [
  [propertyLabels.type, property.type ? propertyTypeLabels[property.type] : none],
  ...roomFields.map((name): Fact => {
    const count = property[name];
    return [propertyLabels[name], count === null || property.type === 'land' ? none : roomText(count)];
  }),
];

const written: Record<SaleField, (agreement: Agreement) => ReactNode> = {
  natureOfOwnership: ({ natureOfOwnership: nature }) => (nature ? natureOfOwnershipLabels[nature] : none),
  methodOfSale: ({ methodOfSale: method }) => (method ? methodOfSaleLabels[method] : none),
  auctionDate: ({ auctionDate }) => <DateText value={auctionDate} />,
  sellingPriceMin: ({ sellingPriceMin }) => <Money cents={sellingPriceMin} />,
  sellingPriceMax: ({ sellingPriceMax }) => <Money cents={sellingPriceMax} />,
  soldPrice: ({ soldPrice }) => <Money cents={soldPrice} />,
};

/** The sale facts for this standing. */
export function factsOfSale(agreement: Agreement, standing: Standing): Fact[] {
  const asked = shownSaleFields({ purpose: agreement.campaignBudgetFundsPurpose }, agreement.methodOfSale ?? null);
  const isSold = typeof agreement.soldPrice === 'number';
  return saleFields
    .filter((name) => maySee(standing, name) && (asked.includes(name) || (name === 'soldPrice' && isSold)))
    .map((name): Fact => [labelOfField(name), written[name](agreement)]);
}
