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

/** An empty list of statuses or options is no filter, as a switch bar with nothing switched is no wish for nothing. */
export const chosen = <Value>(values: readonly Value[] | undefined): readonly Value[] | undefined =>
  values && values.length > 0 ? values : undefined;

/**
 * Where nothing but statuses, options and flags narrows down all campaigns (null) or those of one organisation (its
 * id), their number is kept and needs no counting; undefined elsewhere.
 */
export function talliedScope(sight: Sight, query: ListQuery): TallyScope | undefined {
  const { tenantId, propertyId, agentUserId, signatoryUserId } = query;
  if ([propertyId, agentUserId, signatoryUserId].some((value) => value !== undefined)) return undefined;
  if (sight.everything) return tenantId ?? null;
  const [only, ...more] = [...sight.tenantIds, ...sight.ownTenantIds];
  const wanted = tenantId ?? (more.length === 0 ? only : undefined);
  return wanted !== undefined && sight.tenantIds.includes(wanted) ? wanted : undefined;
}

/** Whose campaigns: the caller's sight, and within it one organisation's, property's, agent's or payer's. */
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
  // A payer does not find out by asking what they are not shown.
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

/** What is kept folded begins with a space, and has one between words: nothing typed can be a wildcard. */
const inside = ({ text, isBeginning }: SearchWord): string => (isBeginning ? ` ${text}` : text);
const pattern = (word: SearchWord): string => `%${inside(word)}%`;

/** By the index of words, which is slow for what is found everywhere, or by reading along. */
export type WordReading = 'indexed' | 'along';

/** Every word found in the address or the agent's name. */
export function wordConditions(text: string, reading: WordReading): Condition {
  const words = searchWords(text);
  if (words.length === 0) return sql`false`;
  if (reading === 'indexed') return all(words.map((word) => sql`l.search_text like ${pattern(word)}`));
  return all(words.map((word) => sql`position(${inside(word)} in l.search_text) > 0`));
}

/**
 * A text finds a campaign by the words of its address and agent, or by the word on its status badge. Within an
 * organisation, where reading along is the faster way.
 */
export function textCondition(text: string): Condition {
  const named = statusesNamed(text).map(statusRank);
  const words = wordConditions(text, 'along');
  return named.length === 0 ? words : sql`((${words}) or l.status = any(${named}::smallint[]))`;
}
