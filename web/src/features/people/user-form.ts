import type { Role } from '@kerb/domain/access/actor.ts';
import type { User } from '@kerb/domain/people/people.contract.ts';
import { roleLabels } from '@kerb/domain/people/role-labels.ts';
import type { ChosenPhoto } from '@kerb/web/features/people/photo-field.tsx';

export const roleChoices = (['vendor', 'tenant_user', 'admin'] as const).map((value) => ({
  value,
  label: roleLabels[value],
}));

/** The typed values of a user. */
export type UserValues = {
  firstName: string;
  surname: string;
  emailAddress: string;
  mobilePhone: string;
  jobTitle: string;
  role: Role;
  primaryMobileIsConfirmed: boolean;
  profilePicture: ChosenPhoto;
  /** Why, if a second admin has to confirm the change. */
  reason: string;
};

export const emptyUser: UserValues = {
  firstName: '',
  surname: '',
  emailAddress: '',
  mobilePhone: '',
  jobTitle: '',
  role: 'tenant_user',
  primaryMobileIsConfirmed: false,
  profilePicture: undefined,
  reason: '',
};

export const valuesOf = (user: User): UserValues => ({
  firstName: user.firstName,
  surname: user.surname,
  emailAddress: user.emailAddress,
  mobilePhone: user.mobilePhone ?? '',
  jobTitle: user.jobTitle ?? '',
  role: user.role,
  primaryMobileIsConfirmed: user.primaryMobileIsConfirmed,
  profilePicture: undefined,
  reason: '',
});

/** Adds a missing plus to a number: admins enter numbers of any country. */
export function withPlus(typed: string): string {
  const trimmed = typed.trim();
  return trimmed === '' || trimmed.startsWith('+') ? trimmed : `+${trimmed}`;
}

/** The body of a new user. An empty mobile is omitted. */
export const newUserOf = ({ firstName, surname, emailAddress, mobilePhone, jobTitle, role, reason }: UserValues) => ({
  firstName,
  surname,
  emailAddress,
  role,
  ...(mobilePhone.trim() && { mobilePhone }),
  ...(jobTitle.trim() && { jobTitle }),
  ...(reason.trim() && { reason }),
});

/** Only the changed fields, so that two admins who edit at once do not undo each other's changes. */
export function changesOf(before: UserValues, now: UserValues): Partial<UserValues> {
  const names = Object.keys(now) as (keyof UserValues)[];
  return Object.fromEntries(names.filter((name) => now[name] !== before[name]).map((name) => [name, now[name]]));
}
