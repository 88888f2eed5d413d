const longestMs = 5_000;
/** By the codes of GeolocationPositionError. */
const failures: Record<number, string> = { 1: 'refused', 3: 'timed out' };

/** Where somebody signs, 'latitude,longitude', or why that is not known. Signing goes on without it. */
export function readLocation(): Promise<string> {
  const { geolocation } = navigator;
  if (!geolocation) return Promise.resolve('not supported');
  return new Promise((resolve) => {
    // A question that nobody answers counts as no answer: the browser's own limit starts only after permission.
    const timer = setTimeout(() => resolve('timed out'), longestMs);
    const answer = (text: string) => {
      clearTimeout(timer);
      resolve(text);
    };
    geolocation.getCurrentPosition(
      ({ coords }) => answer(`${coords.latitude.toFixed(5)},${coords.longitude.toFixed(5)}`),
      ({ code }) => answer(failures[code] ?? 'unavailable'),
      { timeout: longestMs, maximumAge: 60_000 },
    );
  });
}
