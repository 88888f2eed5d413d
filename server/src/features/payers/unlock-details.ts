import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { type Actor, isOwnRecord } from '@kerb/domain/access/actor.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { parseMobile } from '@kerb/domain/kernel/phone.ts';
import { emailCodeMessage, mobileCodeMessage } from '@kerb/domain/notifications/verification.ts';
import { isLocked } from '@kerb/domain/payers/payer-details.ts';
import { isAccountOf, otherAccount, payersCodeMethod, type SignInProof } from '@kerb/domain/payers/payer-proof.ts';
import { passkeyRefused } from '@kerb/domain/session/passkey-rules.ts';
import type { UsedCredential } from '@kerb/domain/session/passkeys.contract.ts';
import { findSignatory, type SignatoryRecord } from '@kerb/server/features/payers/payers.repository.ts';
import { recordOfPayer } from '@kerb/server/features/payers/record-of-payer.ts';
import { holdSignatory } from '@kerb/server/features/payers/save-signatory.ts';
import { confirmContact, isToConfirm, proveByCode } from '@kerb/server/features/payers/verify-contact.ts';
import { unlockingPasskey } from '@kerb/server/features/session/unlock-by-passkey.ts';
import { countUse, type ProvedPasskey } from '@kerb/server/features/session/use-passkey.ts';
import {
  type CodeFor,
  countGuess,
  countSend,
  issueCode,
  useCode,
  wrongCode,
} from '@kerb/server/platform/auth/codes.ts';
import { proveSignIn } from '@kerb/server/platform/auth/sign-ins.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { ourContact } from '@kerb/server/platform/outbox/campaign-senders.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { invalid, mustAllow, notFound, Problem, recorded } from '@kerb/server/platform/problems/problem.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';

/** Bound to one sign-in: a code that was sent for another browser shows nothing here. */
const codeFor = ({ id }: SignatoryRecord, signInId: number): CodeFor => ({
  purpose: 'unlock',
  subject: `signatory ${id} sign-in ${signInId}`,
});

/** Limits count by payer: a person with the link can open it again and again, each time with a new sign-in. */
const countedAs = ({ id }: SignatoryRecord): CodeFor => ({ purpose: 'unlock', subject: `signatory ${id}` });

async function send(work: Work, signatory: SignatoryRecord, of: CodeFor): Promise<void> {
  const { country } = work.deps;
  // Each sign-in has its own code, so unused ones would pile up.
  await work.tx.deleteFrom('codes').where('purpose', '=', of.purpose).where('expiryDate', '<=', work.now).execute();
  const about = { kind: 'unlock-code', audience: 'vendor', agreementId: signatory.agreementId } as const;
  const secrets = [await issueCode(work, of)];
  const to = { ...about, isRequested: true, secrets, userId: signatory.userId };
  const { firstName, campaignName } = signatory;
  const facts = { ...ourContact(work.deps), firstName, campaignName };
  if (payersCodeMethod(signatory) === 'email') {
    const recipient = signatory.emailAddress;
    return postMessage(work, { ...to, channel: 'email', recipient, ...emailCodeMessage(facts) });
  }
  const recipient = mustAllow(parseMobile(must(signatory.mobilePhone, 'confirmed mobile'), country));
  return postMessage(work, { ...to, channel: 'sms', recipient, ...mobileCodeMessage(facts) });
}

/** The code proves the mailbox too, so a payer who has confirmed nothing yet is not asked for another one. */
async function unlock(work: Work, scope: AccessScope, signatory: SignatoryRecord): Promise<SignInProof | null> {
  const method = payersCodeMethod(signatory);
  const proved = isToConfirm(signatory, method, scope)
    ? await confirmContact(work, scope, signatory, method)
    : await proveByCode(work, { signatory, method });
  await recordOfPayer(work, signatory, { description: 'Details shown after a code', isOnlyRead: true });
  return proved;
}

/** A passkey proves what a password of the account would: the payer, if the account has the payer's address. */
async function unlockByPasskey(work: Work, signatory: SignatoryRecord, passkey: ProvedPasskey) {
  const signIn = must(work.actor?.signIn, 'sign-in of a payer');
  if (!(await countUse(work.tx, passkey))) return 'wrong';
  const proved: SignInProof = { isUnlocked: true, isFromMailbox: true };
  await proveSignIn(work.tx, signIn, proved);
  await recordOfPayer(work, signatory, { description: 'Details shown after a passkey', isOnlyRead: true });
  return proved;
}

const wrongPasskey = () => recorded(invalid(fieldError('passkey', 'notValid', passkeyRefused)), 'proof-refused');

/** Whether a passkey of the payer, if they have one, shows their details in this sign-in. */
export const mayUsePasskey = (actor: Actor, signatory: SignatoryRecord): boolean =>
  actor.onlyAgreementId !== undefined &&
  !actor.signIn?.openedBy &&
  !actor.viewedBy &&
  isLocked(actor, signatory) &&
  isAccountOf(actor, signatory);

type Request = { id: number; code?: string | undefined; passkey?: UsedCredential | undefined };

/**
 * Without a code, sends one to the payer's own mobile or mailbox. With the code, or with a passkey of the payer, shows
 * the sealed details. Returns what the sign-in has proved then.
 */
export async function unlockDetails(
  deps: Deps,
  scope: AccessScope,
  by: By,
  { id, code, passkey }: Request,
): Promise<SignInProof | null> {
  const { signIn } = scope.actor;
  const signatory = await findSignatory(deps, scope, id);
  if (!signatory || !isOwnRecord(scope.actor, signatory)) throw notFound('signatory');
  if (!signIn || !isLocked(scope.actor, signatory)) {
    throw new Problem(409, 'not-locked', 'Your details are shown already.');
  }
  // A code counts for one record, and a sign-in with a password may have several.
  if (scope.actor.onlyAgreementId === undefined) throw new Problem(409, 'other-account', otherAccount);
  if (passkey) {
    await countGuess(deps.db, countedAs(signatory));
    const used = isAccountOf(scope.actor, signatory) ? await unlockingPasskey(deps, scope.actor, passkey) : null;
    if (!used) throw wrongPasskey();
    const shown = await inTransaction(deps, by, async (work) =>
      unlockByPasskey(work, (await holdSignatory(work, scope, id)).signatory, used),
    );
    if (shown === 'wrong') throw wrongPasskey();
    return shown;
  }
  await (code === undefined ? countSend(deps.db, countedAs(signatory)) : countGuess(deps.db, countedAs(signatory)));
  const outcome = await inTransaction(deps, by, async (work) => {
    const held = (await holdSignatory(work, scope, id)).signatory;
    const of = codeFor(held, signIn.id);
    if (code !== undefined) return (await useCode(work, of, code)) ? unlock(work, scope, held) : 'wrong';
    await send(work, held, of);
    return null;
  });
  if (outcome === 'wrong') throw wrongCode('code');
  return outcome;
}
