import { personalFileParts } from '@kerb/domain/privacy/personal-file.ts';
import { privacyEndpoints } from '@kerb/domain/privacy/privacy.contract.ts';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/account/account.module.css';
import { useSession } from '@kerb/web/platform/session.tsx';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

const parts = Object.entries(personalFileParts);
/** What a payer without an account has in their file. */
const payerParts: readonly string[] = ['signIns', 'campaigns', 'documents', 'payments', 'messages', 'log'];

const nameOf = () => `${countryRules().brand}-my-data.json`;

function DownloadButton({ onDownload }: { onDownload: () => Promise<void> }) {
  const press = async () => {
    try {
      await onDownload();
      toast.success('Downloaded');
    } catch (problem) {
      toast.error(problem);
    }
  };
  return (
    <Button
      variant="default"
      className={classes.download}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={() => void press()}
    >
      Download my data
    </Button>
  );
}

function Contents({ shown }: { shown: readonly (readonly [string, string])[] }) {
  return (
    <details className={classes.contents}>
      <summary>What is in the file</summary>
      <ul>
        {shown.map(([part, words]) => (
          <li key={part}>{words}</li>
        ))}
      </ul>
    </details>
  );
}

/** The file with everything that is held about the owner of this account. */
export function YourData() {
  return (
    <Stack gap="sm">
      <Text size="sm">
        Download one file with everything that we hold about you. It is a text file (JSON) that other programs can read.
      </Text>
      <Contents shown={parts} />
      <DownloadButton onDownload={() => saveDownload(privacyEndpoints.ownData, {}, { nameOf })} />
    </Stack>
  );
}

/** For a payer who came by a Payment URL: the file about them in this campaign, after a code. */
export function PayerData() {
  const { signatoryId, onlyAgreementId } = useSession();
  if (signatoryId === undefined || onlyAgreementId === undefined) return null;
  return (
    <Stack gap="sm">
      <Text size="sm">
        Download one file with everything that we hold about you for this campaign. It is a text file (JSON) that other
        programs can read.
      </Text>
      <Text size="sm" c="dimmed">
        The file has details that a code protects. If you are asked for a code, open{' '}
        <Anchor component={Link} to={`/applications/${onlyAgreementId}`} inherit underline="always">
          your campaign
        </Anchor>
        , enter the code there, and come back.
      </Text>
      <Contents shown={parts.filter(([part]) => payerParts.includes(part))} />
      <DownloadButton
        onDownload={() => saveDownload(privacyEndpoints.payerData, { params: { id: signatoryId } }, { nameOf })}
      />
    </Stack>
  );
}
