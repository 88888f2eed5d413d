import { countries } from '@kerb/domain/countries/countries.ts';
import { decideErasure, decideErasureOfCampaign, type ErasureFacts } from '@kerb/domain/privacy/erasure.ts';
import { describe, expect, it } from 'vitest';

const ended: ErasureFacts = {
  status: 'cancelled',
  statusDay: '2020-02-29',
  hasApplied: false,
  hasSigned: false,
  hasPaid: false,
  wasIdentified: false,
  isErased: false,
};
const codeOf = (change: Partial<ErasureFacts>, today: string, code: 'AU' | 'NZ' = 'AU') => {
  const verdict = decideErasure({ ...ended, ...change }, countries[code], today);
  return verdict.ok ? 'ok' : verdict.code;
};

describe('the data of payers who were removed from a campaign without payers', () => {
  // biome-ignore format: a table
  it.each([
    ['of a campaign in progress',  { status: 'signed' },  '2030-01-01', 'campaign-open'],
    ['before the law’s date',      {},                    '2027-02-27', 'kept-by-law'],
    ['from the law’s date',        {},                    '2027-02-28', 'ok'],
    ['of one with a payer again',  { hasPayers: true },   '2030-01-01', 'has-payers'],
    ['that the law does not keep', { isKept: false },     '2020-03-01', 'ok'],
    ['not kept, in progress',      { isKept: false, status: 'signed' }, '2030-01-01', 'campaign-open'],
  ] as const)('%s', (_, change, today, expected) => {
    const { status, statusDay } = ended;
    const facts = { status, statusDay, hasPayers: false, isKept: true, ...change };
    const verdict = decideErasureOfCampaign(facts, countries.AU, today);
    expect(verdict.ok ? 'ok' : verdict.code).toBe(expected);
  });
});

describe('the personal data of a payer', () => {
  // biome-ignore format: a table
  it.each([
    ['who only received a link',            {},                         '2020-03-01', 'AU', 'ok'],
    ['of a campaign in progress',           { status: 'signed' },       '2030-01-01', 'AU', 'campaign-open'],
    ['who signed, before the law’s date',   { hasSigned: true },        '2027-02-27', 'AU', 'kept-by-law'],
    ['who signed, from the law’s date',     { hasSigned: true },        '2027-02-28', 'AU', 'ok'],
    ['who paid, before the law’s date',     { hasPaid: true },          '2024-12-31', 'NZ', 'kept-by-law'],
    ['who paid, from the law’s date',       { hasPaid: true },          '2025-02-28', 'NZ', 'ok'],
    ['who applied',                         { hasApplied: true },       '2021-01-01', 'AU', 'kept-by-law'],
    ['who was identified',                  { wasIdentified: true },    '2021-01-01', 'AU', 'kept-by-law'],
    ['that was erased before',              { isErased: true },         '2030-01-01', 'AU', 'erased'],
  ] as const)('%s', (_, change, today, country, expected) => {
    expect(codeOf(change, today, country)).toBe(expected);
  });

  it('says until when the law keeps it', () => {
    const verdict = decideErasure({ ...ended, hasSigned: true }, countries.AU, '2026-11-16');
    expect(verdict).toMatchObject({ because: expect.stringContaining('until 28 February 2027') });
  });
});
