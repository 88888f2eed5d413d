import type { ChosenPhoto } from '@kerb/web/features/people/photo-field.tsx';

/** A person of a team, as typed. */
export type PersonValues = {
  firstName: string;
  surname: string;
  emailAddress: string;
  mobilePhone: string;
  jobTitle: string;
  isManager: boolean;
  receivesAllAgentNotices: boolean;
  receivesBillingEmailNotices: boolean;
  profilePicture: ChosenPhoto;
};

export const nobodyYet: PersonValues = {
  firstName: '',
  surname: '',
  emailAddress: '',
  mobilePhone: '',
  jobTitle: '',
  isManager: false,
  receivesAllAgentNotices: false,
  receivesBillingEmailNotices: false,
  profilePicture: undefined,
};

type Known = Omit<PersonValues, 'mobilePhone' | 'jobTitle' | 'isManager' | 'profilePicture'> & {
  mobilePhone: string | null;
  jobTitle: string | null;
  tenantUserType: 'manager' | 'employee';
};

export const valuesOf = (person: Known): PersonValues => ({
  firstName: person.firstName,
  surname: person.surname,
  emailAddress: person.emailAddress,
  mobilePhone: person.mobilePhone ?? '',
  jobTitle: person.jobTitle ?? '',
  isManager: person.tenantUserType === 'manager',
  receivesAllAgentNotices: person.receivesAllAgentNotices,
  receivesBillingEmailNotices: person.receivesBillingEmailNotices,
  profilePicture: undefined,
});

/** Someone to invite, as it is sent: an empty mobile is left out. */
export const inviteeOf = ({ isManager, mobilePhone, jobTitle, profilePicture, ...person }: PersonValues) => ({
  ...person,
  tenantUserType: isManager ? ('manager' as const) : ('employee' as const),
  ...(mobilePhone.trim() && { mobilePhone }),
  ...(jobTitle.trim() && { jobTitle }),
  ...(profilePicture && { profilePicture }),
});

/** Only what was changed, so that of two people who edit at once neither undoes the other's field. */
export function changesOf(before: PersonValues, now: PersonValues): Partial<PersonValues> {
  const names = Object.keys(now) as (keyof PersonValues)[];
  return Object.fromEntries(names.filter((name) => now[name] !== before[name]).map((name) => [name, now[name]]));
}
