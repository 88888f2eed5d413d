import type { Role } from '@kerb/domain/access/actor.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';

type Account = { role: Role; emailAddress: string; disabledDate: Moment | null };
type Sent = { role?: Role | undefined; emailAddress?: string | undefined; disabled?: boolean | undefined };

const isActiveAdmin = (role: Role, isDisabled: boolean): boolean => role === 'admin' && !isDisabled;

/** Whether changes of this account's e-mail address and second factor wait for a second person. */
export const isAdminAccount = ({ role }: { role: Role }): boolean => role === 'admin';

/** The role of a user until a second person has confirmed that they become an admin. */
export const roleUntilConfirmed = (role: Role): Role => (role === 'admin' ? 'tenant_user' : role);

/** Whether somebody stops being an active admin. That happens at once, and all admins are told. */
export const losesAdmin = (before: Account, after: Account): boolean =>
  isActiveAdmin(before.role, before.disabledDate !== null) && !isActiveAdmin(after.role, after.disabledDate !== null);

/**
 * Splits what one admin sends into what is saved at once and what waits for a second person: becoming an active admin,
 * and an admin's new e-mail address. An admin who could do this alone could confirm their own batches from a second
 * mailbox.
 */
export function heldChanges<Body extends Sent>(account: Account, sent: Body) {
  const wasDisabled = account.disabledDate !== null;
  const makesAdmin =
    !isActiveAdmin(account.role, wasDisabled) && isActiveAdmin(sent.role ?? account.role, sent.disabled ?? wasDisabled);
  const { role, disabled, emailAddress, ...others } = sent;
  const isNewAddress = emailAddress !== undefined && emailAddress !== account.emailAddress;
  const holdsAddress = isNewAddress && isAdminAccount(account);
  const now = {
    ...others,
    ...(!makesAdmin && role !== undefined && { role }),
    ...(!makesAdmin && disabled !== undefined && { disabled }),
    ...(!holdsAddress && emailAddress !== undefined && { emailAddress }),
  };
  return { now, makesAdmin, newEmailAddress: holdsAddress ? emailAddress : null };
}
