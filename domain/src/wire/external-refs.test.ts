import {
  decideExternal,
  type Metadata,
  metadataLimits,
  noExternal,
  sentExternalShape,
} from '@kerb/domain/wire/external-refs.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const sent = z.strictObject(sentExternalShape);
const many = (count: number): Metadata => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']));
const after = (metadata: Metadata, change: Metadata | null) => {
  const decided = decideExternal({ externalRef: null, metadata }, { metadata: change });
  return decided.ok ? (decided.value ?? { externalRef: null, metadata }).metadata : decided.code;
};

describe('what another system keeps at a record', () => {
  it.each([
    ['a reference', { externalRef: 'CRM-1' }, true],
    ['no reference', { externalRef: null }, true],
    ['an empty reference', { externalRef: '' }, false],
    ['a reference of 201 characters', { externalRef: 'x'.repeat(201) }, false],
    ['a key of 40 and a value of 500 characters', { metadata: { ['k'.repeat(40)]: 'v'.repeat(500) } }, true],
    ['a key of 41 characters', { metadata: { ['k'.repeat(41)]: 'v' } }, false],
    ['an empty key', { metadata: { '': 'v' } }, false],
    ['a value of 501 characters', { metadata: { k: 'v'.repeat(501) } }, false],
    ['a number as value', { metadata: { k: 1 } }, false],
    ['a nested value', { metadata: { k: { l: 'v' } } }, false],
  ])('%s is accepted or refused by its bounds', (_, body, isFine) => {
    expect(z.safeDecode(sent, body as never).success).toBe(isFine);
  });

  it('keeps keys that were not sent, removes those with an empty value, and all with null', () => {
    expect(after({ a: '1', b: '2' }, { b: '', c: '3' })).toEqual({ a: '1', c: '3' });
    expect(after({ a: '1' }, null)).toEqual({});
  });

  it('never has more than 50 keys, also after several saves', () => {
    expect(after(many(metadataLimits.keys), {})).toEqual(many(metadataLimits.keys));
    expect(after(many(metadataLimits.keys), { more: 'v' })).toBe('invalid');
    expect(after(many(metadataLimits.keys), { more: 'v', k0: '' })).toHaveProperty('more');
  });

  const values = fc.dictionary(fc.stringMatching(/^[a-f]$/), fc.constantFrom('', 'x', 'y'));
  it('is the same after the same save again, whatever was there before', () => {
    fc.assert(
      fc.property(values, values, (before, change) => {
        const start = after({}, before) as Metadata;
        const once = after(start, change) as Metadata;
        expect(after(once, change)).toEqual(once);
        for (const [key, value] of Object.entries(change)) expect(once[key] ?? '').toBe(value);
        for (const key of Object.keys(start)) if (!(key in change)) expect(once[key]).toBe(start[key]);
      }),
    );
  });

  it('reports no change if nothing changes', () => {
    expect(decideExternal(noExternal, { externalRef: null, metadata: {} })).toEqual({ ok: true, value: null });
  });
});
