import { mostRooms } from '@kerb/domain/properties/properties.contract.ts';

export const roomFields = ['bedrooms', 'bathrooms', 'carSpaces'] as const;
export type RoomField = (typeof roomFields)[number];

/** Six means six or more. */
export const roomText = (count: number): string => (count >= mostRooms ? `${mostRooms}+` : String(count));
