import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isOwnRecord } from '@kerb/domain/access/actor.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { hasProvedMailbox } from '@kerb/domain/payers/payer-proof.ts';
import { decideTermsVersion } from '@kerb/domain/signing/signing-rules.ts';
import { decideSubmission } from '@kerb/domain/signing/submission-rules.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { completeApplication } from '@kerb/server/features/payers/complete-application.ts';
import {
  readingOf,
  type SignatoryRecord,
  signatoriesInScope,
  updatePayers,
} from '@kerb/server/features/payers/payers.repository.ts';
import { termsOf } from '@kerb/server/features/signing/finance-terms.ts';
import { reviewOf } from '@kerb/server/features/signing/payer-flow.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { invalid, mustAllow, notFound } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** A payer who has already agreed to the same version need not agree again. */
function agreedVersion(signatory: SignatoryRecord, sent: string | undefined, inForce: string): string {
  if (sent !== undefined) return mustAllow(decideTermsVersion(sent, inForce));
  if (signatory.agreedTermsVersion === inForce) return inForce;
  throw invalid(fieldError('termsVersion', 'missing', 'Please read the terms and agree to them.'));
}

/** Whether a payer has filed an identity document, which an application may require. */
async function hasIdentityDocument(db: Database | Tx, signatoryId: number): Promise<boolean> {
  const document = await db
    .selectFrom('attachments')
    .select('id')
    .where('signatoryId', '=', signatoryId)
    .where('purpose', '=', 'vendor-id')
    .executeTakeFirst();
  return document !== undefined;
}

// biome-ignore format: a table
const submittedWords: Record<FinanceOptionCode, string> = {
  pn:  'Details confirmed and terms agreed to by a payer',
  pl:  'Finance application submitted by a payer',
  pos: 'Finance application submitted by a payer',
};

type Request = { id: number; termsVersion?: string | undefined };

/**
 * Submits one payer's part of the application. With the last part, the application is submitted. A payer who pays
 * upfront records here that they confirmed who they are and agreed to the terms.
 */
export async function submitApplication(work: Work, scope: AccessScope, { id, termsVersion }: Request): Promise<void> {
  const agreement = await lockCampaign(work.tx, scope, id);
  const signatories = await signatoriesInScope(readingOf(work), scope, { agreementId: id });
  const own = signatories.find((each) => isOwnRecord(scope.actor, each));
  if (!own) throw notFound('signatory');
  const hasDocument = await hasIdentityDocument(work.tx, own.id);
  const hasConfirmedDetails = (await reviewOf(work.tx, own.id)).reviewed.includes('payer-details');
  const facts = { hasIdentityDocument: hasDocument, hasConfirmedDetails };
  const isProved = hasProvedMailbox(scope.actor, own);
  mustAllow(decideSubmission(agreement, { ...own, ...facts, hasProvedMailbox: isProved }));
  const option = must(agreement.financeOptionCode, `option of campaign ${id}`);
  const agreed = agreedVersion(own, termsVersion, termsOf(work.deps, agreement, option).version);
  await updatePayers(work.tx, [own.id], {
    submittedDate: work.now,
    agreedTermsVersion: agreed,
    lastUpdateDate: work.now,
  });
  await record(work, {
    activityCode: 'application_update',
    description: submittedWords[option],
    agreementId: id,
    tenantId: agreement.tenantId,
    userId: own.userId,
    data: { termsVersion: agreed },
  });
  const submitted = { ...own, submittedDate: work.now };
  await completeApplication(
    work,
    agreement,
    signatories.map((each) => (each === own ? submitted : each)),
  );
}
