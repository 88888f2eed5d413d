import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { parseMobile } from '@kerb/domain/kernel/phone.ts';
import { emailCodeMessage, mobileCodeMessage } from '@kerb/domain/notifications/verification.ts';
import { detailsAreSigned } from '@kerb/domain/payers/payer-details.ts';
import { mobileFirst } from '@kerb/domain/payers/payer-rules.ts';
import type { ContactMethod } from '@kerb/domain/signing/signatories.contract.ts';
import { onceSigned } from '@kerb/domain/vocabulary/status-groups.ts';
import { findSignatory, type SignatoryRecord, updatePayers } from '@kerb/server/features/payers/payers.repository.ts';
import { holdSignatory } from '@kerb/server/features/payers/save-signatory.ts';
import { record } from '@kerb/server/platform/audit.ts';
import {
  type CodeFor,
  countGuess,
  countSend,
  issueCode,
  useCode,
  wrongCode,
} from '@kerb/server/platform/auth/codes.ts';
import { unlockSignIn } from '@kerb/server/platform/auth/sign-ins.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { invalid, mustAllow, notFound, Problem } from '@kerb/server/platform/http/problem.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';

type Way = {
  purpose: 'email' | 'mobile';
  channel: 'email' | 'sms';
  /** The address that the code is sent to. The code does not confirm an address that was changed later. */
  addressOf: (signatory: SignatoryRecord, deps: Pick<Deps, 'country'>) => string;
  confirmed: 'emailAddressConfirmationDate' | 'mobilePhoneConfirmationDate';
  codeSent: 'emailAddressCodeSentDate' | 'mobilePhoneCodeSentDate';
  words: (country: Deps['country']) => { subject?: string; body: string };
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

/** Payers may confirm again a mobile that staff confirmed. Only then may others sign for them. */
const isConfirmed = (signatory: SignatoryRecord, { confirmed, purpose }: Way, scope: AccessScope): boolean =>
  purpose === 'mobile' && scope.asPayer
    ? signatory[confirmed] !== null && signatory.mobilePhoneConfirmedByPayer
    : signatory[confirmed] !== null;

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
    ...way.words(work.deps.country),
    secrets: [await issueCode(work, of)],
    agreementId: signatory.agreementId,
    userId: signatory.userId,
  });
  await updatePayers(work.tx, [signatory.id], { [way.codeSent]: work.now });
}

/** After the right code. */
export async function confirmContact(
  work: Work,
  scope: AccessScope,
  signatory: SignatoryRecord,
  method: ContactMethod,
): Promise<void> {
  const way = ways[method];
  // One code is enough: it shows the sealed details too.
  if (signatory.userId === work.actor?.userId) await unlockSignIn(work.tx, work.actor);
  await updatePayers(work.tx, [signatory.id], {
    [way.confirmed]: work.now,
    ...(way.purpose === 'mobile' && { mobilePhoneConfirmedByPayer: scope.asPayer }),
  });
  await record(work, {
    activityCode: 'signatory_update',
    description: way.description,
    agreementId: signatory.agreementId,
    tenantId: signatory.tenantId,
    userId: signatory.userId,
    data: { [way.confirmed]: { before: signatory[way.confirmed], after: work.now } },
  });
}

type Request = { id: number; contactMethod: ContactMethod; code?: string | undefined };

/** Without a code, sends one. With a code, confirms the address. An empty code is ignored. */
export async function verifyContact(
  deps: Deps,
  scope: AccessScope,
  by: By,
  { id, contactMethod, code }: Request,
): Promise<void> {
  const signatory = await findSignatory(deps, scope, id);
  if (!signatory || (scope.asPayer && signatory.userId !== scope.actor.userId)) throw notFound('signatory');
  if (code === '') return;
  const way = ways[contactMethod];
  refuseConfirmed(signatory, way, scope);
  const of = codeFor(way, signatory, way.addressOf(signatory, deps));
  await (code === undefined ? countSend(deps.db, of) : countGuess(deps.db, of));
  const isDone = await inTransaction(deps, by, async (work) => {
    const held = (await holdSignatory(work, scope, id)).signatory;
    refuseConfirmed(held, way, scope);
    const heldOf = codeFor(way, held, way.addressOf(held, deps));
    if (code === undefined) {
      await sendCode(work, held, way, heldOf);
      return true;
    }
    if (!(await useCode(work, heldOf, code))) return false;
    await confirmContact(work, scope, held, contactMethod);
    return true;
  });
  if (!isDone) throw wrongCode('code');
}
