import { newPassword } from '@kerb/domain/account/account.contract.ts';
import { shortestPassword } from '@kerb/domain/session/password.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/account/account.module.css';
import { useAccountChanges } from '@kerb/web/features/account/account.queries.ts';
import { Anchor, Checkbox, Group, PasswordInput, Text } from '@mantine/core';

const nothingTyped = { currentPassword: '', newPassword: '', endOtherSignIns: true };

/** For somebody who logs in with passkeys only. */
export function NoPassword() {
  return (
    <Text size="sm">
      You have no password: you log in with your passkey. If you want one too,{' '}
      <Anchor href="/forgotten-password" underline="always">
        ask for a link
      </Anchor>{' '}
      to choose it.
    </Text>
  );
}

export function PasswordForm({ emailAddress }: { emailAddress: string }) {
  const { changePassword } = useAccountChanges();
  const form = useContractForm({
    body: newPassword,
    initialValues: nothingTyped,
    submit: async (body) => {
      await withProgress('Saving...', () => changePassword(body));
      form.form.setValues(nothingTyped);
      toast.success('Saved');
    },
  });
  return (
    <ContractForm form={form} label="Change password">
      <input type="text" hidden readOnly autoComplete="username" value={emailAddress} />
      <div className={classes.fields}>
        <PasswordInput
          label="Current password"
          required
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show current password' }}
          {...form.field('currentPassword')}
        />
        <PasswordInput
          label="New password"
          required
          autoComplete="new-password"
          description={`At least ${shortestPassword} characters. A few words in a row are easy to keep in mind.`}
          visibilityToggleButtonProps={{ 'aria-label': 'Show new password' }}
          {...form.field('newPassword')}
        />
      </div>
      <Checkbox
        label="Log me out everywhere else"
        {...form.form.getInputProps('endOtherSignIns', { type: 'checkbox' })}
      />
      <Group>
        <SubmitButton variant="default">Change Password</SubmitButton>
      </Group>
    </ContractForm>
  );
}
