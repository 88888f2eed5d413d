import {
  integrationEndpoints,
  newServiceCredential,
  type ServiceIdentity,
} from '@kerb/domain/integrations/integrations.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { CredentialFields, credentialBody, noCredential } from '@kerb/web/features/integrations/credential-fields.tsx';
import { programsOf } from '@kerb/web/features/integrations/integrations.queries.ts';
import { type Made, MadeOnce } from '@kerb/web/features/integrations/made-once.tsx';
import { call } from '@kerb/web/platform/api-client.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Checkbox, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** Nothing if the program has no webhook that is on. */
function PauseWebhooks({ program, field }: { program: ServiceIdentity; field: object }) {
  if (program.webhooks.length === 0) return null;
  const addresses = program.webhooks.map(({ url }) => url).join(', ');
  return (
    <Checkbox
      label="Pause its webhooks"
      description={
        `If somebody else had the old secret, they may have chosen an address: ${addresses}. ` +
        'A manager switches a webhook on again.'
      }
      {...field}
    />
  );
}

/** Adds a secret or a key, and says what happens to the old ones. */
export function AddCredentialDialog({ program, onClose }: DialogProps & { program: ServiceIdentity }) {
  useReturnedFocus();
  const client = useQueryClient();
  const [made, setMade] = useState<Made | null>(null);
  const title = `New secret or key: ${program.name}`;
  const form = useContractForm({
    body: newServiceCredential,
    initialValues: {
      ...noCredential,
      kind: program.credentials[0]?.kind ?? noCredential.kind,
      endOthersInDays: '7',
      pauseWebhooks: false,
    },
    toBody: ({ endOthersInDays, pauseWebhooks, ...credential }) => ({
      ...credentialBody(credential),
      endOthersInDays: endOthersInDays === '' ? null : Number(endOthersInDays),
      ...(pauseWebhooks && { pauseWebhooks }),
    }),
    submit: async (body) => {
      const params = { identityId: program.id };
      setMade(await withProgress('Saving...', () => call(integrationEndpoints.addCredential, { params, body })));
      await client.invalidateQueries({ queryKey: programsOf(program.tenant).queryKey });
    },
  });
  const close = made ? onClose : form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title={title} size="lg">
      {made ? (
        <MadeOnce made={made} onClose={onClose} />
      ) : (
        <ContractForm form={form} label={title}>
          <Stack gap="md">
            <CredentialFields kind={form.form.values.kind} field={(name) => form.field(name)} />
            <NativeSelect
              label="The others"
              description="If somebody else may know the old secret, end it at once."
              data={[
                { value: '7', label: 'End after seven days' },
                { value: '1', label: 'End after one day' },
                { value: '0', label: 'End at once' },
                { value: '', label: 'Go on until they expire' },
              ]}
              {...form.field('endOthersInDays')}
            />
            <PauseWebhooks program={program} field={form.field('pauseWebhooks', { type: 'checkbox' })} />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <SubmitButton>Add</SubmitButton>
            </Group>
          </Stack>
        </ContractForm>
      )}
    </Modal>
  );
}
