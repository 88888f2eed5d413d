import { flagFrom } from '@kerb/domain/imports/import-fields.ts';
import { guessMapping, plainHeader, rememberedOf, textsOf } from '@kerb/domain/imports/mapping.ts';
import { teamImportFields } from '@kerb/domain/imports/team-import.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const fields = teamImportFields;
const guess = (headers: string[], remembered = {}) => guessMapping(headers, fields, remembered);

describe('the columns of a file', () => {
  // biome-ignore format: a table
  it.each([
    ['the labels of the product', Object.values(fields).map(({ label }) => label), Object.fromEntries(Object.keys(fields).map((field, at) => [field, at]))],
    ['other notations',           ['E-Mail Address', 'last_name', 'Given Name'],   { emailAddress: 0, surname: 1, firstName: 2 }],
    ['the better of two headers', ['Phone', 'Mobile'],                             { mobilePhone: 1 }],
    ['unknown headers',           ['A', 'B', ''],                                  {}],
  ])('are guessed from %s', (_what, headers, mapping) => {
    expect(guess(headers)).toEqual(mapping);
  });

  it('follow what was chosen before the usual headers', () => {
    expect(guess(['Email', 'Contact'], { contact: 'emailAddress' })).toEqual({ emailAddress: 1 });
    expect(guess(['Email', 'Contact'], { email: 'jobTitle' })).toEqual({ jobTitle: 0 });
    expect(guess(['Email'], { email: 'nothing that exists' })).toEqual({ emailAddress: 0 });
  });

  it('are each guessed for one field, and remembered as chosen', () => {
    const header = fc.oneof(fc.constantFrom('Email', 'email', 'Mobile', 'Phone', 'First', 'constructor'), fc.string());
    const field = fc.constantFrom(...Object.keys(fields));
    fc.assert(
      fc.property(
        fc.array(header, { maxLength: 12 }),
        fc.dictionary(header.map(plainHeader), field),
        (headers, known) => {
          const mapping = guess(headers, known);
          const columns = Object.values(mapping);
          expect(new Set(columns).size).toBe(columns.length);
          expect(columns.every((column) => column < headers.length)).toBe(true);
          const isUnique =
            new Set(headers.map(plainHeader)).size === headers.length && !headers.map(plainHeader).includes('');
          if (isUnique) expect(guess(headers, rememberedOf(headers, mapping))).toMatchObject(mapping);
        },
      ),
    );
  });

  it('give the texts of a row, also of a short one', () => {
    expect(textsOf(['Ivy'], { firstName: 0, surname: 1 })).toEqual({ firstName: 'Ivy', surname: '' });
  });

  // biome-ignore format: a table
  it.each([
    ['Yes', true], ['y', true], ['TRUE', true], ['1', true], ['x', true], ['No', false], ['0', false], ['', undefined], [undefined, undefined], ['perhaps', 'perhaps'],
  ])('read the flag %j as %j', (text, flag) => expect(flagFrom(text)).toBe(flag));
});
