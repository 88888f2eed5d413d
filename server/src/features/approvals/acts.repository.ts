import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { PendingAct } from '@kerb/domain/second-person/acts.contract.ts';
import { type ActKind, type ActOutcome, actsAboutUsers } from '@kerb/domain/second-person/acts.ts';
import { type Asker, decideSecond, type SecondPerson } from '@kerb/domain/second-person/second-person.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { pageClause, readPage } from '@kerb/server/platform/database/lists.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { type ActPayload, payloadOwner } from '@kerb/server/platform/second-person/pending-acts.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import { type RawBuilder, sql } from 'kysely';

export type ActRow = {
  id: number;
  kind: ActKind;
  subjectId: number;
  sealedPayload: Buffer | null;
  payloadOwner: string;
  reason: string;
  askedByUserId: number;
  askedByName: string;
  askedDate: Moment;
  expiryDate: Moment;
  decidedByUserId: number | null;
  decidedByName: string | null;
  decidedDate: Moment | null;
  outcome: ActOutcome | null;
  note: string | null;
};

const mostPerPage = 100;

const selectActs = (rest: RawBuilder<unknown>) => sql<ActRow>`
  select p.*, a.first_name || ' ' || a.surname as asked_by_name,
    d.first_name || ' ' || d.surname as decided_by_name
  from pending_acts p join users a on a.id = p.asked_by_user_id left join users d on d.id = p.decided_by_user_id
  ${rest}`;

export async function lockAct(tx: Tx, id: number): Promise<ActRow> {
  const { rows } = await selectActs(sql`where p.id = ${id} for update of p`).execute(tx);
  if (!rows[0]) throw notFound('request');
  return rows[0];
}

export async function actById(db: Database | Tx, id: number): Promise<ActRow> {
  const { rows } = await selectActs(sql`where p.id = ${id}`).execute(db);
  if (!rows[0]) throw notFound('request');
  return rows[0];
}

/** The open acts that a person asked for, locked. */
export async function openActsOf(tx: Tx, userId: number): Promise<ActRow[]> {
  const { rows } = await selectActs(
    sql`where p.asked_by_user_id = ${userId} and p.outcome is null order by p.id for update of p`,
  ).execute(tx);
  return rows;
}

/** The open acts that change this user, locked. */
export async function openActsAbout(tx: Tx, userId: number): Promise<ActRow[]> {
  const { rows } = await selectActs(
    sql`where p.subject_id = ${userId} and p.kind = any(${[...actsAboutUsers]}::text[]) and p.outcome is null
      order by p.id for update of p`,
  ).execute(tx);
  return rows;
}

/** The open ones first, each group with the newest first. */
export async function listActs(db: Database, query: { page: number; perPage: number }) {
  const select = selectActs(sql`order by (p.outcome is null) desc, p.id desc ${pageClause(query, mostPerPage)}`);
  return readPage(db, { select, counted: sql`from pending_acts` });
}

/** The next open acts whose time is over, after an id. */
export async function overdueActs(db: Database, now: Moment, after: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from pending_acts
    where outcome is null and expiry_date <= ${now} and id > ${after} order by id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

export const payloadOf = (secrets: Secrets, { sealedPayload, payloadOwner: uuid }: ActRow): ActPayload =>
  sealedPayload === null ? {} : JSON.parse(secrets.personal.decrypt(sealedPayload, payloadOwner(uuid)).toString());

const step = (date: Moment | null, user: number | null, userName: string | null) =>
  date === null ? null : { date, user, userName: userName ?? '' };

type Reader = { person: SecondPerson; asker: Asker; now: Moment };
type Subject = Pick<PendingAct, 'subject' | 'changes'>;

export function actView(row: ActRow, { subject, changes }: Subject, { person, asker, now }: Reader): PendingAct {
  const { id, kind, reason, expiryDate, outcome, note } = row;
  const verdict = decideSecond(asker, person, now);
  return {
    ...{ id, href: `/v1/pending-acts/${id}`, kind, subject, changes, reason, expiryDate, outcome, note },
    asked: { date: row.askedDate, user: row.askedByUserId, userName: row.askedByName },
    isOwn: row.askedByUserId === person.userId,
    refusal: outcome === null && !verdict.ok ? verdict.because : null,
    decided: step(row.decidedDate, row.decidedByUserId, row.decidedByName),
  };
}
