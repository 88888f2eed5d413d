import type { Actor, Role, Standing } from '@kerb/domain/access/actor.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import {
  decideDetails,
  isBirthPossible,
  isLocked,
  lockedFields,
  maskedFieldsOf,
  maySeeDetail,
  missingDetails,
  type PayerDetails,
  type PayerStanding,
  payerFields,
  readOnlyFields,
  shownOfPayer,
} from '@kerb/domain/payers/payer-details.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { onceSigned } from '@kerb/domain/vocabulary/status-groups.ts';
import { describe, expect, it } from 'vitest';

const today = '2026-11-15';
const ann: PayerDetails & PayerStanding = {
  firstName: 'Ann',
  middleNames: null,
  surname: 'Sampleton',
  emailAddress: 'ann@example.com',
  mobilePhone: '+61412345678',
  dateOfBirth: null,
  residentialAddress: null,
  city: null,
  state: null,
  postalCode: null,
  employmentType: null,
  amlCheckCompleted: false,
  status: 'waiting-invite',
  signatureDate: null,
  emailAddressConfirmationDate: null,
  mobilePhoneConfirmationDate: null,
  everSubmittedDate: null,
  financeOptionCode: 'pl',
  hasAmlDelegation: true,
};
const by = (standing: Standing, country = countries.AU) => ({ standing, country, today });
const fieldsOf = (decision: ReturnType<typeof decideDetails>) =>
  decision.ok ? 'allowed' : Object.keys(decision.validation ?? {}).sort();

describe('a date of birth', () => {
  // biome-ignore format: a table
  it.each([
    ['2009-11-15', true,  'on the seventeenth birthday'],
    ['2009-11-16', false, 'a day short of seventeen'],
    ['1906-11-15', true,  'on the hundred and twentieth birthday'],
    ['1906-11-14', false, 'a day over a hundred and twenty'],
    ['2027-01-01', false, 'in the future'],
  ])('%s is possible: %s (%s)', (born, expected) => {
    expect(isBirthPossible(born, today)).toBe(expected);
  });

  it('of a leap day counts from the last day of February', () => {
    expect(isBirthPossible('2008-02-29', '2025-02-28')).toBe(false);
    expect(isBirthPossible('2008-02-29', '2025-03-01')).toBe(true);
  });
});

