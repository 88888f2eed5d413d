import { Banners } from '@kerb/web/design/banners.tsx';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { countryRules, settings } from '@kerb/web/platform/settings.ts';
import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { IconMail, IconPhone } from '@tabler/icons-react';

export function SupportDialog({ onClose }: DialogProps) {
  const { brand, supportPhone } = countryRules();
  const { supportEmail } = settings();
  return (
    <Modal opened onClose={onClose} title="Support">
      <Banners place="support" />
      <Stack gap="sm">
        <Text size="sm">{`The ${brand} team can help with a campaign, a payer or your account.`}</Text>
        <Anchor href={`tel:${supportPhone.replaceAll(' ', '')}`} fw={600} fz="lg">
          <IconPhone size={18} aria-hidden="true" /> {supportPhone}
        </Anchor>
        {supportEmail && (
          <Anchor href={`mailto:${supportEmail}?subject=${encodeURIComponent(`${brand} support`)}`}>
            <IconMail size={18} aria-hidden="true" /> {supportEmail}
          </Anchor>
        )}
      </Stack>
    </Modal>
  );
}
