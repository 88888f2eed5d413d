const atOncePerSecond = 20;
const pauseMs = 1_000;

/**
 * Waits before a refusal is sent, if a server sends many of them. A program that ignores Retry-After would otherwise
 * ask again at once, and the server would do nothing but refuse. A waiting refusal costs no processor time. The waits
 * differ, so that callers who were refused together do not return together.
 */
export function slowRefusals(perSecond = atOncePerSecond): () => Promise<void> {
  let second = 0;
  let count = 0;
  return async () => {
    const now = Math.floor(performance.now() / 1_000);
    count = now === second ? count + 1 : 1;
    second = now;
    if (count <= perSecond) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
  };
}

/** Of this server. */
export const slowRefusal: () => Promise<void> = slowRefusals();
