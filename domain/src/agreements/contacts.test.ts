import { type Contacts, decideContacts, missingOfContacts } from '@kerb/domain/agreements/contacts.ts';
import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import { describe, expect, it } from 'vitest';

const nobody: Contacts = {
  noAgency: false,
  agentFirstName: null,
  agentSurname: null,
  agentEmail: null,
  agentPhone: null,
  agentOrg: null,
  agentCcEmails: null,
  noConveyancer: false,
  conveyancerFirstName: null,
  conveyancerSurname: null,
  conveyancerEmail: null,
  conveyancerPhone: null,
  conveyancerOrg: null,
};
const amy = { agentFirstName: 'Amy', agentSurname: 'Agent', agentEmail: 'amy@example.com' };

describe('a contact', () => {
  it('without any details does not count as a contact', () => expect(missingOfContacts(nobody)).toEqual([]));

  it('with some details needs a name and an email address', () => {
    expect(missingOfContacts({ ...nobody, conveyancerOrg: 'Settle & Co' })).toEqual([
      'conveyancerFirstName',
      'conveyancerSurname',
      'conveyancerEmail',
    ]);
    expect(missingOfContacts({ ...nobody, ...amy, agentSurname: '  ' })).toEqual(['agentSurname']);
    expect(missingOfContacts({ ...nobody, ...amy })).toEqual([]);
  });

  it('that is switched off needs nothing', () => {
    expect(missingOfContacts({ ...nobody, noAgency: true, agentOrg: 'Old' })).toEqual([]);
  });
});

describe('a save of contacts', () => {
  it('stores a phone with its dial code, and null for an empty phone', () => {
    const changes = { ...amy, agentPhone: '02 9000 0000', agentOrg: '', agentCcEmails: '' };
    expect(decideContacts(nobody, changes, australia)).toEqual({
      ok: true,
      value: { ...amy, agentPhone: '+61290000000' },
    });
    const inNewZealand = decideContacts(nobody, { ...amy, agentPhone: '021 123 456' }, newZealand);
    expect(inNewZealand.ok && inNewZealand.value.agentPhone).toBe('+6421123456');
  });

  it('is refused under the field of an impossible phone', () => {
    const decision = decideContacts({ ...nobody, ...amy }, { agentPhone: '12' }, australia);
    expect(!decision.ok && decision.validation).toEqual({
      agentPhone: [{ type: 'notValid', message: 'That phone number is not valid.' }],
    });
  });

  it('is checked together with the stored values', () => {
    expect(decideContacts({ ...nobody, ...amy }, { agentOrg: 'Harbour' }, australia).ok).toBe(true);
    const decision = decideContacts({ ...nobody, ...amy }, { agentEmail: null }, australia);
    expect(!decision.ok && decision.validation).toEqual({
      agentEmail: [{ type: 'missing', message: 'This is required.' }],
    });
  });

  it("that says there is no agency clears the agency's details and keeps the conveyancer's", () => {
    const current = { ...nobody, ...amy, agentCcEmails: 'a@example.com', conveyancerFirstName: 'Cy' };
    expect(decideContacts(current, { noAgency: true }, australia).ok).toBe(true);
    const whole = { ...current, conveyancerSurname: 'Conveyor', conveyancerEmail: 'cy@example.com' };
    expect(decideContacts(whole, { noAgency: true }, australia)).toEqual({
      ok: true,
      value: { noAgency: true, agentFirstName: null, agentSurname: null, agentEmail: null, agentCcEmails: null },
    });
  });

  it.each([{ agentFirstName: 'Amy' }, { agentEmail: 'amy@example.com' }, { conveyancerOrg: 'Settle & Co' }])(
    'may contain a single part of a contact: %j',
    (change) => expect(decideContacts(nobody, change, australia)).toEqual({ ok: true, value: change }),
  );

  it('leaves the fields of other cards unchanged', () => {
    expect(decideContacts({ ...nobody, agentOrg: 'Begun' }, { name: '' }, australia)).toEqual({
      ok: true,
      value: { name: '' },
    });
  });
});
