import { displayName, initials } from '@kerb/domain/people/names.ts';
import { describe, expect, it } from 'vitest';

describe('names', () => {
  // biome-ignore format: a table
  it.each([
    ['Kim Example',              'KE'],
    ['Mary Jane Watson',         'MW'],
    ['jean-luc  de la  picard',  'JP'],
    ['Cher',                     'C'],
    ["o'brien",                  'O'],
    ['Élodie Ångström',          'ÉÅ'],
    ['',                         ''],
    ['   ',                      ''],
  ])('the initials of %j are %j', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  it('are joined with one space and trimmed', () => {
    expect(displayName({ firstName: 'Kim', surname: 'Example' })).toBe('Kim Example');
    expect(displayName({ firstName: '', surname: 'Example' })).toBe('Example');
    expect(displayName({ firstName: 'Kim', surname: '' })).toBe('Kim');
  });
});
