import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { AuthorisationMethod } from '@kerb/domain/signing/signing-rules.ts';
import type { SignatureEvent } from '@kerb/server/features/signing/signature-record.ts';
import type { SignatureEventKind } from '@kerb/server/platform/database/column-types.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** The signatures of a campaign that count. */
export const signaturesOf = (db: Database | Tx, agreementId: number) =>
  db
    .selectFrom('signatures')
    .selectAll()
    .where('agreementId', '=', agreementId)
    .where('voidedDate', 'is', null)
    .orderBy('id')
    .execute();

export const eventsOf = (db: Database, signatoryIds: readonly number[]): Promise<SignatureEvent[]> =>
  db
    .selectFrom('signatureEvents')
    .select(['signatoryId', 'date', 'kind', 'channel'])
    .where('signatoryId', 'in', signatoryIds)
    .orderBy('id')
    .execute();

type NewEvent = {
  agreementId: number;
  signatoryId: number;
  kind: SignatureEventKind;
  channel: AuthorisationMethod | null;
  /** The document that a code is for. */
  documentKey?: string;
};

export async function noteEvent(work: Work, { documentKey, ...event }: NewEvent): Promise<number> {
  const { ipAddress, actor, now } = work;
  const { id } = await work.tx
    .insertInto('signatureEvents')
    .values({ ...event, date: now, userId: actor?.userId ?? null, ipAddress, documentKey: documentKey ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The document that the latest code of a signatory is for; null if no code was sent. */
export async function documentOfCode(tx: Tx, signatoryId: number): Promise<string | null> {
  const sent = await tx
    .selectFrom('signatureEvents')
    .select('documentKey')
    .where('signatoryId', '=', signatoryId)
    .where('kind', '=', 'code-sent')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return sent?.documentKey ?? null;
}

/** A code that was accepted, and the document that it is for. The signature has the same time. */
export type EnteredCode = { at: Moment; documentKey: string };

/** The accepted code of an earlier, interrupted attempt; null if its signatory was removed. */
export async function findEnteredCode(db: Database, eventId: number): Promise<EnteredCode | null> {
  const entered = await db
    .selectFrom('signatureEvents')
    .select(['date', 'documentKey'])
    .where('id', '=', eventId)
    .executeTakeFirst();
  return entered?.documentKey ? { at: entered.date, documentKey: entered.documentKey } : null;
}
