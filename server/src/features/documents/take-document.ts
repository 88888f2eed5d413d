import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { removalOf } from '@kerb/domain/documents/document-rights.ts';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { type AgreementRecord, lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { type DocumentRecord, documentsInScope } from '@kerb/server/features/documents/documents.repository.ts';
import { notFound, notPermitted, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Why a document of this purpose cannot be removed in the campaign's current status. */
const staying = (purpose: AttachmentPurpose): Problem =>
  purpose === 'lending-agreement'
    ? new Problem(409, 'agreement-signed', 'Lending documents stay once the agreement has been signed.')
    : new Problem(409, 'budget-fixed', 'Marketing documents stay once the marketing budget can no longer be changed.');

/** A document to remove or refile, with its campaign locked, because somebody else may do either first. */
export async function documentToTake(
  work: Work,
  scope: AccessScope,
  id: number,
): Promise<{ document: DocumentRecord; agreement: AgreementRecord }> {
  const [found] = await documentsInScope(work.tx, scope, { id });
  const agreement = found && (await lockAgreement(work.tx, scope, found.agreementId));
  const [document] = agreement ? await documentsInScope(work.tx, scope, { id }) : [];
  if (!document || !agreement) throw notFound('document');
  const removal = removalOf(document.purpose, standingTowards(scope.actor, agreement), agreement);
  if (removal === 'role') throw notPermitted();
  if (removal === 'status') throw staying(document.purpose);
  return { document, agreement };
}
