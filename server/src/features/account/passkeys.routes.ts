import type { Actor } from '@kerb/domain/access/actor.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { passkeyRefused, passkeysUnavailable } from '@kerb/domain/session/passkey-rules.ts';
import { passkeyEndpoints } from '@kerb/domain/session/passkeys.contract.ts';
import { ownerOf } from '@kerb/server/features/account/account-owner.ts';
import {
  addPasskey,
  creationOptionsFor,
  madePasskey,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
} from '@kerb/server/features/session/change-passkeys.ts';
import { passkeysOf } from '@kerb/server/features/session/passkeys.repository.ts';
import { type Person, personById } from '@kerb/server/features/session/people.repository.ts';
import { ownCodes } from '@kerb/server/features/session/prove-second-factor.ts';
import { newRecoveryCodes } from '@kerb/server/features/session/recovery-codes.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { clearAll, countAll } from '@kerb/server/platform/limits/throttle.ts';
import { invalid, Problem } from '@kerb/server/platform/problems/problem.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

const signInIdOf = ({ signIn }: Actor): number => must(signIn, 'sign-in of a request').id;
const refused = () => invalid(fieldError('credential', 'notValid', passkeyRefused));

async function personOf({ db }: Deps, userId: number): Promise<Person> {
  return must(await personById(db, userId), `user ${userId}`);
}

/** The user's own passkeys. Adding and removing one needs a proof of identity, which the contract asks for. */
export function passkeyRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  mount(app, passkeyEndpoints.list, async ({ scope }) => ({ items: await passkeysOf(db, ownerOf(scope)) }));

  mount(app, passkeyEndpoints.begin, async ({ scope }) => {
    const person = await personOf(deps, ownerOf(scope));
    const options = await creationOptionsFor(deps, person, signInIdOf(scope.actor));
    if (!options) throw new Problem(409, 'passkeys-unavailable', passkeysUnavailable);
    return options;
  });

  mount(app, passkeyEndpoints.add, async ({ scope, by, body }) => {
    const userId = ownerOf(scope);
    await countAll(db, ownCodes(userId));
    const person = await personOf(deps, userId);
    const made = await madePasskey(deps, { userId, signInId: signInIdOf(scope.actor) }, body);
    if (!made) throw refused();
    // Before the transaction, because hashing is slow on purpose.
    const recovery = await newRecoveryCodes(userId);
    const { name, userHandle } = body;
    const added = await inTransaction(deps, by, (work) =>
      addPasskey(work, { person, name, userHandle, made, recovery }),
    );
    if (!added) throw refused();
    await clearAll(db, ownCodes(userId));
    return added;
  });

  mount(app, passkeyEndpoints.rename, ({ scope, by, params, body }) =>
    inTransaction(deps, by, (work) => renamePasskey(work, ownerOf(scope), params.id, body.name)),
  );

  mount(app, passkeyEndpoints.remove, async ({ scope, by, params }) => {
    await inTransaction(deps, by, (work) => removePasskey(work, ownerOf(scope), params.id));
    return undefined;
  });

  mount(app, passkeyEndpoints.recoveryCodes, async ({ scope, by }) => {
    const userId = ownerOf(scope);
    const made = await newRecoveryCodes(userId);
    return { recoveryCodes: await inTransaction(deps, by, (work) => renewRecoveryCodes(work, userId, made)) };
  });
}
