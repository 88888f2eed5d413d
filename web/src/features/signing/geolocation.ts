const longestMs = 5_000;

/** By the codes of GeolocationPositionError. */
const failures: Record<number, string> = { 1: 'refused', 3: 'timed out' };

/** The browser's location, 'latitude,longitude', or why there is none. Never fails: the location is optional. */
export function readLocation(): Promise<string> {
  const { geolocation } = navigator;
  if (!geolocation) return Promise.resolve('not supported');
  return new Promise((resolve) => {
    // An unanswered permission prompt counts as no answer. The browser's own timeout starts only after permission.
    const timer = setTimeout(() => resolve('timed out'), longestMs);
    const answer = (words: string) => {
      clearTimeout(timer);
      resolve(words);
    };
    geolocation.getCurrentPosition(
      ({ coords }) => answer(`${coords.latitude.toFixed(5)},${coords.longitude.toFixed(5)}`),
      ({ code }) => answer(failures[code] ?? 'unavailable'),
      { timeout: longestMs, maximumAge: 60_000 },
    );
  });
}
