import { mostAtOnce, newInvitations } from '@kerb/domain/team/invitations.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { type ContractFormState, useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { RepeatedFields } from '@kerb/web/design/repeated-fields.tsx';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { AccessFields, PersonFields } from '@kerb/web/features/team/person-fields.tsx';
import { emptyPerson, inviteeOf, type PersonValues } from '@kerb/web/features/team/person-form.ts';
import { useTeamChanges } from '@kerb/web/features/team/team.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useIsPhone } from '@kerb/web/platform/media.ts';
import { Button, Group, Modal } from '@mantine/core';

type Values = { invitations: PersonValues[] };

function People({ form }: { form: ContractFormState<Values> }) {
  const people = form.form.values.invitations;
  return (
    <RepeatedFields
      word="Team member"
      count={people.length}
      most={mostAtOnce}
      onAdd={() => form.form.insertListItem('invitations', { ...emptyPerson })}
      onRemove={(place) => form.form.removeListItem('invitations', place)}
    >
      {(place) => (
        <>
          <PersonFields form={form} at={`invitations.${place}.`} person={people[place] ?? emptyPerson} />
          <AccessFields form={form} at={`invitations.${place}.`} />
        </>
      )}
    </RepeatedFields>
  );
}

export function InviteMembersDialog({ tenantId, onClose }: DialogProps & { tenantId: number }) {
  useReturnedFocus();
  const isPhone = useIsPhone();
  const { invite } = useTeamChanges(tenantId);
  const form = useContractForm({
    body: newInvitations,
    initialValues: { invitations: [{ ...emptyPerson }] } as Values,
    toBody: ({ invitations }) => ({ tenant: tenantId, invitations: invitations.map(inviteeOf) }),
    submit: async ({ invitations }) => {
      await withProgress('Sending invitation...', () => invite(invitations));
      toast.success('Invitation Sent');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title="Invite Team Members" size="lg" fullScreen={isPhone}>
      <ContractForm form={form} label="Invite Team Members">
        <People form={form} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>
            {form.form.values.invitations.length === 1 ? 'Send Invitation' : 'Send Invitations'}
          </SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
