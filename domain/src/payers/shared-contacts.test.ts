import { seesSharedContacts, sharedContactWords } from '@kerb/domain/payers/shared-contacts.ts';
import { describe, expect, it } from 'vitest';

describe('a contact that two people share', () => {
  // biome-ignore format: a table
  it.each([
    ['mobilePhone',  'team',    'The mobile of Ann Moss is also that of Kim Lee (team member).'],
    ['emailAddress', 'admin', 'The email address of Ann Moss is also that of Kim Lee (admin).'],
    ['emailAddress', 'creator', 'The email address of Ann Moss is also that of Kim Lee (created this campaign).'],
    ['mobilePhone',  'payer',   'The mobile of Ann Moss is also that of Kim Lee (another payer).'],
  ] as const)('is named: %s, %s', (field, holder, words) => {
    expect(sharedContactWords('Ann Moss', { field, holder, name: 'Kim Lee' })).toBe(words);
  });

  it('is shown to admins only', () => {
    expect((['admin', 'manager', 'employee', 'vendor'] as const).filter(seesSharedContacts)).toEqual(['admin']);
  });
});
