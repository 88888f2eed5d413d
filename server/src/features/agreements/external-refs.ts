import { type AccessScope, accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import { seesTeamRecord } from '@kerb/domain/agreements/save.ts';
import { type Changes, changesBetween } from '@kerb/domain/audit/activity.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import {
  decideExternal,
  type External,
  externalRefTaken,
  isSent,
  type SentExternal,
} from '@kerb/domain/wire/external-refs.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import { invalid, mustAllow, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';

/** The kinds of records that another system can mark with its own id. */
export type ExternalKind = 'campaign' | 'payer' | 'document';

// biome-ignore format: a table
const kinds: Record<ExternalKind, { column: string; path: string; word: string }> = {
  campaign: { column: 'agreement_id',  path: '/v1/agreements',  word: 'campaign' },
  payer:    { column: 'signatory_id',  path: '/v1/signatories', word: 'payer' },
  document: { column: 'attachment_id', path: '/v1/attachments', word: 'document' },
};

/** Joined as `x` to a statement that reads records: one look into an index for each. */
export const externalJoin = (kind: ExternalKind, recordId: RawBuilder<unknown>) =>
  sql`left join external_refs x on x.${sql.raw(kinds[kind].column)} = ${recordId}`;
export const externalColumns = sql`x.external_ref, coalesce(x.metadata, '{}') as metadata`;

/** The ids of the records with this reference. It is unique within an organisation; callers may see several. */
export const withExternalRef = (kind: ExternalKind, externalRef: string, scope: AccessScope) => sql`
  select ${sql.raw(`r.${kinds[kind].column}`)} from external_refs r
  where r.kind = ${sql.lit(kind)} and r.external_ref = ${externalRef}
    and r.tenant_id ${scope.everything ? sql`is not null` : sql`= any(${[...scope.tenantIds, ...scope.ownTenantIds]}::bigint[])`}`;

/** The fields for the team and its programs. Payers never see them. */
export const shownExternal = (actor: Actor, record: External & { tenantId: number }): Partial<External> =>
  seesTeamRecord(standingTowards(actor, record)) ? { externalRef: record.externalRef, metadata: record.metadata } : {};

type Target = { kind: ExternalKind; id: number; tenantId: number; current: External; field?: string };

/** The record that has the reference already, if the caller may see it. */
async function takenBy(tx: Tx, scope: AccessScope, { kind, id, tenantId }: Target, ref: string) {
  const column = sql.raw(`r.${kinds[kind].column}`);
  // The scope of a write may be wider than what the caller reads.
  const readScope = accessScopeOf(scope.actor, 'agreement.read');
  const isSeen = readScope ? inScope(readScope) : sql`false`;
  const { rows } = await sql<{ id: number; isSeen: boolean }>`
    select ${column} as id, ${isSeen} as is_seen
    from external_refs r
    left join signatories p on p.id = r.signatory_id
    left join attachments d on d.id = r.attachment_id
    join agreements a on a.id = coalesce(r.agreement_id, p.agreement_id, d.agreement_id)
    where r.tenant_id = ${tenantId} and r.kind = ${kind} and r.external_ref = ${ref} and ${column} <> ${id}`.execute(
    tx,
  );
  return rows[0];
}

/** The lock lets two requests with the same reference run one after the other, so the second learns who has it. */
async function refuseTaken({ tx }: Work, scope: AccessScope, target: Target, ref: string): Promise<void> {
  const { kind, tenantId, field = '' } = target;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`external-ref ${tenantId} ${kind} ${ref}`}, 0))`.execute(
    tx,
  );
  const taken = await takenBy(tx, scope, target, ref);
  if (!taken) return;
  const { path, word } = kinds[kind];
  const words = taken.isSeen ? `The ${word} ${taken.id} already has this externalRef.` : externalRefTaken;
  throw new Problem(409, 'external-ref-taken', words, {
    validation: fieldError(`${field}externalRef`, 'conflictingValue', words),
    ...(taken.isSeen && { existing: { id: taken.id, href: `${path}/${taken.id}` } }),
  });
}

/**
 * Writes the reference and the metadata of a record whose campaign is locked. Returns what changed, for the log. Only
 * the team and its programs may send them.
 */
export async function saveExternal(
  work: Work,
  scope: AccessScope,
  target: Target,
  sent: SentExternal,
): Promise<Changes> {
  if (!isSent(sent)) return {};
  const { kind, id, tenantId, current, field = '' } = target;
  if (!seesTeamRecord(standingTowards(scope.actor, target))) {
    const name = sent.externalRef === undefined ? 'metadata' : 'externalRef';
    throw invalid(fieldError(`${field}${name}`, 'notValid', fieldWords.notChangeable));
  }
  const after = mustAllow(decideExternal(current, sent, field));
  if (after === null) return {};
  if (after.externalRef !== null && after.externalRef !== current.externalRef) {
    await refuseTaken(work, scope, target, after.externalRef);
  }
  const column = sql.raw(kinds[kind].column);
  await sql`
    insert into external_refs (tenant_id, kind, ${column}, external_ref, metadata)
    values (${tenantId}, ${kind}, ${id}, ${after.externalRef}, ${JSON.stringify(after.metadata)}::jsonb)
    on conflict (${column}) do update set external_ref = excluded.external_ref, metadata = excluded.metadata`.execute(
    work.tx,
  );
  return changesBetween(current, after);
}
