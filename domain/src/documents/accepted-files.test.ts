import { fileRefusals, kindByName, refusalBeforeSending } from '@kerb/domain/documents/accepted-files.ts';
import { describe, expect, it } from 'vitest';

describe('a file, before it is uploaded', () => {
  // biome-ignore format: a table
  it.each<[string, number, keyof typeof fileRefusals | null]>([
    ['plan.pdf',        8_388_608, null],
    ['plan.pdf',        8_388_609, 'tooLarge'],
    ['film.mov',        8_388_609, 'tooLarge'],
    ['plan.pdf',        0,         'empty'],
    ['FRONT.JPG',       1,         null],
    ['list.of.all.csv', 1,         null],
    ['front.heic',      1,         'heic'],
    ['drawing.svg',     1,         'notAccepted'],
    ['page.html',       1,         'notAccepted'],
    ['scan',            1,         null],
  ])('named %s, of %d bytes, is refused for %s', (name, size, reason) => {
    expect(refusalBeforeSending({ name, size })).toBe(reason && fileRefusals[reason]);
  });

  it('that is too large is refused in the specification’s words', () => {
    expect(fileRefusals.tooLarge).toBe('File too large. Maximum upload size 8MB');
  });

  it('has a kind by its extension, ignoring case', () => {
    expect(['a.PDF', 'b.jpeg', 'c.xyz', 'd'].map(kindByName)).toEqual(['pdf', 'jpeg', null, null]);
  });
});
