import type { Actor } from '@kerb/domain/access/actor.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { noPasskey, passkeysUnavailable } from '@kerb/domain/session/passkey-rules.ts';
import type { RequestOptions, UsedCredential } from '@kerb/domain/session/passkeys.contract.ts';
import { describedPasskeys } from '@kerb/server/features/session/passkeys.repository.ts';
import { type ProvedPasskey, provedPasskey, requestOptionsFor } from '@kerb/server/features/session/use-passkey.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';

const askedOf = ({ userId, signIn }: Actor) =>
  ({ purpose: 'unlock', boundTo: `user ${userId} sign-in ${must(signIn, 'sign-in of a request').id}` }) as const;

/**
 * What the browser of a payer who came by a Payment URL needs to use a passkey. Without the names of their passkeys:
 * the link may have been forwarded, and a device knows which passkeys it has.
 */
export async function beginUnlock(deps: Deps, actor: Actor): Promise<RequestOptions> {
  if ((await describedPasskeys(deps.db, actor.userId)).length === 0) throw new Problem(409, 'no-passkey', noPasskey);
  const options = requestOptionsFor(deps, askedOf(actor), []);
  if (!options) throw new Problem(409, 'passkeys-unavailable', passkeysUnavailable);
  return options;
}

/** The passkey, if it is one of the payer's own; null otherwise. Outside a transaction. */
export async function unlockingPasskey(deps: Deps, actor: Actor, used: UsedCredential): Promise<ProvedPasskey | null> {
  const proved = await provedPasskey(deps, askedOf(actor), used);
  return proved?.userId === actor.userId ? proved : null;
}
