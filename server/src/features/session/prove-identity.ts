import type { Actor } from '@kerb/domain/access/actor.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import type { ProofOfIdentity } from '@kerb/domain/session/proof.contract.ts';
import { wrongSecondFactor } from '@kerb/domain/session/second-factor-rules.ts';
import type { Tokens } from '@kerb/domain/session/session.contract.ts';
import { checkOwnPassword } from '@kerb/server/features/session/check-password.ts';
import { ownCodes, withSecondFactor } from '@kerb/server/features/session/prove-second-factor.ts';
import { secondFactorOf } from '@kerb/server/features/session/second-factor.ts';
import type { Exchange } from '@kerb/server/features/session/start-session.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { claimsOf } from '@kerb/server/platform/auth/authenticate.ts';
import { renewSignIn } from '@kerb/server/platform/auth/sign-ins.ts';
import { renewTokens, type TokenIssuer } from '@kerb/server/platform/auth/tokens.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { invalid, notPermitted, notSignedIn, recorded } from '@kerb/server/platform/problems/problem.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';

type Asked = Exchange & { by: By; actor: Actor; body: ProofOfIdentity };

export const notYourPassword = 'That is not your password.';

const missing = (field: keyof ProofOfIdentity) => invalid(fieldError(field, 'isEmpty', fieldWords.required));
const refused = (field: keyof ProofOfIdentity, words: string) =>
  recorded(invalid(fieldError(field, 'notValid', words)), 'proof-refused');

/**
 * A person confirms that it is still them, before they change a bank account, a role or something equally dangerous. It
 * asks for the same as a log in: the password, and with two-step login a code. The cookie and the tokens are replaced,
 * so that a copy of the old ones is worth nothing. A Payment URL has no password to ask for.
 */
export async function proveIdentity(deps: Deps, issuer: TokenIssuer, asked: Asked): Promise<Tokens> {
  const { by, actor, body, request } = asked;
  const claims = await claimsOf(issuer, request);
  if (!claims) throw notSignedIn();
  if (actor.onlyAgreementId !== undefined) throw notPermitted();
  const key = await issuer.keys.current();
  const { userId } = actor;
  const renew = async (work: Work, means: 'password' | 'password and second factor') => {
    await renewSignIn(work.tx, deps.config, asked, must(actor.signIn, 'sign-in of a request').id);
    await record(work, { activityCode: 'cred_auth', userId, description: 'Identity confirmed', data: { means } });
    return renewTokens(work.tx, issuer.issuer, key, claims);
  };

  const { isOn } = await secondFactorOf(deps.db, deps.config, userId);
  const { password, code } = body;
  if (password === undefined) throw missing('password');
  if (isOn && code === undefined) throw missing('code');
  const person = await checkOwnPassword(deps.db, { userId, password });
  if (!person) throw refused('password', notYourPassword);
  if (!isOn) return inTransaction(deps, by, (work) => renew(work, 'password'));
  const who = { userId, code: must(code, 'code of a proof'), attempts: ownCodes(userId) };
  const tokens = await withSecondFactor(deps, by, who, (work) => renew(work, 'password and second factor'));
  if (!tokens) throw refused('code', wrongSecondFactor);
  return tokens;
}
