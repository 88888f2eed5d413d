import type { Standing } from '@kerb/domain/access/actor.ts';

export const sharedContactFields = ['emailAddress', 'mobilePhone'] as const;
/** Other people with a payer's e-mail address or mobile. */
export const contactHolders = ['team', 'creator', 'admin', 'payer'] as const;

export type SharedContact = {
  field: (typeof sharedContactFields)[number];
  name: string;
  holder: (typeof contactHolders)[number];
};

/** Only an admin, who approves, is warned: an organisation must not learn of payers of another one. */
export const seesSharedContacts = (standing: Standing): boolean => standing === 'admin';

const fieldWords = { emailAddress: 'email address', mobilePhone: 'mobile' } as const;
// biome-ignore format: a table
const holderWords = {
  team:    'team member',
  creator: 'created this campaign',
  admin:   'admin',
  payer:   'another payer',
} as const;

/** 'The mobile of Ann Moss is also that of Kim Lee (team member)'. */
export const sharedContactWords = (payer: string, { field, name, holder }: SharedContact): string =>
  `The ${fieldWords[field]} of ${payer} is also that of ${name} (${holderWords[holder]}).`;

export const sharedContactsHint =
  'A person who reads these codes can sign for the payer. Please make sure that the payer knows of this application.';
