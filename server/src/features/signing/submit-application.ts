import type { Sight } from '@kerb/domain/access/sight.ts';
import { decideStatusChange } from '@kerb/domain/agreements/transitions.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { decideSubmission, decideTermsVersion } from '@kerb/domain/signing/signing-rules.ts';
import { lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { moveTo } from '@kerb/server/features/agreements/change-status.ts';
import {
  hasIdentityDocument,
  type SignatoryRecord,
  signatoriesInSight,
} from '@kerb/server/features/payers/signatories.repository.ts';
import { termsOf } from '@kerb/server/features/signing/finance-terms.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { invalid, mustAllow, notFound } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** A payer who has already agreed to the same version need not agree again. */
function agreedVersion(signatory: SignatoryRecord, sent: string | undefined, inForce: string): string {
  if (sent !== undefined) return mustAllow(decideTermsVersion(sent, inForce));
  if (signatory.agreedTermsVersion === inForce) return inForce;
  throw invalid(fieldError('termsVersion', 'missing', 'Please read the terms and agree to them.'));
}

type Request = { id: number; termsVersion?: string | undefined };

/** Submits one payer's part of the application. With the last part, the application is submitted. */
export async function submitApplication(work: Work, sight: Sight, { id, termsVersion }: Request): Promise<void> {
  const agreement = await lockAgreement(work.tx, sight, id);
  if (!agreement) throw notFound('campaign');
  const reading = { db: work.tx, secrets: work.deps.secrets };
  const signatories = await signatoriesInSight(reading, sight, { agreementId: id });
  const own = signatories.find(({ userId }) => userId === sight.actor.userId);
  if (!own) throw notFound('signatory');
  const hasDocument = await hasIdentityDocument(work.tx, own.id, own.userId);
  mustAllow(decideSubmission(agreement, { ...own, hasIdentityDocument: hasDocument }));
  const agreed = agreedVersion(own, termsVersion, termsOf(work.deps, agreement, agreement.financeOptionCode!).version);
  await work.tx
    .updateTable('signatories')
    .set({ submittedDate: work.now, agreedTermsVersion: agreed, lastUpdateDate: work.now })
    .where('id', '=', own.id)
    .execute();
  await record(work, {
    activityCode: 'application_update',
    description: 'Finance application submitted by a payer',
    agreementId: id,
    tenantId: agreement.tenantId,
    userId: own.userId,
    data: { termsVersion: agreed },
  });
  const isWhole = signatories.every((each) => each === own || each.submittedDate !== null);
  if (!isWhole || agreement.status === 'waiting-approval') return;
  await moveTo(work, agreement, mustAllow(decideStatusChange(agreement, 'waiting-approval', 'product')));
}
