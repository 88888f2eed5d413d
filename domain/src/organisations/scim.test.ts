import { changesOfPatch, isTrue, pageOf, userNameOfFilter } from '@kerb/domain/organisations/scim.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const patch = (...Operations: { op: string; path?: string; value?: unknown }[]) => changesOfPatch({ Operations });

describe('a patch', () => {
  // biome-ignore format: a table
  it.each([
    ['a path',                [{ op: 'replace', path: 'active', value: false }],                      { isActive: false }],
    ['a text as a boolean',   [{ op: 'Replace', path: 'active', value: 'False' }],                    { isActive: false }],
    ['an object',             [{ op: 'replace', value: { active: true, displayName: 'A' } }],         { isActive: true }],
    ['names',                 [{ op: 'add', path: 'name.givenName', value: 'Ann' }, { op: 'replace', value: { name: { familyName: 'B' } } }], { givenName: 'Ann', familyName: 'B' }],
    ['the last of two',       [{ op: 'replace', path: 'active', value: false }, { op: 'replace', path: 'active', value: true }], { isActive: true }],
    ['a removed id',          [{ op: 'remove', path: 'externalId' }],                                 { externalId: null }],
    ['unknown attributes',    [{ op: 'replace', path: 'title', value: 'CEO' }],                       {}],
  ])('reads %s', (_what, operations, changes) => expect(patch(...operations)).toMatchObject({ value: changes }));

  // biome-ignore format: a table
  it.each([
    [{ op: 'move', path: 'active', value: true },        'invalidSyntax'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [{ op: 'replace', value: 'x' },                      'invalidValue'],
    [{ op: 'remove' },                                   'noTarget'],
    [{ op: 'remove', path: 'active' },                   'mutability'],
  ])('refuses %j', (operation, code) => expect(patch(operation)).toMatchObject({ ok: false, code }));
});

describe('a filter', () => {
  it('finds the address that was written, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const written = text.replaceAll(/[\\"]/g, (sign) => `\\${sign}`).replaceAll(/[\n\r\u2028\u2029]/g, '');
        const plain = text.replaceAll(/[\n\r\u2028\u2029]/g, '');
        expect(userNameOfFilter(`userName eq "${written}"`)).toMatchObject({ ok: true, value: plain });
      }),
    );
  });

  it('is none, or refused', () => {
    expect(userNameOfFilter(undefined)).toMatchObject({ value: null });
    for (const filter of ['userName co "a"', 'id eq "1"', 'userName eq "a" or id eq "1"', 'x']) {
      expect(userNameOfFilter(filter)).toMatchObject({ ok: false, code: 'invalidFilter' });
    }
  });
});

it('a page begins at one and has at most two hundred', () => {
  expect(pageOf({})).toEqual({ startIndex: 1, count: 100 });
  expect(pageOf({ startIndex: '-3', count: '-1' })).toEqual({ startIndex: 1, count: 0 });
  expect(pageOf({ startIndex: '7', count: '9999' })).toEqual({ startIndex: 7, count: 200 });
  expect(pageOf({ startIndex: 'x', count: 'y' })).toEqual({ startIndex: 1, count: 100 });
  expect([isTrue('True'), isTrue(true), isTrue('false')]).toEqual([true, true, false]);
});
