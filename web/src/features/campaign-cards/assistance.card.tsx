import { Surface } from '@kerb/web/design/surface.tsx';
import { countryRules, settings } from '@kerb/web/platform/settings.ts';
import { Anchor, Stack, Text } from '@mantine/core';

/** Support contacts, in the same place on every campaign. */
export function AssistanceCard() {
  const { brand, supportPhone } = countryRules();
  const { supportEmail } = settings();
  return (
    <Surface title="Assistance">
      <Stack gap={4}>
        <Text size="sm">{`The ${brand} team is glad to help.`}</Text>
        <Anchor size="sm" href={`tel:${supportPhone.replaceAll(' ', '')}`}>
          {supportPhone}
        </Anchor>
        {supportEmail && (
          <Anchor size="sm" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </Anchor>
        )}
      </Stack>
    </Surface>
  );
}
