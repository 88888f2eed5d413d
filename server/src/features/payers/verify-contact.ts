import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isOwnRecord } from '@kerb/domain/access/actor.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { parseMobile } from '@kerb/domain/kernel/phone.ts';
import { emailCodeMessage, mobileCodeMessage } from '@kerb/domain/notifications/verification.ts';
import { detailsAreSigned } from '@kerb/domain/payers/payer-details.ts';
import { hasProvedMailbox, provedByCode, type SignInProof } from '@kerb/domain/payers/payer-proof.ts';
import { mobileFirst } from '@kerb/domain/payers/payer-rules.ts';
import type { ContactMethod } from '@kerb/domain/signing/signatories.contract.ts';
import { onceSigned } from '@kerb/domain/vocabulary/status-groups.ts';
import { findSignatory, type SignatoryRecord, updatePayers } from '@kerb/server/features/payers/payers.repository.ts';
import { recordOfPayer } from '@kerb/server/features/payers/record-of-payer.ts';
import { holdSignatory } from '@kerb/server/features/payers/save-signatory.ts';
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
import { invalid, mustAllow, notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';

type Way = {
  purpose: 'email' | 'mobile';
  channel: 'email' | 'sms';
  /** The address that the code is sent to. The code does not confirm an address that was changed later. */
  addressOf: (signatory: SignatoryRecord, deps: Pick<Deps, 'country'>) => string;
  confirmed: 'emailAddressConfirmationDate' | 'mobilePhoneConfirmationDate';
  codeSent: 'emailAddressCodeSentDate' | 'mobilePhoneCodeSentDate';
  words: (facts: Parameters<typeof emailCodeMessage>[0]) => { subject?: string; body: string };
  description: string;
};

function mobileOf({ mobilePhone }: SignatoryRecord, { country }: Pick<Deps, 'country'>): string {
  if (mobilePhone === null) {
    const because = mobileFirst;
    throw invalid(fieldError('mobilePhone', 'missing', because), because);
  }
  return mustAllow(parseMobile(mobilePhone, country));
}

const ways: Record<ContactMethod, Way> = {
  email: {
    purpose: 'email',
    channel: 'email',
    addressOf: ({ emailAddress }) => emailAddress,
    confirmed: 'emailAddressConfirmationDate',
    codeSent: 'emailAddressCodeSentDate',
    words: emailCodeMessage,
    description: 'Email address confirmed',
  },
  phone: {
    purpose: 'mobile',
    channel: 'sms',
    addressOf: mobileOf,
    confirmed: 'mobilePhoneConfirmationDate',
    codeSent: 'mobilePhoneCodeSentDate',
    words: mobileCodeMessage,
    description: 'Mobile phone confirmed',
  },
};

const codeFor = ({ purpose }: Way, { id }: SignatoryRecord, address: string): CodeFor => ({
  purpose,
  subject: `signatory ${id} ${address.toLowerCase()}`,
});

/** Whether the code proves the payer. A mobile alone does not: it may belong to the person who entered it. */
const provesPayer = (signatory: SignatoryRecord, { purpose }: Way, { asPayer, actor }: AccessScope): boolean =>
  asPayer && (purpose === 'email' || signatory.mobilePhoneConfirmedByPayer || hasProvedMailbox(actor, signatory));

/**
 * Whether another code would change nothing. Payers who have proved their mailbox may confirm again a mobile that staff
 * confirmed: it counts as the code of their application, and as a mobile of their own.
 */
function isConfirmed(signatory: SignatoryRecord, way: Way, scope: AccessScope): boolean {
  if (signatory[way.confirmed] === null) return false;
  if (!provesPayer(signatory, way, scope)) return true;
  if (signatory.applicationCodeDate === null) return false;
  return way.purpose === 'email' || signatory.mobilePhoneConfirmedByPayer;
}

const isClosed = ({ status, signatureDate }: SignatoryRecord): boolean =>
  onceSigned.includes(status) || signatureDate !== null;

/** Whether a code to this address would confirm it. */
export const isToConfirm = (signatory: SignatoryRecord, method: ContactMethod, scope: AccessScope): boolean =>
  !isConfirmed(signatory, ways[method], scope) && !isClosed(signatory);

function refuseConfirmed(signatory: SignatoryRecord, way: Way, scope: AccessScope): void {
  if (isConfirmed(signatory, way, scope))
    throw new Problem(409, 'already-confirmed', 'This has been confirmed already.');
  if (isClosed(signatory)) throw new Problem(409, 'details-closed', detailsAreSigned);
}

async function sendCode(work: Work, signatory: SignatoryRecord, way: Way, of: CodeFor): Promise<void> {
  await postMessage(work, {
    kind: 'contact-code',
    channel: way.channel,
    audience: 'vendor',
    recipient: way.addressOf(signatory, work.deps),
    isRequested: true,
    ...way.words({ ...ourContact(work.deps), firstName: signatory.firstName, campaignName: signatory.campaignName }),
    secrets: [await issueCode(work, of)],
    agreementId: signatory.agreementId,
    userId: signatory.userId,
  });
  await updatePayers(work.tx, [signatory.id], { [way.codeSent]: work.now });
}

type OwnCode = { signatory: SignatoryRecord; method: ContactMethod };

/** Stores what the payer's own code has proved in this sign-in; null if another person entered it. */
export async function proveByCode(work: Work, { signatory, method }: OwnCode): Promise<SignInProof | null> {
  const { actor } = work;
  if (!actor?.signIn || !isOwnRecord(actor, signatory)) return null;
  const proved = provedByCode(actor.signIn, method, signatory);
  if (actor.onlyAgreementId !== undefined) await proveSignIn(work.tx, actor.signIn, proved);
  return proved;
}

/** After the right code. One code is enough: it shows the sealed details too, if it proves the payer. */
export async function confirmContact(
  work: Work,
  scope: AccessScope,
  signatory: SignatoryRecord,
  method: ContactMethod,
): Promise<SignInProof | null> {
  const way = ways[method];
  const isProved = provesPayer(signatory, way, scope);
  const confirmed = {
    [way.confirmed]: work.now,
    // Staff may have set this mobile to their own and opened the link: the mobile alone does not prove the payer.
    ...(way.purpose === 'mobile' && { mobilePhoneConfirmedByPayer: isProved }),
    ...(isProved && { applicationCodeDate: signatory.applicationCodeDate ?? work.now }),
  };
  const proved = await proveByCode(work, { signatory: { ...signatory, ...confirmed }, method });
  await updatePayers(work.tx, [signatory.id], confirmed);
  await recordOfPayer(work, signatory, {
    description: way.description,
    data: { [way.confirmed]: { before: signatory[way.confirmed], after: work.now } },
  });
  return proved;
}

type Request = { id: number; contactMethod: ContactMethod; code?: string | undefined };

/**
 * Without a code, sends one. With a code, confirms the address. An empty code is ignored. Returns what the payer's
 * sign-in has proved then; null if nothing was proved.
 */
export async function verifyContact(
  deps: Deps,
  scope: AccessScope,
  by: By,
  { id, contactMethod, code }: Request,
): Promise<SignInProof | null> {
  const signatory = await findSignatory(deps, scope, id);
  if (!signatory || (scope.asPayer && !isOwnRecord(scope.actor, signatory))) throw notFound('signatory');
  if (code === '') return null;
  const way = ways[contactMethod];
  refuseConfirmed(signatory, way, scope);
  const of = codeFor(way, signatory, way.addressOf(signatory, deps));
  await (code === undefined ? countSend(deps.db, of) : countGuess(deps.db, of));
  const outcome = await inTransaction(deps, by, async (work) => {
    const held = (await holdSignatory(work, scope, id)).signatory;
    refuseConfirmed(held, way, scope);
    const heldOf = codeFor(way, held, way.addressOf(held, deps));
    if (code === undefined) {
      await sendCode(work, held, way, heldOf);
      return null;
    }
    if (!(await useCode(work, heldOf, code))) return 'wrong';
    return confirmContact(work, scope, held, contactMethod);
  });
  if (outcome === 'wrong') throw wrongCode('code');
  return outcome;
}
