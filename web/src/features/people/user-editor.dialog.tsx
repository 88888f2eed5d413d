import { newUser, savedUser, type User } from '@kerb/domain/people/people.contract.ts';
import { unlessUnsaved } from '@kerb/web/design/confirm.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { askedText } from '@kerb/web/features/people/ask-second.dialog.tsx';
import { PendingAddress } from '@kerb/web/features/people/pending-address.tsx';
import { useUserChanges } from '@kerb/web/features/people/people.queries.ts';
import { PhotoField } from '@kerb/web/features/people/photo-field.tsx';
import { UserFields } from '@kerb/web/features/people/user-fields.tsx';
import { changesOf, emptyUser, newUserOf, valuesOf } from '@kerb/web/features/people/user-form.ts';
import { UserLogon } from '@kerb/web/features/people/user-logon.tsx';
import { UserOrganisations } from '@kerb/web/features/people/user-organisations.tsx';
import { PendingActsOf, ReasonField } from '@kerb/web/features/people/user-reason.tsx';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useIsPhone } from '@kerb/web/platform/media.ts';
import { useSession } from '@kerb/web/platform/session.tsx';
import { Button, Group, Modal, Switch } from '@mantine/core';
import { useState } from 'react';

type Buttons = { onCancel: () => void; label: string };

const FormButtons = ({ onCancel, label }: Buttons) => (
  <Group justify="flex-end" gap="sm">
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
    <SubmitButton>{label}</SubmitButton>
  </Group>
);

/** Creates a user, then opens the editor: an organisation can only be linked to an existing user. */
function AddUser({ onMade, onClose }: { onMade: (user: User) => void; onClose: () => void }) {
  const { create } = useUserChanges();
  const form = useContractForm({
    body: newUser,
    initialValues: emptyUser,
    toBody: newUserOf,
    submit: async (body) => {
      const made = await withProgress('Saving...', () => create(body));
      toast.success(made.pendingActs.length > 0 ? askedText : `${made.displayName} Created`);
      onMade(made);
    },
  });
  return (
    <ContractForm form={form} label="Add User">
      <UserFields form={form} />
      <ReasonField form={form} user={null} />
      <FormButtons onCancel={onClose} label="Add User" />
    </ContractForm>
  );
}

function EditUser({ user, onSaved, onClose }: { user: User; onSaved: (user: User) => void; onClose: () => void }) {
  const { save } = useUserChanges();
  const isSelf = useSession().userId === user.id;
  const before = valuesOf(user);
  const form = useContractForm({
    body: savedUser,
    initialValues: before,
    toBody: (values) => changesOf(before, values),
    submit: async (body) => {
      const saved = await withProgress('Saving...', () => save(user.id, body));
      form.form.setInitialValues(valuesOf(saved));
      form.form.setValues(valuesOf(saved));
      onSaved(saved);
      toast.success(saved.pendingActs.length > user.pendingActs.length ? askedText : 'Saved');
    },
  });
  const { firstName, surname, profilePicture, mobilePhone } = form.form.values;
  return (
    <ContractForm form={form} label="Edit User">
      <UserFields form={form} isRoleFixed={isSelf} />
      <ReasonField form={form} user={user} />
      <Switch
        label="Mobile confirmed"
        disabled={mobilePhone.trim() === ''}
        {...form.form.getInputProps('primaryMobileIsConfirmed', { type: 'checkbox' })}
      />
      <PhotoField
        name={`${firstName} ${surname}`}
        href={user.profilePictureHref}
        value={profilePicture}
        onChange={(photo) => form.form.setFieldValue('profilePicture', photo as never)}
        error={form.field('profilePicture').error}
      />
      <FormButtons onCancel={onClose} label="Save" />
    </ContractForm>
  );
}

/** Null means a new user. */
export function UserEditorDialog({ user: opened, onClose }: DialogProps & { user: User | null }) {
  useReturnedFocus();
  const isPhone = useIsPhone();
  const [user, setUser] = useState(opened);
  const close = unlessUnsaved(onClose);
  const title = user ? `Edit User: ${user.displayName}` : 'Add User';
  return (
    <Modal opened onClose={close} title={title} size="lg" fullScreen={isPhone}>
      {user ? (
        <>
          <PendingActsOf user={user} />
          <PendingAddress user={user} onSaved={setUser} />
          <EditUser user={user} onSaved={setUser} onClose={close} />
          <UserOrganisations user={user} />
          <UserLogon user={user} onSaved={setUser} />
        </>
      ) : (
        <AddUser onMade={setUser} onClose={close} />
      )}
    </Modal>
  );
}
