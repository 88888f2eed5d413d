import { supportLinksFor } from '@kerb/domain/shell/support-links.ts';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import classes from '@kerb/web/features/support/support.module.css';
import { today } from '@kerb/web/platform/clock.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useSession } from '@kerb/web/platform/session.tsx';
import { countryRules, settings } from '@kerb/web/platform/settings.ts';
import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { IconMail, IconPhone } from '@tabler/icons-react';

function Reading({ onClose }: DialogProps) {
  const { role } = useSession();
  const { sandbox } = settings();
  return (
    <ul className={classes.links}>
      {supportLinksFor({ role, country: countryRules(), sandbox, today: today() }).map(
        ({ to, label, says, isPreview }) => (
          <li key={to}>
            <LinkText to={to} fw={600} onClick={onClose}>
              {label}
            </LinkText>
            <Text size="sm" c="dimmed">
              {isPreview ? `${says} Preview: outside its dates, only a sandbox shows it.` : says}
            </Text>
          </li>
        ),
      )}
    </ul>
  );
}

function Contact() {
  const { brand, supportPhone } = countryRules();
  const { supportEmail, companyName, companyAddress } = settings();
  return (
    <Stack gap="xs">
      <Text size="sm">{`The ${brand} team can help with a campaign, a payer or your account.`}</Text>
      <Anchor className={classes.way} href={`tel:${supportPhone.replaceAll(' ', '')}`}>
        <IconPhone size={18} aria-hidden="true" /> {supportPhone}
      </Anchor>
      {supportEmail && (
        <Anchor
          className={classes.way}
          href={`mailto:${supportEmail}?subject=${encodeURIComponent(`${brand} support`)}`}
        >
          <IconMail size={18} aria-hidden="true" /> {supportEmail}
        </Anchor>
      )}
      {companyName && (
        <Text size="sm" c="dimmed">
          {[companyName, companyAddress].filter(Boolean).join(', ')}
        </Text>
      )}
    </Stack>
  );
}

export function SupportDialog({ onClose }: DialogProps) {
  return (
    <Modal opened onClose={onClose} title="Support">
      <Stack gap="lg">
        <Reading onClose={onClose} />
        <Contact />
      </Stack>
    </Modal>
  );
}
