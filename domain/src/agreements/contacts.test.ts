import { type Contacts, decideContacts, missingOfContacts } from '@kerb/domain/agreements/contacts.ts';
import { australia } from '@kerb/domain/countries/australia.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand.ts';
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
  it('of whom nothing is known is none', () => expect(missingOfContacts(nobody)).toEqual([]));

  it('that has been begun needs a name and an address', () => {
    expect(missingOfContacts({ ...nobody, conveyancerOrg: 'Settle & Co' })).toEqual([
      'conveyancerFirstName',
      'conveyancerSurname',
      'conveyancerEmail',
    ]);
    expect(missingOfContacts({ ...nobody, ...amy, agentSurname: '  ' })).toEqual(['agentSurname']);
    expect(missingOfContacts({ ...nobody, ...amy })).toEqual([]);
  });

  it('that is not wanted needs nothing', () => {
    expect(missingOfContacts({ ...nobody, noAgency: true, agentOrg: 'Old' })).toEqual([]);
  });
});

describe('a save of contacts', () => {
  it('keeps a phone with its dial code, and nothing where nothing was typed', () => {
    const changes = { ...amy, agentPhone: '02 9000 0000', agentOrg: '', agentCcEmails: '' };
    expect(decideContacts(nobody, changes, australia)).toEqual({
      ok: true,
      value: { ...amy, agentPhone: '+61290000000' },
    });
    const inNewZealand = decideContacts(nobody, { ...amy, agentPhone: '021 123 456' }, newZealand);
    expect(inNewZealand.ok && inNewZealand.value.agentPhone).toBe('+6421123456');
  });

  it('is refused under the field of a phone that cannot be', () => {
    const decision = decideContacts({ ...nobody, ...amy }, { agentPhone: '12' }, australia);
    expect(!decision.ok && decision.validation).toEqual({
      agentPhone: [{ type: 'notValid', message: 'That phone number is not valid.' }],
    });
  });

  it('is judged with what already stands', () => {
    expect(decideContacts({ ...nobody, ...amy }, { agentOrg: 'Harbour' }, australia).ok).toBe(true);
    const decision = decideContacts({ ...nobody, ...amy }, { agentEmail: null }, australia);
    expect(!decision.ok && decision.validation).toEqual({
      agentEmail: [{ type: 'missing', message: 'This is required.' }],
    });
  });

  it('that says there is no agency takes away what was kept of one, and leaves the conveyancer', () => {
    const stands = { ...nobody, ...amy, agentCcEmails: 'a@example.com', conveyancerFirstName: 'Cy' };
    expect(decideContacts(stands, { noAgency: true }, australia).ok).toBe(false);
    const whole = { ...stands, conveyancerSurname: 'Conveyor', conveyancerEmail: 'cy@example.com' };
    expect(decideContacts(whole, { noAgency: true }, australia)).toEqual({
      ok: true,
      value: { noAgency: true, agentFirstName: null, agentSurname: null, agentEmail: null, agentCcEmails: null },
    });
  });

  it('lets the fields of other cards pass as they are', () => {
    expect(decideContacts({ ...nobody, agentOrg: 'Begun' }, { name: '' }, australia)).toEqual({
      ok: true,
      value: { name: '' },
    });
  });
});
