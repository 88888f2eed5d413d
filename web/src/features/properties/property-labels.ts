import { mostRooms } from '@kerb/domain/properties/properties.contract.ts';
import type { SaleField } from '@kerb/domain/properties/sale-details.ts';

export type RoomField = 'bedrooms' | 'bathrooms' | 'carSpaces';

// biome-ignore format: a table
export const roomLabels: Record<RoomField, string> = {
  bedrooms:  'Bedrooms',
  bathrooms: 'Bathrooms',
  carSpaces: 'Car Spaces',
};
export const roomFields = Object.keys(roomLabels) as RoomField[];

/** Six means six or more. */
export const roomText = (count: number): string => (count >= mostRooms ? `${mostRooms}+` : String(count));

// biome-ignore format: a table
export const saleLabels: Record<SaleField, string> = {
  natureOfOwnership: 'Nature of Ownership',
  methodOfSale:      'Sale Method',
  auctionDate:       'Auction Date',
  sellingPriceMin:   'Search Price Low',
  sellingPriceMax:   'Search Price High',
  soldPrice:         'Sold Price',
};
