import { contrast, oklchOf } from '@kerb/domain/kernel/colours.ts';
import { brandShades, grounds, parseColour, schemes } from '@kerb/domain/organisations/brand-colour.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('a typed colour', () => {
  // biome-ignore format: a table
  it.each([
    ['#1A6B54',   '#1a6b54'],
    ['1a6b54',    '#1a6b54'],
    [' #fa0 ',    '#ffaa00'],
    ['FA0',       '#ffaa00'],
    ['#1A6B5',    null],
    ['#1A6B54FF', null],
    ['green',     null],
    ['#12345g',   null],
    ['',          null],
    ['#1a6b54;background:url(x)', null],
  ])('%j is stored as %j', (typed, stored) => {
    expect(parseColour(typed)).toBe(stored);
  });
});

describe('the shades of an organisation’s colour', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);

  it('meet AA in both schemes, whatever the colour', () => {
    fc.assert(
      fc.property(hex, (colour) => {
        const shades = brandShades(colour);
        for (const scheme of schemes) {
          const { button, onButton, text } = shades[scheme];
          expect(contrast(button, onButton)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(button, grounds[scheme])).toBeGreaterThanOrEqual(3);
          expect(contrast(text, grounds[scheme])).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are the colour itself where it is legible', () => {
    expect(brandShades('#1a6b54').light).toEqual({ button: '#1a6b54', onButton: '#ffffff', text: '#1a6b54' });
    expect(brandShades('#ffd500').dark).toEqual({ button: '#ffd500', onButton: '#14202a', text: '#ffd500' });
  });

  // biome-ignore format: a table
  it.each([
    ['yellow', '#ffd500', 'light', '#14202a'],
    ['orange', '#ff6600', 'light', '#14202a'],
    ['navy',   '#0c2b38', 'dark',  '#ffffff'],
    ['black',  '#000000', 'dark',  '#ffffff'],
    ['white',  '#ffffff', 'light', '#14202a'],
  ] as const)('have a readable button for %s in the scheme that it disappears in', (_name, colour, scheme, ink) => {
    const { button, onButton } = brandShades(colour)[scheme];
    expect(button).not.toBe(colour);
    expect(onButton).toBe(ink);
  });

  it('keep the hue', () => {
    const colourful = hex.filter((colour) => oklchOf(colour).c > 0.1);
    fc.assert(
      fc.property(colourful, (colour) => {
        for (const { button, text } of Object.values(brandShades(colour))) {
          for (const shade of [button, text]) {
            const { c, h } = oklchOf(shade);
            // The hue of a grey is noise.
            if (c < 0.04) continue;
            const turn = Math.abs(h - oklchOf(colour).h);
            expect(Math.min(turn, 2 * Math.PI - turn)).toBeLessThan(0.12);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
