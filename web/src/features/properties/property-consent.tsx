import type { Standing } from '@kerb/domain/access/actor.ts';
import { permissions } from '@kerb/domain/access/permissions.ts';
import { type Agreement, agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { isConsentOpen } from '@kerb/domain/agreements/consent.ts';
import { mayChangeAddress } from '@kerb/domain/properties/property-rules.ts';
import { payerWord } from '@kerb/domain/vocabulary/value-lists.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { refreshLists } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { oneCampaign } from '@kerb/web/features/campaigns/one-campaign.queries.ts';
import { callVersioned } from '@kerb/web/platform/api-client.ts';
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';

function useConsent(id: number) {
  const client = useQueryClient();
  return async (vendorAgentDataConsent: boolean): Promise<void> => {
    try {
      const saved = await withProgress(savingText, () =>
        callVersioned(agreementEndpoints.consent, { params: { id }, body: { vendorAgentDataConsent } }),
      );
      client.setQueryData(oneCampaign(id).queryKey, saved);
      toast.success('Saved');
      void refreshLists(client);
    } catch (error) {
      toast.error(error);
    }
  };
}

/**
 * The payer's consent, for the team, while it decides what they may do. An admin can record a consent given elsewhere.
 */
export function ConsentNote({ agreement, standing }: { agreement: Agreement; standing: Standing }) {
  const say = useConsent(agreement.id);
  const { vendorAgentDataConsent: isGiven = false, status, tenantName } = agreement;
  const payer = payerWord(agreement.campaignBudgetFundsPurpose).toLowerCase();
  if (!isConsentOpen(status)) return null;
  if (permissions['agreement.consent'][standing] !== 'none') {
    return (
      <Group gap="sm">
        <Note text={`The ${payer} has ${isGiven ? '' : 'not '}allowed ${tenantName} to edit these details.`} />
        <Button size="xs" variant="default" onClick={() => void say(!isGiven)}>
          {isGiven ? 'Take consent back' : 'Record consent'}
        </Button>
      </Group>
    );
  }
  if (isGiven) return <Note text={`The ${payer} has allowed you to edit these details.`} />;
  if (mayChangeAddress(standing, agreement)) return null;
  return (
    <Note
      text={`The address is kept by our team. The ${payer} can agree, on their page, that you add and correct it.`}
    />
  );
}

const Note = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
);
