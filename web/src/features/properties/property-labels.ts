import { mostRooms } from '@kerb/domain/properties/properties.contract.ts';

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
