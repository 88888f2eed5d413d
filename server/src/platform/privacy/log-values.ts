import type { Actor } from '@kerb/domain/access/actor.ts';
import { isPayer } from '@kerb/domain/access/actor.ts';
import {
  erasedWord,
  payerWord,
  personalInCampaigns,
  sealedWord,
  withoutPersonal,
} from '@kerb/domain/audit/personal-fields.ts';
import { loggedName } from '@kerb/domain/session/view-as.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import {
  type DataKey,
  type DataSubject,
  dataKeyOf,
  dataKeysOf,
  openUnder,
  sealUnder,
} from '@kerb/server/platform/privacy/data-keys.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';

/** Personal values of a log entry are encrypted for the log: they cannot be decrypted in another table. */
const logOwner = 'log entry';

export type LogSubject = {
  agreementId?: number | null | undefined;
  tenantId?: number | null | undefined;
  /** The user whom the entry is about. */
  userId?: number | null | undefined;
  /** A payer who acts themselves. */
  payerUserId?: number | null | undefined;
};

/** The product's own entries, about nobody. */
const ownSubject: DataSubject = { kind: 'organisation', id: 0 };

async function payerOf(tx: Tx, { agreementId, userId, payerUserId }: LogSubject): Promise<DataSubject | null> {
  if (agreementId == null || (userId == null && payerUserId == null)) return null;
  const { rows } = await sql<{ id: number }>`
    select p.id from signatories p
    where p.agreement_id = ${agreementId} and (
      p.user_id in (${userId ?? null}::bigint, ${payerUserId ?? null}::bigint)
      -- The account that they had before their address was changed.
      or exists (
        select from former_payer_users f
        where f.signatory_id = p.id and f.user_id in (${userId ?? null}::bigint, ${payerUserId ?? null}::bigint)))
    order by p.user_id is not distinct from ${userId ?? null}::bigint desc, p.id limit 1`.execute(tx);
  return rows[0] ? { kind: 'payer', id: rows[0].id } : null;
}

/** Whose key encrypts the personal values of an entry: the narrowest that it names. */
export async function subjectOfEntry(tx: Tx, about: LogSubject): Promise<DataSubject> {
  const { agreementId, tenantId, userId, payerUserId } = about;
  const payer = await payerOf(tx, about);
  if (payer) return payer;
  if (userId != null) return { kind: 'user', id: userId };
  if (agreementId != null) return { kind: 'campaign', id: agreementId };
  if (payerUserId != null) return { kind: 'user', id: payerUserId };
  return tenantId == null ? ownSubject : { kind: 'organisation', id: tenantId };
}

/** The name of an actor for the log, without that of a payer. */
export const plainNameOf = (actor: Actor): string =>
  loggedName(isPayer(actor.role) ? { ...actor, displayName: payerWord } : actor);

export type LogValues = { userName: string; data: object };
export type StoredValues = { userName: string; logData: string; sealedData: Buffer | null; dataKeyId: number | null };

const erased = (text: string): string => text.replaceAll(`"${sealedWord}"`, `"${erasedWord}"`);

/** The values as the log stores them: the personal ones encrypted with the key of their subject. */
export async function sealValues(
  { tx, secrets }: { tx: Tx; secrets: Secrets },
  { userName, data }: LogValues,
  plainName: string,
  about: LogSubject,
): Promise<StoredValues> {
  const plain = withoutPersonal(data, about.agreementId == null ? [] : personalInCampaigns);
  if (plain === data && plainName === userName) {
    return { userName, logData: JSON.stringify(data), sealedData: null, dataKeyId: null };
  }
  const key = await dataKeyOf(tx, secrets, await subjectOfEntry(tx, about));
  const logData = JSON.stringify(plain);
  if (!key) return { userName: plainName, logData: erased(logData), sealedData: null, dataKeyId: null };
  const sealedData = sealUnder(key, { userName, data }, logOwner);
  return { userName: plainName, logData, sealedData, dataKeyId: key.id };
}

/** The entries with their personal values, or with a word in place of those that were erased. */
export async function openValues<Row extends StoredValues>(
  db: Database | Tx,
  secrets: Secrets,
  rows: readonly Row[],
): Promise<(Omit<Row, 'sealedData' | 'dataKeyId'> & { userName: string; logData: string })[]> {
  const ids = [...new Set(rows.flatMap(({ dataKeyId }) => dataKeyId ?? []))];
  return openWith(await dataKeysOf(db, secrets, ids), rows);
}

/** The same with keys that were read together with the entries. */
export function openWith<Row extends StoredValues>(keys: ReadonlyMap<number, DataKey>, rows: readonly Row[]) {
  return rows.map(({ sealedData, dataKeyId, ...row }) => {
    if (sealedData === null || dataKeyId === null) return row;
    const key = keys.get(dataKeyId);
    if (!key) return { ...row, logData: erased(row.logData) };
    const { userName, data } = openUnder(key, sealedData, logOwner) as LogValues;
    return { ...row, userName, logData: JSON.stringify(data) };
  });
}
