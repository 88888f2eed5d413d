const longestMs = 5_000;

/** Where the browser is, 'latitude,longitude', or why it does not say. Never fails: nobody has to say. */
export function whereabouts(): Promise<string> {
  const { geolocation } = navigator;
  if (!geolocation) return Promise.resolve('not supported');
  return new Promise((resolve) => {
    // A question that is left standing unanswered counts as no answer: browsers begin to count once it is allowed.
    const timer = setTimeout(() => resolve('timed out'), longestMs);
    const answer = (words: string) => {
      clearTimeout(timer);
      resolve(words);
    };
    geolocation.getCurrentPosition(
      ({ coords }) => answer(`${coords.latitude.toFixed(5)},${coords.longitude.toFixed(5)}`),
      ({ code }) => answer(code === 1 ? 'refused' : code === 3 ? 'timed out' : 'unavailable'),
      { timeout: longestMs, maximumAge: 60_000 },
    );
  });
}
