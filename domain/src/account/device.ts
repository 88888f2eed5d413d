// biome-ignore format: a table
const browsers: readonly [RegExp, string][] = [
  [/Edg(A|iOS)?\//,              'Edge'],
  [/OPR\/|Opera/,                'Opera'],
  [/SamsungBrowser\//,           'Samsung Internet'],
  [/Firefox\/|FxiOS\//,          'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//,                   'Safari'],
];

// biome-ignore format: a table
const systems: readonly [RegExp, string][] = [
  [/iPhone/,          'iPhone'],
  [/iPad/,            'iPad'],
  [/Android/,         'Android'],
  [/Windows/,         'Windows'],
  [/Macintosh|Mac OS/, 'Mac'],
  [/CrOS/,            'Chromebook'],
  [/Linux/,           'Linux'],
];

/** A browser's name in words that its user knows. */
export function deviceOf(userAgent: string | null): string {
  const nameIn = (table: readonly [RegExp, string][]) => table.find(([sign]) => sign.test(userAgent ?? ''))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'An unknown browser';
}
