import { decideProof } from '@kerb/domain/access/proof.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { mayTurnAppOff } from '@kerb/domain/session/passkey-rules.ts';
import { secondFactorEndpoints } from '@kerb/domain/session/second-factor.contract.ts';
import { secondFactorRequired, wrongSecondFactor } from '@kerb/domain/session/second-factor-rules.ts';
import { accountOf } from '@kerb/server/features/account/account.repository.ts';
import { ownerOf } from '@kerb/server/features/account/account-owner.ts';
import { checkOwnPassword } from '@kerb/server/features/session/check-password.ts';
import type { Person } from '@kerb/server/features/session/people.repository.ts';
import { notYourPassword } from '@kerb/server/features/session/prove-identity.ts';
import { ownCodes, withSecondFactor } from '@kerb/server/features/session/prove-second-factor.ts';
import { keepRecoveryCodes, newRecoveryCodes } from '@kerb/server/features/session/recovery-codes.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endApp,
  notifyOwner,
} from '@kerb/server/features/session/second-factor.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { clearAll, countAll } from '@kerb/server/platform/limits/throttle.ts';
import { invalid, mustBePermitted, Problem } from '@kerb/server/platform/problems/problem.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

const codeOf = (userId: number, { code }: { code: string }) => ({ userId, code, attempts: ownCodes(userId) });
const wrongPassword = () => invalid(fieldError('password', 'notValid', notYourPassword));
const wrongCode = () => invalid(fieldError('code', 'notValid', wrongSecondFactor));

async function mustKnowPassword({ db }: Deps, userId: number, password: string): Promise<Person> {
  const person = await checkOwnPassword(db, { userId, password });
  if (!person) throw wrongPassword();
  return person;
}

/**
 * The user's own two-step login. Changing it needs the password, so that nobody can switch it on or off in an
 * unattended browser.
 */
export function secondFactorAccountRoutes(app: App, deps: Deps): void {
  const { db, config } = deps;

  mount(app, secondFactorEndpoints.begin, async ({ scope, by, body }) => {
    const { secondFactor } = await accountOf(db, config, ownerOf(scope));
    // An app beside a passkey is one more way in, and the password of the form is one of two factors.
    if (secondFactor.isOn) mustBePermitted(decideProof(scope.actor, { proof: 'always' }, body, realNow()));
    const person = await mustKnowPassword(deps, ownerOf(scope), body.password);
    return inTransaction(deps, by, (work) => beginSecondFactor(work, person));
  });

  mount(app, secondFactorEndpoints.confirm, async ({ scope, by, body }) => {
    const userId = ownerOf(scope);
    await countAll(db, ownCodes(userId));
    const made = await newRecoveryCodes(userId);
    const recoveryCodes = await inTransaction(deps, by, (work) => confirmSecondFactor(work, userId, body.code, made));
    if (!recoveryCodes) throw wrongCode();
    await clearAll(db, ownCodes(userId));
    return { recoveryCodes };
  });

  mount(app, secondFactorEndpoints.recoveryCodes, async ({ scope, by, body }) => {
    const userId = ownerOf(scope);
    await mustKnowPassword(deps, userId, body.password);
    const made = await newRecoveryCodes(userId);
    const recoveryCodes = await withSecondFactor(deps, by, codeOf(userId, body), async (work) => {
      await record(work, { activityCode: 'user_update', userId, description: 'Recovery codes made anew' });
      await notifyOwner(work, userId, 'new-codes');
      return keepRecoveryCodes(work, userId, made);
    });
    if (!recoveryCodes) throw wrongCode();
    return { recoveryCodes };
  });

  mount(app, secondFactorEndpoints.turnOff, async ({ scope, by, body }) => {
    const { userId, secondFactor } = await accountOf(db, config, ownerOf(scope));
    if (!mayTurnAppOff(secondFactor)) throw new Problem(409, 'required', secondFactorRequired);
    await mustKnowPassword(deps, userId, body.password);
    const turnOff = codeOf(userId, body);
    const ended = await withSecondFactor(deps, by, turnOff, async (work) => {
      await endApp(work, userId);
      return true;
    });
    if (!ended) throw wrongCode();
    return undefined;
  });
}
