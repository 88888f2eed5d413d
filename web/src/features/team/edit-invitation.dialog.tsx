import { tenantUserTypeOf } from '@kerb/domain/access/actor.ts';
import { type Invitation, savedInvitation } from '@kerb/domain/team/invitations.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { AccessFields, PersonFields } from '@kerb/web/features/team/person-fields.tsx';
import { changesOf, type PersonValues, valuesOf } from '@kerb/web/features/team/person-form.ts';
import { useTeamChanges } from '@kerb/web/features/team/team.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal } from '@mantine/core';

function bodyOf(before: PersonValues, now: PersonValues) {
  const { isManager, emailAddress: _, ...changes } = changesOf(before, now);
  return {
    ...changes,
    ...(isManager !== undefined && { tenantUserType: tenantUserTypeOf(isManager) }),
  };
}

export function EditInvitationDialog({ invitation, onClose }: DialogProps & { invitation: Invitation }) {
  useReturnedFocus();
  const { saveInvitation } = useTeamChanges(invitation.tenant);
  const before = valuesOf(invitation);
  const form = useContractForm({
    body: savedInvitation,
    initialValues: before,
    toBody: (values) => bodyOf(before, values),
    submit: async (body) => {
      await withProgress('Saving...', () => saveInvitation(invitation.id, body));
      toast.success('Saved');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title="Edit Invitation" size="lg">
      <ContractForm form={form} label="Edit Invitation">
        <PersonFields form={form} person={form.form.values} pictureHref={invitation.profilePictureHref} isEmailFixed />
        <AccessFields form={form} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>Save</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
