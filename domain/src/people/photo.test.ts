import { photoRefusal } from '@kerb/domain/people/photo.ts';
import { describe, expect, it } from 'vitest';

describe('a photo', () => {
  // biome-ignore format: a table
  it.each([
    ['me.jpg',  8_388_608, null],
    ['me.jpg',  8_388_609, 'Photo too large. Maximum upload size 8MB'],
    ['me.WEBP', 1,         null],
    ['me.pdf',  1,         'Choose a picture: JPEG, PNG, GIF or WebP.'],
    ['me.svg',  1,         'Choose a picture: JPEG, PNG, GIF or WebP.'],
    ['me.png',  0,         'The file is empty.'],
  ])('%s of %i bytes: %j', (name, size, expected) => {
    expect(photoRefusal({ name, size })).toBe(expected);
  });
});
