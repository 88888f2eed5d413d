import type { Sight } from '@kerb/domain/access/sight.ts';
import type { listQuery } from '@kerb/domain/agreements/agreements.contract.ts';
import { type SearchWord, searchWords, statusesNamed } from '@kerb/domain/agreements/search-words.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { inSight } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { TallyFilter, TallyScope } from '@kerb/server/features/agreements/tallies.ts';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';

export type ListQuery = z.output<typeof listQuery>;
export type Condition = RawBuilder<unknown>;

export const all = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `);

/** An empty list of statuses or options means no filter. */
export const chosen = <Value>(values: readonly Value[] | undefined): readonly Value[] | undefined =>
  values && values.length > 0 ? values : undefined;

/**
 * If only statuses, options and flags filter all campaigns (null) or one organisation's (its id), the tallies give the
 * total. Undefined otherwise.
 */
export function talliedScope(sight: Sight, query: ListQuery): TallyScope | undefined {
  const { tenantId, propertyId, agentUserId, signatoryUserId } = query;
  if ([propertyId, agentUserId, signatoryUserId].some((value) => value !== undefined)) return undefined;
  if (sight.everything) return tenantId ?? null;
  const [only, ...more] = [...sight.tenantIds, ...sight.ownTenantIds];
  const wanted = tenantId ?? (more.length === 0 ? only : undefined);
  return wanted !== undefined && sight.tenantIds.includes(wanted) ? wanted : undefined;
}

/** The scope: the caller's sight, and within it one organisation, property, agent or payer. */
export function scopeConditions(sight: Sight, query: ListQuery): Condition[] {
  const { tenantId, propertyId, agentUserId, signatoryUserId } = query;
  const conditions: Condition[] = [inSight(sight, 'l')];
  if (tenantId !== undefined) conditions.push(sql`l.tenant_id = ${tenantId}`);
  if (agentUserId !== undefined) conditions.push(sql`l.agent_user_id = ${agentUserId}`);
  if (propertyId !== undefined) {
    conditions.push(sql`l.id in (select p.id from agreements p where p.property_id = ${propertyId})`);
  }
  if (signatoryUserId !== undefined) {
    conditions.push(sql`l.id in (select s.agreement_id from signatories s where s.user_id = ${signatoryUserId})`);
  }
  return conditions;
}

export const tallyFilter = (sight: Sight, query: ListQuery): TallyFilter => ({
  status: chosen(query.status),
  finance: chosen(query.finance),
  // Payers must not learn by filtering what they may not see.
  actionSuggested: query.actionSuggested && !sight.asPayer,
});

export function optionConditions(sight: Sight, query: ListQuery): Condition[] {
  const { finance, actionSuggested } = tallyFilter(sight, query);
  const conditions: Condition[] = [];
  if (finance) conditions.push(sql`l.finance_option_code = any(${finance}::text[])`);
  if (actionSuggested) conditions.push(sql`l.action_suggested`);
  return conditions;
}

export function filterConditions(sight: Sight, query: ListQuery): Condition[] {
  const ranks = chosen(query.status)?.map(statusRank);
  const statuses = ranks ? [sql`l.status = any(${ranks}::smallint[])`] : [];
  return [...statuses, ...optionConditions(sight, query)];
}

/** Folded text starts with a space and has one space between words. Typed text cannot contain a wildcard. */
const inside = ({ text, isBeginning }: SearchWord): string => (isBeginning ? ` ${text}` : text);
const pattern = (word: SearchWord): string => `%${inside(word)}%`;

/**
 * How words are searched: 'indexed' uses the index of words, which is slow for frequent words; 'along' scans the
 * listings in order.
 */
export type WordReading = 'indexed' | 'along';

/** Every word must be in the address or in the agent's name. */
export function wordConditions(text: string, reading: WordReading): Condition {
  const words = searchWords(text);
  if (words.length === 0) return sql`false`;
  if (reading === 'indexed') return all(words.map((word) => sql`l.search_text like ${pattern(word)}`));
  return all(words.map((word) => sql`position(${inside(word)} in l.search_text) > 0`));
}

/**
 * A text finds a campaign by the words of its address and agent, or by its status label. For searches within an
 * organisation, where scanning is faster.
 */
export function textCondition(text: string): Condition {
  const named = statusesNamed(text).map(statusRank);
  const words = wordConditions(text, 'along');
  return named.length === 0 ? words : sql`((${words}) or l.status = any(${named}::smallint[]))`;
}