describe('the details of a payer', () => {
  // biome-ignore format: a table
  it.each<[string, Standing, Partial<PayerDetails & PayerStanding>, Partial<PayerDetails>, string | string[]]>([
    ['a payer gives their date of birth',               'vendor',  {}, { dateOfBirth: '1980-01-31' }, 'allowed'],
    ['a child cannot give theirs',                      'vendor',  {}, { dateOfBirth: '2015-01-31' }, ['dateOfBirth']],
    ['an organisation cannot give it for them',         'manager', {}, { dateOfBirth: '1980-01-31' }, ['dateOfBirth']],
    ['a payer cannot change their email address',       'vendor',  {}, { emailAddress: 'eve@example.com' }, ['emailAddress']],
    ['nor the mobile, before their email is confirmed', 'vendor',  {}, { mobilePhone: '+61499999999' }, ['mobilePhone']],
    ['after that they can change the mobile',           'vendor',  { emailAddressConfirmationDate: 'x' }, { mobilePhone: '+61499999999' }, 'allowed'],
    ['a confirmed mobile stays',                        'admin',   { mobilePhoneConfirmationDate: 'x' }, { mobilePhone: null }, ['mobilePhone']],
    ['a confirmed email address stays',                 'admin',   { emailAddressConfirmationDate: 'x' }, { emailAddress: 'eve@example.com' }, ['emailAddress']],
    ['so does that of a payer who has applied',         'admin',   { everSubmittedDate: 'x' }, { emailAddress: 'eve@example.com' }, ['emailAddress']],
    ['the team changes no contact of an approved loan',  'admin',   { status: 'approved' }, { emailAddress: 'eve@example.com', mobilePhone: '+61499999999', surname: 'Other' }, ['emailAddress', 'mobilePhone', 'surname']],
    ['nor does anybody change its person',              'vendor',  { status: 'approved', financeOptionCode: 'pos' }, { firstName: 'Jane', middleNames: 'May', surname: 'Owner', dateOfBirth: '1960-01-01' }, ['dateOfBirth', 'firstName', 'middleNames', 'surname']],
    ['the team neither',                                'employee', { status: 'approved' }, { firstName: 'Jane' }, ['firstName']],
    ['without a loan a name can be corrected',          'vendor',  { status: 'approved', financeOptionCode: 'pn' }, { surname: 'Other' }, 'allowed'],
    ['the payer can change the mobile of theirs',       'vendor',  { status: 'approved', emailAddressConfirmationDate: 'x' }, { mobilePhone: '+61499999999' }, 'allowed'],
    ['nor as the payer, by impersonation or their link', 'vendor',  { status: 'approved', emailAddressConfirmationDate: 'x', isByTeam: true }, { mobilePhone: '+61499999999' }, ['mobilePhone']],
    ['nothing is lent if it was paid upfront',          'admin',   { status: 'approved', financeOptionCode: 'pn' }, { mobilePhone: '+61499999999' }, 'allowed'],
    ['and may be sent back unchanged',                  'admin',   { emailAddressConfirmationDate: 'x' }, { emailAddress: 'ann@example.com' }, 'allowed'],
    ['a hidden detail stays until a code',              'vendor',  { maskedFields: ['dateOfBirth'] }, { dateOfBirth: '1960-01-01' }, ['dateOfBirth']],
    ['it cannot be guessed either',                     'vendor',  { maskedFields: ['dateOfBirth'], dateOfBirth: '1960-01-01' }, { dateOfBirth: '1960-01-01' }, ['dateOfBirth']],
    ['and may be sent back as it was read',             'vendor',  { maskedFields: ['dateOfBirth'], dateOfBirth: '1960-01-01' }, { dateOfBirth: null }, 'allowed'],
    ['one that is not stored yet can be entered',       'vendor',  { maskedFields: ['dateOfBirth'], isLocked: true }, { employmentType: 'retired' }, 'allowed'],
    ['without a code, the mobile stays too',            'vendor',  { emailAddressConfirmationDate: 'x', isLocked: true }, { mobilePhone: '+61499999999' }, ['mobilePhone']],
    ['a link renames no payer who has applied',         'vendor',  { everSubmittedDate: 'x', isLocked: true }, { firstName: 'Jane', middleNames: 'May', surname: 'Owner', dateOfBirth: '1960-01-01' }, ['dateOfBirth', 'firstName', 'middleNames', 'surname']],
    ['the name may be sent back unchanged',             'vendor',  { everSubmittedDate: 'x', isLocked: true }, { firstName: 'Ann', employmentType: 'retired' }, 'allowed'],
    ['after a code it does',                            'vendor',  { everSubmittedDate: 'x' }, { surname: 'Owner' }, 'allowed'],
    ['before the payer applies it does too',            'vendor',  { isLocked: true }, { surname: 'Owner', dateOfBirth: '1960-01-01' }, 'allowed'],
    ['a home address is complete',                      'vendor',  {}, { residentialAddress: '1 Elm St' }, ['city', 'postalCode', 'state']],
    ['it has a state from the list',                    'vendor',  {}, { residentialAddress: '1 Elm St', city: 'Yass', state: 'XX', postalCode: '2582' }, ['state']],
    ['and is then stored',                              'vendor',  {}, { residentialAddress: '1 Elm St', city: 'Yass', state: 'NSW', postalCode: '2582' }, 'allowed'],
    ['the organisation ticks the AML check',            'employee', {}, { amlCheckCompleted: true }, 'allowed'],
    ['but not if it does no AML checks',                'employee', { hasAmlDelegation: false }, { amlCheckCompleted: true }, ['amlCheckCompleted']],
    ['a payer cannot tick it',                          'vendor',  {}, { amlCheckCompleted: true }, ['amlCheckCompleted']],
    ['a payer who has signed cannot change details',    'admin',   { signatureDate: 'x' }, { surname: 'Other' }, ['surname']],
  ])('%s', (_sentence, standing, more, sent, expected) => {
    expect(fieldsOf(decideDetails({ ...ann, ...more }, sent, by(standing)))).toEqual(expected);
  });

  // biome-ignore format: a table
  it.each<[string, Partial<PayerDetails & PayerStanding>, string[]]>([
    ['nothing before the payer applies',       { isLocked: true }, []],
    ['the person once they have applied',      { isLocked: true, everSubmittedDate: 'x' }, ['firstName', 'middleNames', 'surname', 'dateOfBirth']],
    ['a hidden detail',                        { isLocked: true, maskedFields: ['city'] }, ['city']],
    ['the mobile, once the mailbox is proved', { isLocked: true, emailAddressConfirmationDate: 'x' }, ['mobilePhone']],
    ['nothing of the person who was approved', { isLocked: true, everSubmittedDate: 'x', status: 'approved' }, []],
    ['nothing after a code',                   { everSubmittedDate: 'x' }, []],
  ])('a code opens %s', (_sentence, more, expected) => {
    expect(lockedFields({ ...ann, ...more }, 'vendor')).toEqual(expected);
  });

  it('have no state in New Zealand', () => {
    const home = { residentialAddress: '1 Elm St', city: 'Napier', postalCode: '4110' };
    expect(fieldsOf(decideDetails(ann, home, by('vendor', countries.NZ as never)))).toBe('allowed');
    expect(fieldsOf(decideDetails(ann, { ...home, state: 'NSW' }, by('vendor', countries.NZ as never)))).toEqual([
      'state',
    ]);
  });

  it.each(agreementStatuses)('can be changed in %s exactly if nothing has been signed', (status) => {
    const isClosed = readOnlyFields({ ...ann, status }, 'admin').length === payerFields.length;
    expect(isClosed).toBe(onceSigned.includes(status));
  });

  it('that are private are shown only to the payer and to admins', () => {
    const hidden = payerFields.filter((field) => !maySeeDetail(field, 'manager'));
    expect(hidden).toEqual(['dateOfBirth', 'residentialAddress', 'city', 'state', 'postalCode', 'employmentType']);
  });

  it('are required only if money is lent', () => {
    expect(missingDetails(ann, 'pn')).toEqual([]);
    expect(missingDetails(ann, 'pl')).toEqual(['dateOfBirth', 'employmentType']);
    expect(missingDetails({ dateOfBirth: '1980-01-31', employmentType: 'full' }, 'pos')).toEqual([]);
  });
});

