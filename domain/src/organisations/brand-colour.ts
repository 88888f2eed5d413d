import { channelsOf, contrast, hexOf, type Oklch, oklchOf } from '@kerb/domain/kernel/colours.ts';

/**
 * The ground of each colour scheme on which a shade is hardest to read: the darkest of a light page, the lightest of a
 * dark one. What is legible there is legible on the page and its cards.
 */
export const grounds = { light: '#eef2f4', dark: '#1e252a' } as const;
export type Scheme = keyof typeof grounds;
export const schemes = Object.keys(grounds) as Scheme[];

/** The two colours of the text on a button. */
export const lightInk = '#ffffff';
export const darkInk = '#14202a';

/** WCAG 2.2 AA: 4.5 for text (1.4.3), 3 for the shape of a control (1.4.11). */
const textContrast = 4.5;
const shapeContrast = 3;

export const brandColourHint = 'A colour such as #1A6B54: six digits or letters from A to F.';

/** The colour in its stored form, `#1a6b54`; null if the text is no colour. Three digits stand for six. */
export function parseColour(typed: string): string | null {
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(typed.trim()) ?? [];
  if (digits === undefined) return null;
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return `#${six.toLowerCase()}`;
}

const isShowable = (colour: Oklch): boolean => channelsOf(colour).every((part) => part > -0.001 && part < 1.001);

/** The same lightness and hue, with as much chroma as a screen can show. Cut channels would change the hue. */
function showable(colour: Oklch): Oklch {
  let { c } = colour;
  while (c > 0.001 && !isShowable({ ...colour, c })) c *= 0.95;
  return { ...colour, c: c > 0.001 ? c : 0 };
}

/** The nearest lightness of the same hue that fits; the colour itself if it does. Black or white always fits. */
function nearest(colour: string, fits: (shade: string) => boolean): string {
  if (fits(colour)) return colour;
  const own: Oklch = oklchOf(colour);
  for (let distance = 0.005; distance <= 1; distance += 0.005) {
    for (const l of [own.l - distance, own.l + distance]) {
      if (l < 0 || l > 1) continue;
      const shade = hexOf(showable({ ...own, l }));
      if (fits(shade)) return shade;
    }
  }
  throw new Error(`no shade of ${colour} fits`);
}

/** The colour of the text on a button; null if neither is legible. White if both are. */
const inkOn = (button: string): string | null =>
  [lightInk, darkInk].find((ink) => contrast(button, ink) >= textContrast) ?? null;

export type BrandShades = {
  /** The background of a button. */
  button: string;
  /** The text on that button. */
  onButton: string;
  /** Words and lines in the brand's colour. */
  text: string;
};

/** The shades of an organisation's colour that meet WCAG AA in each colour scheme. The only place that decides them. */
export function brandShades(colour: string): Record<Scheme, BrandShades> {
  const shadesIn = (scheme: Scheme): BrandShades => {
    const onGround = (shade: string) => contrast(shade, grounds[scheme]);
    const button = nearest(colour, (shade) => onGround(shade) >= shapeContrast && inkOn(shade) !== null);
    const text = nearest(colour, (shade) => onGround(shade) >= textContrast);
    return { button, onButton: inkOn(button) ?? darkInk, text };
  };
  return { light: shadesIn('light'), dark: shadesIn('dark') };
}
