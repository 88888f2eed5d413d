import { must } from '@kerb/domain/kernel/must.ts';
import { erasureRefusedMessage } from '@kerb/domain/notifications/due-erasures.ts';
import { decideErasure, erasedAddress, erasedName } from '@kerb/domain/privacy/erasure.ts';
import { updatePayers } from '@kerb/server/features/payers/payers.repository.ts';
import { erasableName } from '@kerb/server/features/privacy/ask-erasure.ts';
import { eraseCampaign, erasureWords } from '@kerb/server/features/privacy/erase-campaign.ts';
import { blankCommentsNaming } from '@kerb/server/features/privacy/erase-comments.ts';
import {
  deletePhoto,
  type Files,
  filedByPayers,
  removeUnfiled,
} from '@kerb/server/features/privacy/erase-documents.ts';
import { eraseRemovedPayers, renameCampaign } from '@kerb/server/features/privacy/erase-removed.ts';
import { erasePayerAccount } from '@kerb/server/features/privacy/erase-user.ts';
import { type Erasable, erasableById, todayOf } from '@kerb/server/features/privacy/erasure.repository.ts';
import { type Traces, tracesOf } from '@kerb/server/features/privacy/payer-traces.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { removeStored } from '@kerb/server/platform/files/remove-stored.ts';
import { forEachRow } from '@kerb/server/platform/jobs/for-each-row.ts';
import { dropDataKey } from '@kerb/server/platform/privacy/data-keys.ts';
import { tellAdmins } from '@kerb/server/platform/second-person/tell-admins.ts';
import { byTheProduct, inTransaction, type Work } from '@kerb/server/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';

type Counts = Record<string, number>;

const countOf = async (tx: Tx, statement: RawBuilder<unknown>): Promise<number> =>
  Number((await statement.execute(tx)).numAffectedRows ?? 0n);

/**
 * Deletes the payer's own documents, with the key of each file. Its bytes are then unreadable, and removed later.
 * Documents of former payers are deleted with the last payer, because the records no longer say whose they are.
 */
async function deleteDocuments(tx: Tx, { id, agreementId }: Erasable, { userIds }: Traces): Promise<Files> {
  const { rows } = await sql<{ assetId: number }>`
    delete from attachments d where d.agreement_id = ${agreementId} and (
      d.signatory_id = ${id}
      or d.signatory_id is null and d.purpose = any(${filedByPayers}::text[]) and (
        d.uploaded_by_user_id = any(${userIds}::bigint[])
        or not exists (
          select from signatories p
          where p.agreement_id = ${agreementId} and p.id <> ${id} and p.erased_date is null)))
    returning d.asset_id`.execute(tx);
  return removeUnfiled(
    tx,
    rows.map(({ assetId }) => assetId),
  );
}

/**
 * The signed agreement of a campaign whose payers are all erased. Its record and its hash stay, because they are
 * evidence that nobody may delete; without the file's key nobody can read the file.
 */
async function dropSignedFiles(tx: Tx, agreementId: number): Promise<Files> {
  const { rows } = await sql<{ storageKey: string }>`
    update assets f set sealed_file_key = '', file_name = 'erased.pdf'
    from signed_documents d
    where d.agreement_id = ${agreementId} and d.asset_id = f.id and octet_length(f.sealed_file_key) > 0
      and not exists (select from signatories p where p.agreement_id = ${agreementId} and p.erased_date is null)
    returning f.storage_key`.execute(tx);
  if (rows.length > 0) {
    await sql`
      delete from attachments a using signed_documents d
      where d.agreement_id = ${agreementId} and a.asset_id = d.asset_id`.execute(tx);
  }
  return { storageKeys: rows.map(({ storageKey }) => storageKey), count: rows.length };
}

/** The list without the payer's addresses: others may be co-payers, whose record stays. */
const without = (column: string, addresses: readonly string[]) => sql`
  coalesce((select jsonb_agg(r) from jsonb_array_elements_text(${sql.ref(column)}) r
    where lower(r) <> all(${addresses}::text[])), '[]')`;

