import { decidePhoto, photoBox, photoSize, photoWidths } from '@kerb/domain/properties/property-photo.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('the size of a photo', () => {
  // biome-ignore format: a table
  it.each([
    ['a camera’s picture',   { width: 6000, height: 4000 }, { width: 1280, height: 853 }],
    ['a phone held upright', { width: 3024, height: 4032 }, { width: 1280, height: 853 }],
    ['a wide picture',       { width: 4000, height: 700 },  { width: 1050, height: 700 }],
    ['the smallest',         { width: 480,  height: 320 },  { width: 480,  height: 320 }],
    ['a narrow one',         { width: 479,  height: 2000 }, null],
    ['a flat one',           { width: 2000, height: 319 },  null],
  ])('of %s', (_what, picture, size) => {
    expect(photoSize(picture)).toEqual(size);
  });

  it('is never larger than the picture, and has the shape of a photo', () => {
    const side = fc.integer({ min: 1, max: 12_000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const size = photoSize({ width, height });
        if (!size) return;
        expect(size.width).toBeLessThanOrEqual(Math.min(width, 1280));
        expect(size.height).toBeLessThanOrEqual(height);
        expect(Math.abs(size.width / size.height - 1.5)).toBeLessThan(0.01);
      }),
    );
  });

  it('is known for each width that is sent', () => {
    expect(photoWidths.map((width) => photoBox(Number(width)))).toEqual([
      { width: 320, height: 213 },
      { width: 640, height: 427 },
      { width: 1280, height: 853 },
    ]);
  });
});

describe('a campaign without a property', () => {
  it('takes no photo', () => {
    expect(decidePhoto({ propertyId: 7 }).ok).toBe(true);
    expect(decidePhoto({ propertyId: null })).toMatchObject({ ok: false, code: 'no-property' });
  });
});
