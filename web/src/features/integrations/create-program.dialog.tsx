import { standingMay } from '@kerb/domain/access/access-scope.ts';
import { type Scope, scopes } from '@kerb/domain/access/scopes.ts';
import { agentScopes } from '@kerb/domain/integrations/identity-rules.ts';
import { integrationEndpoints, newServiceIdentity } from '@kerb/domain/integrations/integrations.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { type ContractFormState, useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { CredentialFields, credentialBody, noCredential } from '@kerb/web/features/integrations/credential-fields.tsx';
import { programsOf } from '@kerb/web/features/integrations/integrations.queries.ts';
import { type Made, MadeOnce } from '@kerb/web/features/integrations/made-once.tsx';
import { ScopesInput } from '@kerb/web/features/integrations/scopes-input.tsx';
import { teamQueries } from '@kerb/web/features/team/team.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useSession } from '@kerb/web/platform/session.tsx';
import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

const title = 'Add a program';
const numberOrNull = (text: string) => (text === '' ? null : Number(text));

/** The members of the team as options; `owners` are those who may answer for a program. */
function usePeople(tenantId: number) {
  const { data: members = [] } = useQuery(teamQueries.members(tenantId));
  const option = ({ userId, displayName }: (typeof members)[number]) => ({ value: String(userId), label: displayName });
  const mayOwn = members.filter(({ tenantUserType }) => standingMay(tenantUserType, 'integration.change'));
  return { agents: members.map(option), owners: mayOwn.map(option) };
}

const emptyProgram = { name: '', scopes: ['campaigns:read'] as Scope[], owner: '', agentUser: '', ...noCredential };
type Values = typeof emptyProgram;

const bodyOf = ({ name, scopes: chosen, owner, agentUser, ...credential }: Values) => ({
  name,
  scopes: chosen,
  owner: numberOrNull(owner),
  agentUser: numberOrNull(agentUser),
  ...credentialBody(credential),
});

/** The person who adds a program answers for it, unless they are an admin. */
function useOwner(tenantId: number): string {
  const { userId, memberships } = useSession();
  const isManager = memberships.some(
    (each) => each.tenantId === tenantId && standingMay(each.tenantUserType, 'integration.change'),
  );
  return isManager ? String(userId) : '';
}

function ProgramFields({ form, tenantId }: { form: ContractFormState<Values>; tenantId: number }) {
  const { agents, owners } = usePeople(tenantId);
  const { values } = form.form;
  return (
    <>
      <TextInput
        label="Name"
        description="The system that uses it. The log shows this name."
        required
        {...form.field('name')}
      />
      <NativeSelect
        label="Which campaigns"
        data={[
          { value: '', label: 'All campaigns of the organisation' },
          ...agents.map(({ value, label }) => ({ value, label: `Only those of ${label}` })),
        ]}
        {...form.field('agentUser')}
      />
      <ScopesInput
        offered={values.agentUser === '' ? scopes : agentScopes}
        {...form.field('scopes')}
        value={values.scopes}
      />
      <NativeSelect
        label="Who answers for it"
        description="A manager. If they leave, the other managers are asked to take it over."
        data={[{ value: '', label: 'Choose a manager' }, ...owners]}
        required
        {...form.field('owner')}
      />
      <CredentialFields kind={values.kind} field={(name) => form.field(name)} />
    </>
  );
}

export function CreateProgramDialog({ tenantId, onClose }: DialogProps & { tenantId: number }) {
  useReturnedFocus();
  const client = useQueryClient();
  const owner = useOwner(tenantId);
  const [made, setMade] = useState<Made | null>(null);
  const form = useContractForm({
    body: newServiceIdentity,
    initialValues: { ...emptyProgram, owner },
    toBody: bodyOf,
    submit: async (body) => {
      const params = { tenantId };
      setMade(await withProgress('Saving...', () => call(integrationEndpoints.create, { params, body })));
      await client.invalidateQueries({ queryKey: programsOf(tenantId).queryKey });
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
            <ProgramFields form={form} tenantId={tenantId} />
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
