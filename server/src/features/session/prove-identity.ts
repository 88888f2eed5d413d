import type { Actor } from '@kerb/domain/access/actor.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { noPasskey, passkeyRefused, passkeysUnavailable } from '@kerb/domain/session/passkey-rules.ts';
import type { RequestOptions, UsedCredential } from '@kerb/domain/session/passkeys.contract.ts';
import type { ProofOfIdentity } from '@kerb/domain/session/proof.contract.ts';
import { wrongSecondFactor } from '@kerb/domain/session/second-factor-rules.ts';
import type { Tokens } from '@kerb/domain/session/session.contract.ts';
import { checkOwnPassword } from '@kerb/server/features/session/check-password.ts';
import { describedPasskeys } from '@kerb/server/features/session/passkeys.repository.ts';
import { ownCodes, withSecondFactor } from '@kerb/server/features/session/prove-second-factor.ts';
import { secondFactorOf } from '@kerb/server/features/session/second-factor.ts';
import type { Exchange } from '@kerb/server/features/session/start-session.ts';
import { beginUnlock } from '@kerb/server/features/session/unlock-by-passkey.ts';
import {
  countUse,
  type ProvedPasskey,
  provedPasskey,
  requestOptionsFor,
} from '@kerb/server/features/session/use-passkey.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { claimsOf } from '@kerb/server/platform/auth/authenticate.ts';
import { renewSignIn } from '@kerb/server/platform/auth/sign-ins.ts';
import { renewTokens, type TokenIssuer } from '@kerb/server/platform/auth/tokens.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { clearAll, countAll } from '@kerb/server/platform/limits/throttle.ts';
import { invalid, notPermitted, notSignedIn, Problem, recorded } from '@kerb/server/platform/problems/problem.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';

type Means = 'password' | 'password and second factor' | 'passkey' | 'password and passkey';
type Asked = Exchange & { by: By; actor: Actor; body: ProofOfIdentity };

export const notYourPassword = 'That is not your password.';

const missing = (field: keyof ProofOfIdentity) => invalid(fieldError(field, 'isEmpty', fieldWords.required));
const refused = (field: keyof ProofOfIdentity, words: string) =>
  recorded(invalid(fieldError(field, 'notValid', words)), 'proof-refused');

async function mustBePassword({ db }: Deps, userId: number, password: string | undefined): Promise<void> {
  if (password === undefined) throw missing('password');
  if (!(await checkOwnPassword(db, { userId, password }))) throw refused('password', notYourPassword);
}

const askedOf = ({ userId, signIn }: Actor) =>
  ({ purpose: 'proof', boundTo: `user ${userId} sign-in ${must(signIn, 'sign-in of a request').id}` }) as const;

/** The passkey, if it is one of the person's own. */
async function ownPasskey(deps: Deps, actor: Actor, used: UsedCredential): Promise<ProvedPasskey> {
  await countAll(deps.db, ownCodes(actor.userId));
  const proved = await provedPasskey(deps, askedOf(actor), used);
  if (proved?.userId !== actor.userId) throw refused('passkey', passkeyRefused);
  return proved;
}

/** What the browser needs to confirm with a passkey, or to show a payer their details. Refused if there is none. */
export async function beginProof(deps: Deps, actor: Actor): Promise<RequestOptions> {
  if (actor.onlyAgreementId !== undefined) return beginUnlock(deps, actor);
  const own = await describedPasskeys(deps.db, actor.userId);
  if (own.length === 0) throw new Problem(409, 'no-passkey', noPasskey);
  const options = requestOptionsFor(deps, askedOf(actor), own);
  if (!options) throw new Problem(409, 'passkeys-unavailable', passkeysUnavailable);
  return options;
}

/**
 * A person confirms that it is still them, before they change a bank account, a role or something equally dangerous. It
 * asks for the same as a log in: the password, and with two-step login a code; or a passkey. The cookie and the tokens
 * are replaced, so that a copy of the old ones is worth nothing. A Payment URL has no password to ask for.
 */
export async function proveIdentity(deps: Deps, issuer: TokenIssuer, asked: Asked): Promise<Tokens> {
  const { by, actor, body, request } = asked;
  const claims = await claimsOf(issuer, request);
  if (!claims) throw notSignedIn();
  if (actor.onlyAgreementId !== undefined) throw notPermitted();
  const key = await issuer.keys.current();
  const { userId } = actor;
  const renew = async (work: Work, means: Means) => {
    await renewSignIn(work.tx, deps.config, asked, must(actor.signIn, 'sign-in of a request').id);
    await record(work, { activityCode: 'cred_auth', userId, description: 'Identity confirmed', data: { means } });
    return renewTokens(work.tx, issuer.issuer, key, claims);
  };

  const { password, code, passkey } = body;
  if (passkey) {
    const proved = await ownPasskey(deps, actor, passkey);
    // Without a fingerprint, a face or a PIN it only shows that the key is there.
    if (!proved.isVerified) await mustBePassword(deps, userId, password);
    const means = proved.isVerified ? 'passkey' : 'password and passkey';
    const tokens = await inTransaction(deps, by, async (work) =>
      (await countUse(work.tx, proved)) ? renew(work, means) : null,
    );
    if (!tokens) throw refused('passkey', passkeyRefused);
    await clearAll(deps.db, ownCodes(userId));
    return tokens;
  }
  const { isOn } = await secondFactorOf(deps.db, deps.config, userId);
  if (password !== undefined && isOn && code === undefined) throw missing('code');
  await mustBePassword(deps, userId, password);
  if (!isOn) return inTransaction(deps, by, (work) => renew(work, 'password'));
  const who = { userId, code: must(code, 'code of a proof'), attempts: ownCodes(userId) };
  const tokens = await withSecondFactor(deps, by, who, (work) => renew(work, 'password and second factor'));
  if (!tokens) throw refused('code', wrongSecondFactor);
  return tokens;
}
