import type { Actor } from '@kerb/domain/access/actor.ts';
import { addMinutes, type Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';

/** How long a password, and a code with two-step login, counts as a proof of identity. */
export const proofMinutes = 5;

/**
 * When a call needs a recent proof of identity: always, or if the body has one of these fields. A field may be limited
 * to some values. 'invitations.tenantUserType' is a field of each item of a list.
 */
export type Proof = 'always' | Readonly<Record<string, 'any value' | readonly unknown[]>>;

function valuesAt(body: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return body === undefined ? [] : [body];
  if (Array.isArray(body)) return body.flatMap((item) => valuesAt(item, [name, ...rest]));
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return [];
  return valuesAt((body as Record<string, unknown>)[name], rest);
}

/** Whether a call with this decoded body needs a proof. */
export function needsProof(proof: Proof | undefined, body: unknown): boolean {
  if (proof === undefined) return false;
  if (proof === 'always') return true;
  return Object.entries(proof).some(([path, wanted]) => {
    const sent = valuesAt(body, path.split('.'));
    return wanted === 'any value' ? sent.length > 0 : sent.some((value) => wanted.includes(value));
  });
}

export const proofNeeded = 'proof-needed';

/** Whether the person proved who they are within the last minutes. `now` is the real time. */
export function decideProof(
  { signIn, client }: Pick<Actor, 'signIn' | 'client'>,
  { proof }: { proof?: Proof },
  body: unknown,
  now: Moment,
): Decision<null> {
  // A program has no password. A person proved who they are when they gave it the scope for this call.
  if (client || !needsProof(proof, body)) return allow(null);
  const proved = signIn?.provedDate ?? null;
  if (proved !== null && proved > addMinutes(now, -proofMinutes)) return allow(null);
  return refuse(proofNeeded, 'Please confirm that it is you, and then try again.');
}