/** What was sent to the payer, and where it was sent. That it was sent stays. */
async function blankMessages(
  tx: Tx,
  { id, agreementId, surname }: Erasable,
  { userIds, addresses }: Traces,
): Promise<Counts> {
  const own = await countOf(
    tx,
    sql`update messages set recipient = ${erasedAddress('payer', id)}, subject = null, body = '', sealed_secrets = null,
        state = case when state in ('queued', 'held') then 'failed' else state end
      where signatory_id = ${id}
        or agreement_id = ${agreementId} and signatory_id is null
          and (user_id = any(${userIds}::bigint[]) or lower(recipient) = any(${addresses}::text[]))`,
  );
  // Messages to the team and to other payers that name them.
  const text = sql`concat(subject, ' ', body, ' ', recipient)`;
  const others = await countOf(
    tx,
    sql`update messages set subject = null, body = ''
      where agreement_id = ${agreementId} and signatory_id is distinct from ${id}
        and (strpos(${text}, ${surname}) > 0
          or exists (select from unnest(${addresses}::text[]) address where strpos(lower(${text}), address) > 0))`,
  );
  const reminders = await countOf(
    tx,
    sql`update loan_reminders set recipients = ${without('recipients', addresses)} where agreement_id = ${agreementId}`,
  );
  const invoices = await countOf(
    tx,
    sql`update loan_invoices set sent_to = ${without('sent_to', addresses)} where agreement_id = ${agreementId}`,
  );
  return { messages: own + others, reminders, invoices };
}

async function blankPayer({ tx, now }: Work, { id }: Erasable): Promise<Counts> {
  const drafts = await countOf(tx, sql`delete from payer_drafts where signatory_id = ${id}`);
  const identityChecks = await countOf(tx, sql`delete from identity_checks where signatory_id = ${id}`);
  const signIns = await countOf(tx, sql`delete from sign_ins where signatory_id = ${id}`);
  const references = await countOf(tx, sql`delete from external_refs where signatory_id = ${id}`);
  const codes = await countOf(tx, sql`delete from codes where starts_with(subject, ${`signatory ${id} `})`);
  await updatePayers(tx, [id], {
    ...erasedName,
    middleNames: null,
    emailAddress: erasedAddress('payer', id),
    mobilePhone: null,
    sealedDetails: null,
    paymentLinkHash: null,
    paymentLinkEndedDate: now,
    erasedDate: now,
    lastUpdateDate: now,
  });
  const requests = await countOf(
    tx,
    sql`update loan_requests set reason = '', can_pay = '', answer = null where signatory_id = ${id}`,
  );
  await sql`
    update loan_requests set facts = null where facts is not null
      and agreement_id = (select p.agreement_id from signatories p where p.id = ${id})`.execute(tx);
  await sql`update loan_request_signatures set legal_name = null, email_address = null, mobile_phone = null,
    user_agent = null, ip_address = null where signatory_id = ${id}`.execute(tx);
  return { requests, drafts, identityChecks, signIns, references, codes };
}

type Waiting = { id: number; actId: number; signatoryId: number | null; agreementId: number | null };
/** A waiting erasure of a payer. */
type OfPayer = Pick<Waiting, 'id' | 'actId'> & { signatoryId: number };

/** The campaign was opened again after a second person had confirmed: nothing is erased, and the admins are told. */
async function refuseErasure(work: Work, { id, actId }: OfPayer, payer: Erasable, because: string): Promise<void> {
  const { agreementId, tenantId } = payer;
  await work.tx
    .updateTable('erasures')
    .set({ finishedDate: work.now, refusedBecause: because })
    .where('id', '=', id)
    .execute();
  const data = { act: actId, payerNumber: payer.id };
  const description = erasureWords.refused;
  await record(work, { activityCode: 'signatory_update', description, agreementId, tenantId, data });
  const { brand } = work.deps.country;
  await tellAdmins(work, erasureRefusedMessage({ brand, name: erasableName(payer), because }));
}

