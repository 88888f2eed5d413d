import type { Role } from '@kerb/domain/access/actor.ts';
import type { User } from '@kerb/domain/people/people.contract.ts';
import type { ChosenPhoto } from '@kerb/web/features/people/photo-field.tsx';

export const roleLabels: Record<Role, string> = {
  admin: 'Administrator',
  tenant_user: 'Tenant User',
  vendor: 'Vendor',
};
export const roleChoices = (['vendor', 'tenant_user', 'admin'] as const).map((value) => ({
  value,
  label: roleLabels[value],
}));

/** A user, as typed. */
export type UserValues = {
  firstName: string;
  surname: string;
  emailAddress: string;
  mobilePhone: string;
  jobTitle: string;
  role: Role;
  primaryMobileIsConfirmed: boolean;
  profilePicture: ChosenPhoto;
};

export const nobodyYet: UserValues = {
  firstName: '',
  surname: '',
  emailAddress: '',
  mobilePhone: '',
  jobTitle: '',
  role: 'tenant_user',
  primaryMobileIsConfirmed: false,
  profilePicture: undefined,
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
});

/** A staff member types numbers of any country: what they leave without its plus is given one. */
export function withPlus(typed: string): string {
  const trimmed = typed.trim();
  return trimmed === '' || trimmed.startsWith('+') ? trimmed : `+${trimmed}`;
}

/** A new user as it is sent: an empty mobile is left out. */
export const newUserOf = ({ firstName, surname, emailAddress, mobilePhone, jobTitle, role }: UserValues) => ({
  firstName,
  surname,
  emailAddress,
  role,
  ...(mobilePhone.trim() && { mobilePhone }),
  ...(jobTitle.trim() && { jobTitle }),
});

/** Only what was changed, so that of two admins who edit at once neither undoes the other's field. */
export function changesOf(before: UserValues, now: UserValues): Partial<UserValues> {
  const names = Object.keys(now) as (keyof UserValues)[];
  return Object.fromEntries(names.filter((name) => now[name] !== before[name]).map((name) => [name, now[name]]));
}
