import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { createStore } from '@kerb/web/platform/store.ts';

/** Set while a person is asked for their password, and with two-step login a code. */
export const proofAsked = createStore<{ answer: (isProved: boolean) => void } | null>(null);

let asking: Promise<boolean> | null = null;

/** Calls that are refused together share one question. */
function askForProof(): Promise<boolean> {
  asking ??= new Promise<boolean>((answer) => proofAsked.set({ answer })).finally(() => {
    asking = null;
    proofAsked.set(null);
  });
  return asking;
}

/**
 * Sends a request. If the server first wants a proof of identity, a dialog asks for it and the same request is sent
 * again. If the person cancels, the request fails and their form stays as it is.
 */
export async function withProof<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const isNeeded = error instanceof ApiProblem && error.type === '/problems/proof-needed';
    if (!isNeeded || !(await askForProof())) throw error;
    return attempt();
  }
}