/** The campaign is locked, so that nobody opens it again meanwhile. */
async function lockPayer({ tx, deps }: Work, signatoryId: number): Promise<Erasable> {
  await sql`
    select from agreements where id = (select agreement_id from signatories where id = ${signatoryId})
    for update`.execute(tx);
  return erasableById(tx, deps.country, signatoryId);
}

/** Erases one payer. All of it happens, or nothing. Returns the files whose bytes can be removed. */
async function erasePayer(work: Work, waiting: OfPayer): Promise<string[]> {
  const { id, actId, signatoryId } = waiting;
  const { tx, deps } = work;
  const payer = await lockPayer(work, signatoryId);
  const verdict = decideErasure(payer.facts, deps.country, todayOf(payer, work.now));
  if (!verdict.ok) {
    await refuseErasure(work, waiting, payer, verdict.because);
    return [];
  }
  const { agreementId, tenantId } = payer;
  const traces = await tracesOf(tx, payer);
  const documents = await deleteDocuments(tx, payer, traces);
  const counts: Counts = {
    documents: documents.count,
    ...(await blankMessages(tx, payer, traces)),
    ...(await blankPayer(work, payer)),
  };
  const { surname } = payer;
  counts.comments = await blankCommentsNaming(work, agreementId, { surname, addresses: traces.addresses });
  await renameCampaign(work, payer);
  await sql`select forget_signer(${signatoryId})`.execute(tx);
  const signed = await dropSignedFiles(tx, agreementId);
  counts.signedFiles = signed.count;
  const photo = await deletePhoto(tx, agreementId);
  counts.photos = photo.count;
  counts.accounts = 0;
  for (const userId of traces.userIds) counts.accounts += await erasePayerAccount(work, userId);
  counts.accounts += await eraseRemovedPayers(work, agreementId);
  await dropDataKey(tx, { kind: 'payer', id: signatoryId });
  // Values that name several payers at once, or an agent. The campaign is over, so nobody needs them.
  await dropDataKey(tx, { kind: 'campaign', id: agreementId });
  await tx
    .updateTable('erasures')
    .set({ finishedDate: work.now, counts: JSON.stringify(counts) })
    .where('id', '=', id)
    .execute();
  const data = { act: actId, payerNumber: signatoryId, erased: counts };
  await record(work, {
    activityCode: 'signatory_update',
    description: erasureWords.done,
    agreementId,
    tenantId,
    data,
  });
  return [documents, signed, photo].flatMap(({ storageKeys }) => storageKeys);
}

/** Undefined if another server carries it out, or has done so. */
const lockWaiting = async (tx: Tx, id: number): Promise<Waiting | undefined> => {
  const { rows } = await sql<Waiting>`
    select id, act_id, signatory_id, agreement_id from erasures where id = ${id} and finished_date is null
    for update skip locked`.execute(tx);
  return rows[0];
};

function carryOut(work: Work, { id, actId, signatoryId, agreementId }: Waiting): Promise<string[]> {
  if (signatoryId !== null) return erasePayer(work, { id, actId, signatoryId });
  return eraseCampaign(work, { id, actId, agreementId: must(agreementId, `subject of erasure ${id}`) });
}

async function eraseOne(deps: Deps, id: number): Promise<void> {
  const storageKeys = await inTransaction(deps, byTheProduct, async (work) => {
    const waiting = await lockWaiting(work.tx, id);
    return waiting ? carryOut(work, waiting) : [];
  });
  for (const key of storageKeys) await removeStored(deps, key);
}

/** Carries out the erasures that were confirmed, one at a time. An interrupted run goes on with the next one. */
export async function erasePersonalData(deps: Deps): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from erasures where finished_date is null order by id`.execute(deps.db);
  await forEachRow(
    deps,
    rows,
    ({ id }) => ({ kind: 'erasure', id }),
    ({ id }) => eraseOne(deps, id),
  );
}
