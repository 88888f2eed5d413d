import { flagFrom, type ImportField, type RowTexts, unlessEmpty } from '@kerb/domain/imports/import-fields.ts';
import { memberLabels, personLabels } from '@kerb/domain/vocabulary/person-labels.ts';

/** The columns of a file of team members. */
// biome-ignore format: a table
export const teamImportFields = {
  firstName:    { label: personLabels.firstName,    isRequired: true,  headers: ['firstname', 'givenname', 'givennames', 'forename', 'first'] },
  surname:      { label: personLabels.surname,      isRequired: true,  headers: ['surname', 'lastname', 'familyname', 'last'] },
  emailAddress: { label: personLabels.emailAddress, isRequired: true,  headers: ['email', 'emailaddress', 'workemail', 'mail'] },
  mobilePhone:  { label: personLabels.mobilePhone,  isRequired: false, headers: ['mobile', 'mobilephone', 'mobilenumber', 'cell', 'phone', 'phonenumber'] },
  jobTitle:     { label: personLabels.jobTitle,     isRequired: false, headers: ['jobtitle', 'position', 'title', 'job'] },
  tenantUserType:              { label: memberLabels.tenantUserType,              isRequired: false, headers: ['access', 'usertype', 'tenantusertype', 'role'] },
  receivesAllAgentNotices:     { label: memberLabels.receivesAllAgentNotices,     isRequired: false, headers: ['receivesallagentnotices', 'allagentnotices'] },
  receivesBillingEmailNotices: { label: memberLabels.receivesBillingEmailNotices, isRequired: false, headers: ['receivesbillingemailnotices', 'billingemailnotices', 'billingnotices'] },
} as const satisfies Record<string, ImportField>;

/** What a row asks for, in the form of the contract for an invitation. The contract decides whether it is valid. */
export const inviteeFrom = (texts: RowTexts) => ({
  firstName: texts.firstName ?? '',
  surname: texts.surname ?? '',
  emailAddress: texts.emailAddress ?? '',
  mobilePhone: unlessEmpty(texts.mobilePhone),
  jobTitle: unlessEmpty(texts.jobTitle),
  tenantUserType: unlessEmpty(texts.tenantUserType?.toLowerCase()),
  receivesAllAgentNotices: flagFrom(texts.receivesAllAgentNotices),
  receivesBillingEmailNotices: flagFrom(texts.receivesBillingEmailNotices),
});

/** The rows of the sample file. */
export const teamSample: readonly RowTexts[] = [
  {
    ...{ firstName: 'Ava', surname: 'Nguyen', emailAddress: 'ava.nguyen@example.com', jobTitle: 'Sales agent' },
    ...{ tenantUserType: 'employee', receivesAllAgentNotices: 'no', receivesBillingEmailNotices: 'no' },
  },
  {
    ...{
      firstName: 'Noah',
      surname: 'Williams',
      emailAddress: 'noah.williams@example.com',
      jobTitle: 'Office manager',
    },
    ...{ tenantUserType: 'manager', receivesAllAgentNotices: 'yes', receivesBillingEmailNotices: 'yes' },
  },
];
