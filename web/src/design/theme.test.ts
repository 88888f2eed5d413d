import { countries } from '@kerb/domain/countries/countries.ts';
import { contrast, shadesOf } from '@kerb/domain/kernel/colours.ts';
import { brandShades, darkInk, schemes } from '@kerb/domain/organisations/brand-colour.ts';
import { cssVariables, themeFor } from '@kerb/web/design/theme.ts';
import { DEFAULT_THEME, type MantineTheme, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';

const aa = 4.5;
const light = ['#ffffff', '#f6f8f9'];
const dark = ['#161b1f', '#1e252a'];

describe.each(Object.values(countries))('the theme of $name', (rules) => {
  const theme = mergeMantineTheme(DEFAULT_THEME, themeFor(rules)) as MantineTheme;
  const shade = theme.primaryShade as { light: number; dark: number };

  it("contains the brand's exact colour", () => {
    expect(theme.colors.brand).toContain(rules.brandColour.toLowerCase());
  });

  it('has buttons on which white text meets AA in both schemes', () => {
    expect(contrast(theme.colors.brand![shade.light]!, '#ffffff')).toBeGreaterThanOrEqual(aa);
    expect(contrast(theme.colors.brand![shade.dark]!, '#ffffff')).toBeGreaterThanOrEqual(aa);
  });

  it('has buttons that contrast with the page', () => {
    for (const page of light) expect(contrast(theme.colors.brand![shade.light]!, page)).toBeGreaterThanOrEqual(3);
    for (const page of dark) expect(contrast(theme.colors.brand![shade.dark]!, page)).toBeGreaterThanOrEqual(2.7);
  });

  it('has soft text, errors and links that meet AA in both schemes', () => {
    const variables = cssVariables(theme);
    for (const name of ['--mantine-color-dimmed', '--mantine-color-error', '--mantine-color-anchor'] as const) {
      for (const page of light) expect(contrast(variables.light[name]!, page), name).toBeGreaterThanOrEqual(aa);
      for (const page of dark) expect(contrast(variables.dark[name]!, page), name).toBeGreaterThanOrEqual(aa);
    }
  });

  it.each(['#ffd500', '#ff6600', '#0c2b38', '#808080', '#e4002b'])(
    'has pages on which %s of an agency meets AA',
    (colour) => {
      const variables = cssVariables(theme);
      for (const scheme of schemes) {
        const { button, text } = brandShades(colour)[scheme];
        for (const ground of ['--kerb-canvas', '--kerb-surface'] as const) {
          expect(contrast(button, variables[scheme][ground]!)).toBeGreaterThanOrEqual(3);
          expect(contrast(text, variables[scheme][ground]!)).toBeGreaterThanOrEqual(aa);
        }
      }
      expect(theme.black).toBe(darkInk);
    },
  );

  it('has badges whose text meets AA on their tints', () => {
    for (const [name, ink] of [
      ['brand', 9],
      ['attention', 8],
      ['success', 8],
      ['danger', 8],
    ] as const) {
      expect(contrast(theme.colors[name]![ink]!, theme.colors[name]![1]!), name).toBeGreaterThanOrEqual(aa);
    }
  });
});

describe('shades of a colour', () => {
  it('get steadily darker', () => {
    const onWhite = shadesOf('#4A7B93').map((shade) => contrast(shade, '#ffffff'));
    expect(onWhite).toEqual(onWhite.toSorted((a, b) => a - b));
  });

  it('distinguish black from white', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  });
});