describe('the sealed details of a payer', () => {
  const signIn = { id: 1, provedDate: null, isUnlocked: false, isFromMailbox: false };
  const payer: Actor = { userId: 12, displayName: 'Kim Example', role: 'vendor', memberships: [] };
  const byLink = { ...payer, onlyAgreementId: 10231, signIn };
  const stored = { ...ann, dateOfBirth: '1960-01-01', employmentType: 'retired' as const };
  const shown = { ...byLink, signIn: { ...signIn, isUnlocked: true } };

  // biome-ignore format: a table
  it.each<[string, Actor, readonly string[]]>([
    ['a link without a code',                    byLink, ['dateOfBirth', 'employmentType']],
    ['an admin who views a campaign as a payer', { ...byLink, viewedBy: { userId: 2, displayName: 'Alex', changesAreOn: false } }, ['dateOfBirth', 'employmentType']],
    ['a link after a code',                      shown,  []],
    ['a password',                               { ...payer, emailAddress: ann.emailAddress.toUpperCase(), signIn }, []],
    ['a password of another address',            { ...payer, emailAddress: 'other@example.com', signIn }, ['dateOfBirth', 'employmentType']],
    ['a password of an unknown address',         { ...payer, signIn }, ['dateOfBirth', 'employmentType']],
    ['an admin',                                 { ...payer, role: 'admin', signIn }, []],
  ])('that %s does not show', (_who, actor, hidden) => {
    expect(maskedFieldsOf(stored, actor)).toEqual(hidden);
    expect(isLocked(actor, stored)).toBe(hidden.length > 0);
  });
});

describe('the entry of a payer', () => {
  const actor = (role: Role, userId: number): Actor => ({ userId, displayName: 'Kim Example', role, memberships: [] });

  // biome-ignore format: a table
  it.each<[string, Actor, string]>([
    ['themselves', actor('vendor', 12), 'details'],
    ['another payer', actor('vendor', 13), 'name'],
    ['the link of another record of their account', { ...actor('vendor', 12), onlyAgreementId: 3, signIn: { id: 1, provedDate: null, isUnlocked: true, isFromMailbox: true, signatoryId: 8 } }, 'name'],
    ['the team', actor('tenant_user', 13), 'everything'],
    ['an admin', actor('admin', 13), 'everything'],
  ])('for %s', (_who, reader, shown) => {
    expect(shownOfPayer(reader, { id: 7, userId: 12 })).toBe(shown);
  });
});
