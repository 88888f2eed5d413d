/** A colour by lightness (0 to 1), chroma and hue, evenly spaced as people see them. */
export type Oklch = { l: number; c: number; h: number };

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const gamma = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

const partsOf = (hex: string): [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16) / 255,
  Number.parseInt(hex.slice(3, 5), 16) / 255,
  Number.parseInt(hex.slice(5, 7), 16) / 255,
];

export function oklchOf(hex: string): Oklch {
  const [r, g, b] = partsOf(hex).map(linear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return { l: lightness, c: Math.hypot(a, bb), h: Math.atan2(bb, a) };
}

/** Red, green and blue in linear light. Below 0 or above 1: no screen can show the colour. */
export function channelsOf({ l, c, h }: Oklch): number[] {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

export function hexOf(colour: Oklch): string {
  const byte = (part: number) => Math.round(255 * Math.min(1, Math.max(0, gamma(Math.max(0, part)))));
  return `#${channelsOf(colour)
    .map((part) => byte(part).toString(16).padStart(2, '0'))
    .join('')}`;
}

/** Ten steps from near white to dark, evenly spaced as people see them. White text on steps 7 and darker meets AA. */
const lightnesses = [0.975, 0.94, 0.885, 0.81, 0.73, 0.645, 0.575, 0.51, 0.43, 0.34];

/** A full scale of one hue. The given colour itself is at the step nearest to its lightness. */
export function shadesOf(colour: string, chroma = 1): string[] {
  const { l, c, h } = oklchOf(colour);
  const nearest = lightnesses.reduce((best, step) => (Math.abs(step - l) < Math.abs(best - l) ? step : best));
  return lightnesses.map((step) => {
    if (step === nearest) return colour.toLowerCase();
    // Very light tints look dirty at full chroma.
    const strength = Math.min(1, (1 - step) * 3.2) * Math.max(c, 0.045) * chroma;
    return hexOf({ l: step, c: strength, h });
  });
}

const luminance = (hex: string): number => {
  const [r, g, b] = partsOf(hex).map(linear) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** The WCAG contrast ratio, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
