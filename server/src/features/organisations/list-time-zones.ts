import type { timeZoneEndpoints } from '@kerb/domain/organisations/time-zones.contract.ts';
import { offsetSecondsIn, offsetText, timeZonesInOrder } from '@kerb/domain/organisations/time-zones.ts';
import type { InputOf } from '@kerb/domain/wire/endpoint.ts';
import { pageOf } from '@kerb/server/platform/database/lists.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

const mostPerPage = 500;

/** The time zones that this server knows. An organisation's zone must be one of them. */
export function listTimeZones(
  { clock, country }: Pick<Deps, 'clock' | 'country'>,
  query: InputOf<typeof timeZoneEndpoints.list>['query'],
) {
  const zones = timeZonesInOrder(Intl.supportedValuesOf('timeZone'), country.defaultTimeZone);
  const { limit, offset: first } = pageOf(query, mostPerPage);
  const now = clock.now();
  const timeZones = zones.slice(first, first + limit).map((zone) => {
    const offset = offsetSecondsIn(zone.identifier, now);
    return { ...zone, offset, offsetString: offsetText(offset) };
  });
  return { timeZones, totalItems: zones.length };
}
