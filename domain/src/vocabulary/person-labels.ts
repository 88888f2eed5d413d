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
