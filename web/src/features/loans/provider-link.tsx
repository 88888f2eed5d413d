import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { settings } from '@kerb/web/platform/settings.ts';
import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';

/** A link to the campaign in the finance provider's portal; a sandbox uses the provider's test host. */
export function ProviderLink({ agreement: { financeProviderCampaignRef: ref } }: { agreement: Agreement }) {
  const { financeProviderUrl } = settings();
  if (!financeProviderUrl) return null;
  const address = ref ? `${financeProviderUrl}/campaigns/${encodeURIComponent(ref)}` : financeProviderUrl;
  return (
    <Anchor href={address} target="_blank" rel="noopener noreferrer" size="sm">
      Finance provider portal <IconExternalLink size={14} aria-hidden="true" />
    </Anchor>
  );
}
