import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { contrast, shadesOf } from '@kerb/domain/kernel/colours.ts';
import {
  type CSSVariablesResolver,
  createTheme,
  type DefaultMantineColor,
  type MantineColorsTuple,
} from '@mantine/core';

type OwnColour = 'brand' | 'success' | 'attention' | 'danger';

declare module '@mantine/core' {
  interface MantineThemeColorsOverride {
    colors: Record<DefaultMantineColor | OwnColour, MantineColorsTuple>;
  }
}

/** Mantine asks for a tuple of ten. */
const scaleOf = (colour: string) => shadesOf(colour) as unknown as MantineColorsTuple;
const success = scaleOf('#1F7A4D');
const attention = scaleOf('#A66300');
const danger = scaleOf('#B3342B');
const dark: MantineColorsTuple = [
  '#dfe4e8',
  '#b7c0c7',
  '#98a3ab',
  '#6f7b84',
  '#3d464d',
  '#2d353b',
  '#232a2f',
  '#161b1f',
  '#11161a',
  '#0b0f12',
];

/** The first step, starting at the brand's own, on which white text meets AA. */
export function filledShade(shades: MantineColorsTuple, brandColour: string): number {
  const own = shades.indexOf(brandColour.toLowerCase());
  return shades.findIndex((shade, place) => place >= own && contrast(shade, '#ffffff') >= 4.5);
}

const dialogStyles = {
  title: { fontSize: '1.125rem', fontWeight: 650, lineHeight: 1.3 },
  // In the dark scheme a dialog in the page's colour would have no visible edge.
  content: { backgroundColor: 'var(--kerb-surface)' },
  header: { backgroundColor: 'var(--kerb-surface)' },
};

/** A dialog's title bar is a <header>. Screen readers would take it for a second banner of the page. */
const notALandmark = { header: { role: 'presentation' } };

/** One theme per country, derived from the brand's colour. */
export function themeFor({ brandColour }: Pick<CountryRules, 'brandColour'>) {
  const brand = scaleOf(brandColour);
  return createTheme({
    primaryColor: 'brand',
    // In the dark scheme a filled colour must contrast with the page and with white text: step 7 does both.
    primaryShade: { light: filledShade(brand, brandColour) as 6, dark: 7 },
    colors: { brand, success, attention, danger, dark, green: success, yellow: attention, red: danger },
    black: '#14202a',
    fontFamily:
      "Inter, 'Segoe UI Variable Text', 'Segoe UI', ui-sans-serif, system-ui, -apple-system, Roboto, 'Helvetica Neue', sans-serif",
    fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
    headings: {
      fontWeight: '650',
      sizes: {
        h1: { fontSize: '1.625rem', lineHeight: '1.25' },
        h2: { fontSize: '1.125rem', lineHeight: '1.35' },
        h3: { fontSize: '1rem', lineHeight: '1.4' },
      },
    },
    defaultRadius: 'md',
    radius: { md: '0.5rem' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
    components: {
      CloseButton: { defaultProps: { 'aria-label': 'Close' } },
      Modal: {
        defaultProps: {
          centered: true,
          overlayProps: { backgroundOpacity: 0.4 },
          padding: 'lg',
          radius: 'lg',
          attributes: notALandmark,
        },
        styles: dialogStyles,
      },
      Drawer: { defaultProps: { attributes: notALandmark }, styles: dialogStyles },
      // A description above its field would misalign the field with its neighbours.
      InputWrapper: {
        defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
        styles: { description: { lineHeight: 1.4 }, error: { lineHeight: 1.4 } },
      },
      TextInput: { defaultProps: { withErrorStyles: true } },
    },
  });
}

const tinted = ['brand', 'success', 'attention', 'danger'];

/** Mantine's tints are darker than the card behind them and look like holes. */
const tintsInTheDark = Object.fromEntries(
  tinted.flatMap((name) =>
    [
      ['light', 24],
      ['light-hover', 34],
    ].map(([use, share]) => [
      `--mantine-color-${name}-${use}`,
      `color-mix(in srgb, var(--mantine-color-${name}-6) ${share}%, var(--kerb-surface))`,
    ]),
  ),
);

/** Mantine's soft greys and reds do not meet AA for small text. */
export const cssVariables: CSSVariablesResolver = (theme) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#55636e',
    '--mantine-color-placeholder': '#66737d',
    '--mantine-color-error': danger[7],
    '--mantine-color-anchor': theme.colors.brand[8],
    '--kerb-canvas': '#f6f8f9',
    '--kerb-surface': '#ffffff',
    '--kerb-line': '#e3e8ec',
  },
  dark: {
    ...tintsInTheDark,
    '--mantine-color-dimmed': theme.colors.dark[2],
    '--mantine-color-placeholder': '#8b969e',
    '--mantine-color-error': danger[4],
    '--mantine-color-anchor': theme.colors.brand[3],
    '--kerb-canvas': theme.colors.dark[7],
    '--kerb-surface': '#1e252a',
    '--kerb-line': theme.colors.dark[5],
  },
});
