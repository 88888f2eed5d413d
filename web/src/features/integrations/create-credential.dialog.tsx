import { integrationEndpoints, newIntegrationCredential } from '@kerb/domain/integrations/integrations.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { ShownOnce } from '@kerb/web/design/shown-once.tsx';
import { credentialsOf } from '@kerb/web/features/integrations/integrations.queries.ts';
import { teamQueries } from '@kerb/web/features/team/team.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { today } from '@kerb/web/platform/clock.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, NativeSelect, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

type Made = { clientId: string; clientSecret: string };

export function CreateCredentialDialog({ tenantId, onClose }: DialogProps & { tenantId: number }) {
  useReturnedFocus();
  const client = useQueryClient();
  const { data: members = [] } = useQuery(teamQueries.members(tenantId));
  const [made, setMade] = useState<Made | null>(null);
  const form = useContractForm({
    body: newIntegrationCredential,
    initialValues: { user: '', expiryDate: '' },
    toBody: ({ user, expiryDate }) => ({ user: user === '' ? null : Number(user), expiryDate: expiryDate || null }),
    submit: async (body) => {
      const answer = await withProgress('Saving...', () =>
        call(integrationEndpoints.create, { params: { tenantId }, body }),
      );
      setMade(answer);
      await client.invalidateQueries({ queryKey: credentialsOf(tenantId).queryKey });
    },
  });
  const close = made ? onClose : form.guardClose(onClose);
  const people = members.map(({ userId, displayName }) => ({ value: String(userId), label: displayName }));
  return (
    <Modal opened onClose={close} title="Create integration credential">
      {made ? (
        <ShownOnce
          values={[
            ['Client ID', made.clientId],
            ['Client secret', made.clientSecret],
          ]}
          onClose={onClose}
        >
          <Text size="sm">
            Ask for a token at <code>/oauth/token</code> with <code>grant_type=client_credentials</code>.
          </Text>
        </ShownOnce>
      ) : (
        <ContractForm form={form} label="Create integration credential">
          <NativeSelect
            label="Associated user"
            description="The other system may do what this person may."
            data={[{ value: '', label: 'Choose a member' }, ...people]}
            required
            {...form.field('user')}
          />
          <DateField
            label="Expiry date"
            description="Leave empty for none."
            min={today()}
            {...form.field('expiryDate')}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <SubmitButton>Create</SubmitButton>
          </Group>
        </ContractForm>
      )}
    </Modal>
  );
}
