import { isManager, type TenantUserType, tenantUserTypeOf } from '@kerb/domain/access/actor.ts';
import type { ChosenPhoto } from '@kerb/web/features/people/photo-field.tsx';

/** The typed values of a team member. */
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

export const emptyPerson: PersonValues = {
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
  tenantUserType: TenantUserType;
};

export const valuesOf = (person: Known): PersonValues => ({
  firstName: person.firstName,
  surname: person.surname,
  emailAddress: person.emailAddress,
  mobilePhone: person.mobilePhone ?? '',
  jobTitle: person.jobTitle ?? '',
  isManager: isManager(person),
  receivesAllAgentNotices: person.receivesAllAgentNotices,
  receivesBillingEmailNotices: person.receivesBillingEmailNotices,
  profilePicture: undefined,
});

/** The body of an invitation. An empty mobile is omitted. */
export const inviteeOf = ({ isManager: isTicked, mobilePhone, jobTitle, profilePicture, ...person }: PersonValues) => ({
  ...person,
  tenantUserType: tenantUserTypeOf(isTicked),
  ...(mobilePhone.trim() && { mobilePhone }),
  ...(jobTitle.trim() && { jobTitle }),
  ...(profilePicture && { profilePicture }),
});

/** Only the changed fields, so that two users who edit at once do not undo each other's changes. */
export function changesOf(before: PersonValues, now: PersonValues): Partial<PersonValues> {
  const names = Object.keys(now) as (keyof PersonValues)[];
  return Object.fromEntries(names.filter((name) => now[name] !== before[name]).map((name) => [name, now[name]]));
}
