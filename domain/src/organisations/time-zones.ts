import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import type { NamedZone } from '@kerb/domain/countries/server-country.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';

const nearZones = Object.values(serverCountries).map(({ timeZones }) => timeZones);

/** The known time zones: those of the default's country first, then of our other countries, then of the world. */
export function timeZonesInOrder(known: readonly string[], defaultTimeZone: string): NamedZone[] {
  const isOwn = (zones: readonly NamedZone[]) => zones.some(({ identifier }) => identifier === defaultTimeZone);
  const near = nearZones.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one))).flat();
  const named = new Set(near.map(({ identifier }) => identifier));
  const far = known.filter((identifier) => !named.has(identifier)).toSorted();
  return [
    ...near.filter(({ identifier }) => known.includes(identifier)),
    ...far.map((identifier) => ({ identifier, name: identifier.replaceAll('_', ' ') })),
  ];
}

export const offsetSecondsIn = (zone: string, moment: Moment): number =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000_000;

/** 'GMT+9:30' */
export function offsetText(seconds: number): string {
  const minutes = Math.floor(Math.abs(seconds) / 60);
  return `GMT${seconds < 0 ? '-' : '+'}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
