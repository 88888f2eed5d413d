import { labelOfSetting } from '@kerb/domain/organisations/setting-fields.ts';
import { markOf, type SettingsPart } from '@kerb/web/features/organisation-settings/setting-input.tsx';
import { organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

type Zone = { name: string; offsetString: string };
/** A time zone with its current UTC offset. */
const zoneWords = ({ name, offsetString }: Zone) => `${name} (${offsetString})`;

export function ZoneName({ identifier }: { identifier: string }) {
  const { data = [] } = useQuery(organisationQueries.timeZones);
  const zone = data.find((known) => known.identifier === identifier);
  return zone ? zoneWords(zone) : identifier;
}

export function TimeZoneField({ form, settings }: SettingsPart) {
  const { data = [] } = useQuery(organisationQueries.timeZones);
  const { defaultTimeZone } = form.form.values;
  const zones = data.map((zone) => ({ value: zone.identifier, label: zoneWords(zone) }));
  const isListed = zones.some(({ value }) => value === defaultTimeZone);
  return (
    <NativeSelect
      label={labelOfSetting('defaultTimeZone', countryRules())}
      data={isListed ? zones : [{ value: defaultTimeZone, label: defaultTimeZone }, ...zones]}
      {...markOf(settings, 'defaultTimeZone')}
      {...form.field('defaultTimeZone')}
    />
  );
}
