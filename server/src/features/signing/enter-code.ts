import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { Signed } from '@kerb/domain/signing/signing.contract.ts';
import { campaignInScope, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { proveByCode } from '@kerb/server/features/payers/verify-contact.ts';
import { otherAgreement } from '@kerb/server/features/signing/agreement-paper.ts';
import { changedSince, endOutdatedSignatures } from '@kerb/server/features/signing/end-changed-signatures.ts';
import { readSigning, type SignRequest } from '@kerb/server/features/signing/prepare-signature.ts';
import { addressFor, signingCodeFor } from '@kerb/server/features/signing/request-signature.ts';
import { documentOfCode, type EnteredCode, noteEvent } from '@kerb/server/features/signing/signatures.repository.ts';
import { countGuess, useCode, wrongCode } from '@kerb/server/platform/auth/codes.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Once } from '@kerb/server/platform/http/idempotency.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';

type Asked = { request: SignRequest; once: Once<Signed> };
/** A refusal is returned, not thrown: what it wrote must be committed. */
type Outcome = EnteredCode | Problem;

/**
 * Compares the code under the campaign's lock. The code authorises one document, as it was when the code was sent. If
 * it is right, the request's key remembers it: a repeated request continues without a code.
 */
async function compare(work: Work, scope: AccessScope, { request, once }: Asked): Promise<Outcome> {
  const agreement = await lockCampaign(work.tx, scope, request.id);
  const reading = { ...work.deps, db: work.tx };
  const { signatory, method, paper } = await readSigning(reading, scope, { request, agreement });
  const ended = await endOutdatedSignatures(work, agreement, paper);
  if (ended.length > 0) return changedSince(ended);
  const sentFor = await documentOfCode(work.tx, signatory.id);
  if (sentFor !== null && sentFor !== paper.key) return otherAgreement();
  const of = signingCodeFor(signatory, method, addressFor(method, signatory));
  const isRight = await useCode(work, of, request.body.authorisationCode ?? '');
  const kind = isRight ? 'code-entered' : 'code-failed';
  const about = { agreementId: agreement.id, signatoryId: signatory.id, channel: method, documentKey: paper.key };
  const eventId = await noteEvent(work, { ...about, kind });
  if (!isRight) return wrongCode('authorisationCode');
  await proveByCode(work, { signatory, method: method === 'sms' ? 'phone' : 'email' });
  await once.remember(work.tx, eventId);
  return { at: work.now, documentKey: paper.key };
}

/** The first transaction of a signature. Nothing is drawn before the code is accepted. */
export async function enterCode(deps: Deps, scope: AccessScope, by: By, asked: Asked): Promise<EnteredCode> {
  const { request } = asked;
  const agreement = await campaignInScope(deps.db, scope, request.id);
  const { signatory, method } = await readSigning(deps, scope, { request, agreement });
  await countGuess(deps.db, signingCodeFor(signatory, method, addressFor(method, signatory)));
  const outcome = await inTransaction(deps, by, (work) => compare(work, scope, asked));
  if (outcome instanceof Problem) throw outcome;
  return outcome;
}
