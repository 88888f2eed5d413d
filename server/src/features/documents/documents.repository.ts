import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import { maySeeDocument } from '@kerb/domain/documents/document-rights.ts';
import type { Asset, Attachment, AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import { hiddenFileName, isLocked, seesAccounts } from '@kerb/domain/payers/payer-details.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { External } from '@kerb/domain/wire/external-refs.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import {
  externalColumns,
  externalJoin,
  shownExternal,
  withExternalRef,
} from '@kerb/server/features/agreements/external-refs.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { sql } from 'kysely';

export type DocumentRecord = External & {
  id: number;
  purpose: AttachmentPurpose;
  uploadDate: string;
  agreementId: number;
  tenantId: number;
  signatoryId: number | null;
  signatoryUserId: number | null;
  payerEmailAddress: string | null;
  payerFirst: string | null;
  payerLast: string | null;
  uploadedByUserId: number | null;
  uploaderFirst: string | null;
  uploaderLast: string | null;
  assetId: number;
  fileName: string;
  contentType: string;
  size: number;
};

const isFor = (actor: Actor, document: DocumentRecord): boolean =>
  maySeeDocument(actor, standingTowards(actor, document), document);

/** An identity document has no name until the payer enters a code, and cannot be opened. */
const isHidden = (actor: Actor, { purpose, payerEmailAddress: emailAddress }: DocumentRecord): boolean =>
  purpose === 'vendor-id' && isLocked(actor, { emailAddress });
const nameFor = (actor: Actor, document: DocumentRecord): string =>
  isHidden(actor, document) ? hiddenFileName : document.fileName;

type Which = { id?: number; agreementId?: number; assetId?: number; externalRef?: string; ids?: readonly number[] };

/** The requested documents that this actor may see. Every read of a document goes through here. */
export async function documentsInScope(db: Database | Tx, scope: AccessScope, which: Which): Promise<DocumentRecord[]> {
  const { id = null, agreementId = null, assetId = null, externalRef = null, ids = null } = which;
  const { rows } = await sql<DocumentRecord>`
    select d.id, d.purpose, d.upload_date, d.agreement_id, a.tenant_id, d.signatory_id,
      p.user_id as signatory_user_id, p.email_address as payer_email_address, p.first_name as payer_first,
      p.surname as payer_last, d.uploaded_by_user_id, coalesce(o.first_name, u.first_name) as uploader_first,
      coalesce(o.surname, u.surname) as uploader_last, d.asset_id, f.file_name, f.content_type, f.size,
      ${externalColumns}
    from attachments d
    join agreements a on a.id = d.agreement_id
    join assets f on f.id = d.asset_id
    left join signatories p on p.id = d.signatory_id
    left join users u on u.id = d.uploaded_by_user_id
    -- A payer has the name that the organisation gave, not that of an account.
    left join signatories o on o.agreement_id = d.agreement_id and o.user_id = d.uploaded_by_user_id
    ${externalJoin('document', sql`d.id`)}
    where ${inScope(scope)}
      ${ids === null ? sql`` : sql`and d.id = any(${ids}::bigint[])`}
      ${externalRef === null ? sql`` : sql`and d.id in (${withExternalRef('document', externalRef, scope)})`}
      ${id === null ? sql`` : sql`and d.id = ${id}`}
      ${agreementId === null ? sql`` : sql`and d.agreement_id = ${agreementId}`}
      ${assetId === null ? sql`` : sql`and d.asset_id = ${assetId}`}
    order by d.id`.execute(db);
  return rows.filter((row) => isFor(scope.actor, row)).map((row) => ({ ...row, fileName: nameFor(scope.actor, row) }));
}

/** The document, or a 404. */
export async function documentInScope(db: Database | Tx, scope: AccessScope, id: number): Promise<DocumentRecord> {
  const [document] = await documentsInScope(db, scope, { id });
  if (!document) throw notFound('document');
  return document;
}

export const findAsset = (db: Database | Tx, id: number) =>
  db.selectFrom('assets').selectAll().where('id', '=', id).executeTakeFirst();

export async function isAttached(db: Database | Tx, assetId: number): Promise<boolean> {
  const row = await db.selectFrom('attachments').select('id').where('assetId', '=', assetId).executeTakeFirst();
  return row !== undefined;
}

export const assetView = (asset: { id: number; fileName: string; contentType: string; size: number }): Asset => ({
  id: asset.id,
  href: `/v1/assets/${asset.id}`,
  fileName: asset.fileName,
  contentType: asset.contentType,
  size: asset.size,
});

/** The name of the payer whom a document is about, for the log; empty if it is about nobody. */
export function payerInLog({ payerFirst, payerLast }: Pick<DocumentRecord, 'payerFirst' | 'payerLast'>) {
  const payer = displayName({ firstName: payerFirst ?? '', surname: payerLast ?? '' });
  return payer ? { payer } : {};
}

const nameOf = ({ uploaderFirst, uploaderLast }: DocumentRecord): string | null =>
  displayName({ firstName: uploaderFirst ?? '', surname: uploaderLast ?? '' }) || null;

export const documentView = (document: DocumentRecord, actor: Actor): Attachment => ({
  id: document.id,
  href: `/v1/attachments/${document.id}`,
  purpose: document.purpose,
  uploadDate: document.uploadDate,
  agreement: document.agreementId,
  signatory: document.signatoryId,
  uploadedByUser: seesAccounts(actor) ? document.uploadedByUserId : null,
  uploadedByName: nameOf(document),
  ...(isHidden(actor, document) && { isLocked: true }),
  ...shownExternal(actor, document),
  asset: assetView({ ...document, id: document.assetId }),
});
