/** The state of a limit, as the caller sees it. */
export type RateLimit = { policy: string; most: number; windowSeconds: number; left: number; resetSeconds: number };

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers: the policy with its quota and window, and what is left of it
 * until the window ends.
 */
export const rateLimitHeaders = ({ policy, most, windowSeconds, left, resetSeconds }: RateLimit) => ({
  'ratelimit-policy': `"${policy}";q=${most};w=${windowSeconds}`,
  ratelimit: `"${policy}";r=${left};t=${resetSeconds}`,
});
