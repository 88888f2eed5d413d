import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isOwnRecord } from '@kerb/domain/access/actor.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { parseMobile } from '@kerb/domain/kernel/phone.ts';
import { emailCodeMessage, mobileCodeMessage } from '@kerb/domain/notifications/verification.ts';
import { isLocked } from '@kerb/domain/payers/payer-details.ts';
import { otherAccount, payersCodeMethod, type SignInProof } from '@kerb/domain/payers/payer-proof.ts';
import { findSignatory, type SignatoryRecord } from '@kerb/server/features/payers/payers.repository.ts';
import { recordOfPayer } from '@kerb/server/features/payers/record-of-payer.ts';
import { holdSignatory } from '@kerb/server/features/payers/save-signatory.ts';
import { confirmContact, isToConfirm, proveByCode } from '@kerb/server/features/payers/verify-contact.ts';
import {
  type CodeFor,
  countGuess,
  countSend,
  issueCode,
  useCode,
  wrongCode,
} from '@kerb/server/platform/auth/codes.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { ourContact } from '@kerb/server/platform/outbox/campaign-senders.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { mustAllow, notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
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

type Request = { id: number; code?: string | undefined };

/**
 * Without a code, sends one to the payer's own mobile or mailbox. With the code, shows the sealed details. Returns what
 * the sign-in has proved then.
 */
export async function unlockDetails(
  deps: Deps,
  scope: AccessScope,
  by: By,
  { id, code }: Request,
): Promise<SignInProof | null> {
  const { signIn } = scope.actor;
  const signatory = await findSignatory(deps, scope, id);
  if (!signatory || !isOwnRecord(scope.actor, signatory)) throw notFound('signatory');
  if (!signIn || !isLocked(scope.actor, signatory)) {
    throw new Problem(409, 'not-locked', 'Your details are shown already.');
  }
  // A code counts for one record, and a sign-in with a password may have several.
  if (scope.actor.onlyAgreementId === undefined) throw new Problem(409, 'other-account', otherAccount);
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
