import { isInAgencysName, mailSenderName, senderOf, sentBy } from '@kerb/domain/notifications/sender.ts';
import { expect, it } from 'vitest';

const ours = { brand: 'KerbPay', supportPhone: '1300 665 136', checkUrl: 'https://kerb.example/check' };
const contact = {
  organisation: 'Bay Homes',
  organisationPhone: '02 5550 1101',
  agentFirstName: 'Eli',
  agentSurname: 'Wood',
  agentPhone: '0491 570 006',
};

// biome-ignore format: a table
it.each([
  ['the agent',                 {},                                                                     'Eli Wood',  '0491 570 006'],
  ['the organisation',          { agentPhone: null },                                                   'Bay Homes', '02 5550 1101'],
  ['us',                        { agentPhone: null, organisationPhone: null },                          null,        '1300 665 136'],
  ['a number without a name',   { agentFirstName: null, agentSurname: null },                           'Bay Homes', '0491 570 006'],
])('a payer can call %s', (_who, change, contactName, phone) => {
  expect(senderOf({ ...contact, ...change }, ours)).toMatchObject({ contactName, phone });
});

it('a campaign without an agent is from its organisation', () => {
  expect(sentBy(senderOf(contact, ours))).toBe('Eli Wood at Bay Homes');
  expect(sentBy(senderOf({ ...contact, agentFirstName: null, agentSurname: null }, ours))).toBe('Bay Homes');
});

it('a mail names its organisation, and its name cannot look like an address', () => {
  expect(mailSenderName('Bay Homes', 'KerbPay')).toBe('Bay Homes via KerbPay');
  expect(mailSenderName('Bank <help@bank.example>\r\nBcc: x', 'KerbPay')).toBe(
    'Bank help bank.example Bcc: x via KerbPay',
  );
});

it('codes and warnings are from us, because they may warn of the organisation', () => {
  const fromUs = [
    'contact-code',
    'signing-code',
    'unlock-code',
    'payer-address-changed',
    'payer-address-set',
    'money-changed',
  ];
  expect(fromUs.filter(isInAgencysName)).toEqual([]);
  expect(isInAgencysName('payment-link')).toBe(true);
});
