import { actionSuggestedLabel } from '@kerb/domain/agreements/action-suggested.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { useMarkDone } from '@kerb/web/features/campaigns/mark-done.ts';
import { organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** Says that somebody should act, and who. It disappears when they mark it done. */
export function ActionSuggestedCard({ agreement }: { agreement: Agreement }) {
  const { data: organisation } = useQuery(organisationQueries.one(agreement.tenant));
  const markDone = useMarkDone();
  const [isBusy, setBusy] = useState(false);
  const done = async () => {
    setBusy(true);
    await markDone(agreement);
    setBusy(false);
  };
  return (
    <Surface title={organisation ? actionSuggestedLabel(organisation.type) : labelOfField('actionSuggested')}>
      <Stack gap="sm">
        <Text size="sm">A follow-up is suggested. Mark it done once somebody has acted.</Text>
        <Button fullWidth variant="default" loading={isBusy} onClick={() => void done()}>
          Mark done
        </Button>
      </Stack>
    </Surface>
  );
}
