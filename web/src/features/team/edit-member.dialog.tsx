import { type Member, savedMember } from '@kerb/domain/team/team.contract.ts';
import { worksElsewhereText } from '@kerb/domain/team/team-rules.ts';
import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { MobileInput } from '@kerb/web/design/mobile-input.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { PhotoField } from '@kerb/web/features/people/photo-field.tsx';
import { AccessFields } from '@kerb/web/features/team/person-fields.tsx';
import { changesOf, type PersonValues, valuesOf } from '@kerb/web/features/team/person-form.ts';
import classes from '@kerb/web/features/team/team.module.css';
import { useTeamChanges } from '@kerb/web/features/team/team.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Text, TextInput } from '@mantine/core';

/** Access is changed by its own buttons, which ask first. */
function bodyOf(before: PersonValues, now: PersonValues) {
  const { isManager: _, emailAddress: __, ...changes } = changesOf(before, now);
  return changes;
}

function useMemberForm(member: Member, onClose: () => void) {
  const { saveMember } = useTeamChanges(member.tenant);
  const before = valuesOf(member);
  return useContractForm({
    body: savedMember,
    initialValues: before,
    toBody: (values) => bodyOf(before, values),
    submit: async (body) => {
      await withProgress('Saving...', () => saveMember(member.userId, body));
      toast.success('Saved');
      onClose();
    },
  });
}

type MemberForm = ReturnType<typeof useMemberForm>;

function Details({ form, member }: { form: MemberForm; member: Member }) {
  const { firstName, surname, profilePicture } = form.form.values;
  const others = { autoComplete: 'off' };
  return (
    <div className={classes.fields}>
      <TextInput label={personLabels.firstName} required data-autofocus {...others} {...form.field('firstName')} />
      <TextInput label={personLabels.surname} required {...others} {...form.field('surname')} />
      <TextInput
        label={personLabels.emailAddress}
        value={member.emailAddress}
        readOnly
        description="They log in with it."
      />
      <MobileInput form={form} path="mobilePhone" />
      <TextInput label={personLabels.jobTitle} {...others} {...form.field('jobTitle')} />
      <PhotoField
        name={`${firstName} ${surname}`}
        href={member.profilePictureHref}
        value={profilePicture}
        onChange={(photo) => form.form.setFieldValue('profilePicture', photo as never)}
        error={form.field('profilePicture').error}
      />
    </div>
  );
}

export function EditMemberDialog({ member, onClose }: DialogProps & { member: Member }) {
  useReturnedFocus();
  const form = useMemberForm(member, onClose);
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title="Edit Team Member" size="lg">
      <ContractForm form={form} label="Edit Team Member">
        {member.detailsEditable ? (
          <Details form={form} member={member} />
        ) : (
          <>
            <Facts
              rows={[
                ['Name', member.displayName],
                [personLabels.emailAddress, member.emailAddress],
                [personLabels.mobilePhone, member.mobilePhone ?? '–'],
              ]}
            />
            <Text size="sm" c="dimmed">
              {worksElsewhereText}
            </Text>
          </>
        )}
        <AccessFields form={form} withManager={false} />
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
