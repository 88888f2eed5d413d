import { withoutPersonal } from '@kerb/domain/audit/personal-fields.ts';
import { describe, expect, it } from 'vitest';

describe('the data of a log entry without personal values', () => {
  it('has a word in place of names, addresses and numbers, and all the rest', () => {
    const data = {
      surname: 'Ng',
      mobilePhone: { before: null, after: '+61 400 000 001' },
      status: { before: 'draft' },
    };
    expect(withoutPersonal(data)).toEqual({
      surname: '[encrypted]',
      mobilePhone: '[encrypted]',
      status: { before: 'draft' },
    });
  });

  it('looks into lists and nested objects', () => {
    expect(withoutPersonal({ budget: 5, people: [{ emailAddress: 'vic@example.com', id: 3 }] })).toEqual({
      budget: 5,
      people: [{ emailAddress: '[encrypted]', id: 3 }],
    });
  });

  it('hides the file name of an identity document, and of no other document', () => {
    expect(withoutPersonal({ fileName: 'Vic Ng passport.pdf', purpose: 'vendor-id' })).toEqual({
      fileName: '[encrypted]',
      purpose: 'vendor-id',
    });
    const plan = { fileName: 'plan.pdf', purpose: 'marketing' };
    expect(withoutPersonal(plan)).toBe(plan);
  });

  it('is the same object if nothing is personal', () => {
    const data = { mobilePhone: null, address: '12 Wattle St', status: { before: 'draft', after: 'sent' } };
    expect(withoutPersonal(data)).toBe(data);
  });
});
