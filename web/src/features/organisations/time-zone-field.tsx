import { organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { markOf, type SettingsPart } from '@kerb/web/features/organisations/setting-input.tsx';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

/** Each zone with how far it is from Greenwich now. */
export function TimeZoneField({ form, settings }: SettingsPart) {
  const { data = [] } = useQuery(organisationQueries.timeZones);
  const { defaultTimeZone } = form.form.values;
  const zones = data.map(({ identifier, name, offsetString }) => ({
    value: identifier,
    label: `${name} (${offsetString})`,
  }));
  const isListed = zones.some(({ value }) => value === defaultTimeZone);
  return (
    <NativeSelect
      label="Time zone"
      data={isListed ? zones : [{ value: defaultTimeZone, label: defaultTimeZone }, ...zones]}
      {...markOf(settings, 'defaultTimeZone')}
      {...form.field('defaultTimeZone')}
    />
  );
}
