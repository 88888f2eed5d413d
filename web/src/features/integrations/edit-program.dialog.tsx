import { type Scope, scopes } from '@kerb/domain/access/scopes.ts';
import { agentScopes } from '@kerb/domain/integrations/identity-rules.ts';
import {
  integrationEndpoints,
  type ServiceIdentity,
  savedServiceIdentity,
} from '@kerb/domain/integrations/integrations.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { programOf, programsOf } from '@kerb/web/features/integrations/integrations.queries.ts';
import { ScopesInput } from '@kerb/web/features/integrations/scopes-input.tsx';
import { callVersioned, type Versioned } from '@kerb/web/platform/api-client.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

const title = 'Edit program';
type Record = Versioned<ServiceIdentity>;

const hasSame = (one: readonly Scope[], other: readonly Scope[]) =>
  one.length === other.length && one.every((scope) => other.includes(scope));

function ProgramForm({ record, onClose }: DialogProps & { record: Record }) {
  const client = useQueryClient();
  const version = useRef(record.version);
  const { id: identityId, tenant, agentUser, name, scopes: held } = record.value;
  const form = useContractForm({
    body: savedServiceIdentity,
    initialValues: { name, scopes: [...held] },
    // New scopes ask for the password, a new name does not.
    toBody: (values) => ({ name: values.name, ...(!hasSame(values.scopes, held) && { scopes: values.scopes }) }),
    submit: async (body) => {
      const params = { identityId };
      await withProgress('Saving...', () =>
        callVersioned(integrationEndpoints.save, { params, body, ifMatch: version.current }),
      );
      await client.invalidateQueries({ queryKey: programsOf(tenant).queryKey });
      toast.success('Saved');
      onClose();
    },
    reload: async () => {
      const newest = await client.fetchQuery(programOf(identityId));
      version.current = newest.version;
      return { name: newest.value.name, scopes: [...newest.value.scopes] };
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title={title} size="lg">
      <ContractForm form={form} label={title}>
        <Stack gap="md">
          <TextInput label="Name" required {...form.field('name')} />
          <ScopesInput
            offered={agentUser === null ? scopes : agentScopes}
            {...form.field('scopes')}
            value={form.form.values.scopes}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <SubmitButton>Save</SubmitButton>
          </Group>
        </Stack>
      </ContractForm>
    </Modal>
  );
}

/** Fetches the program first, so that nobody overwrites values that they have not seen. */
export function EditProgramDialog({ identityId, onClose }: DialogProps & { identityId: number }) {
  useReturnedFocus();
  const { data, error, refetch } = useQuery(programOf(identityId));
  if (data) return <ProgramForm record={data} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LinesSkeleton lines={8} />}
    </Modal>
  );
}
