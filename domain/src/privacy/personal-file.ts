/** The parts of the file in which a person receives what is held about them, in words for them. */
// biome-ignore format: a table
export const personalFileParts = {
  profile:       'Your name, email address, mobile, job title and contact details.',
  organisations: 'The organisations that you work for, your role there, and which notices you get.',
  signIns:       'When, from where and with which browser you logged in. We keep this for 90 days.',
  savedViews:    'The lists that you saved under a name, also those that you shared with a team.',
  comments:      'What you wrote to others about campaigns, as a member of staff.',
  campaigns:     'The campaigns that you pay for: what you told us about yourself, what you agreed to and signed, your requests for more time, and the result of identity checks.',
  documents:     'The documents that you uploaded, or that belong to you. The file has their names; open them in the campaign.',
  payments:      'The payments that you made. We never store your card number.',
  messages:      'The emails and text messages that we sent you. Links and codes are left out.',
  log:           'What was done in our records about you.',
} as const;

export type PersonalFilePart = keyof typeof personalFileParts;
