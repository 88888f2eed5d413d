import { heldChanges } from '@kerb/domain/people/held-changes.ts';
import type { User } from '@kerb/domain/people/people.contract.ts';
import { acts } from '@kerb/domain/second-person/acts.ts';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import type { UserValues } from '@kerb/web/features/people/user-form.ts';
import { Alert, Textarea } from '@mantine/core';

/** A user who does not exist yet: any role but admin is given at once. */
const nobody = { role: 'vendor', emailAddress: '', disabledDate: null } as const;

/** Whether saving these values asks a second admin for something. */
export function waitsForSecond(user: User | null, { role, emailAddress }: UserValues): boolean {
  const { makesAdmin, newEmailAddress } = heldChanges(user ?? nobody, { role, emailAddress });
  return makesAdmin || newEmailAddress !== null;
}

/** The reason for a change that another admin has to confirm; nothing for other changes. */
export function ReasonField({ form, user }: { form: ContractFormState<UserValues>; user: User | null }) {
  if (!waitsForSecond(user, form.form.values)) return null;
  return (
    <>
      <Alert color="attention" role="status">
        Another admin has to confirm this. Until then the role and the email address stay as they are.
      </Alert>
      <Textarea label={acts['make-admin'].reason.label} withAsterisk rows={2} {...form.field('reason')} />
    </>
  );
}

/** What was asked for and waits, at the top of the user's editor. */
export function PendingActsOf({ user }: { user: User }) {
  if (user.pendingActs.length === 0) return null;
  return (
    <Alert color="attention" title="Waiting for a second person" mb="md">
      {user.pendingActs.map(({ id, kind, askedByName }) => (
        <div key={id}>
          {askedByName} has asked {acts[kind].asked(user.displayName)}.
        </div>
      ))}
    </Alert>
  );
}
