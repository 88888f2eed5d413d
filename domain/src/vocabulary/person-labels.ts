/** The labels of the fields that every person has: users, team members, payers and contacts. */
// biome-ignore format: a table
export const personLabels = {
  firstName:    'First Name',
  middleNames:  'Middle Names',
  surname:      'Surname',
  emailAddress: 'Email',
  mobilePhone:  'Mobile',
  jobTitle:     'Job Title',
} as const;

/** The labels of what a person may do and receives in a team. */
// biome-ignore format: a table
export const memberLabels = {
  tenantUserType:              'Access',
  receivesAllAgentNotices:     'Receives all agent notices',
  receivesBillingEmailNotices: 'Receives billing email notices',
} as const;
