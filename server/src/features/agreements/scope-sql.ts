import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { ownUserIdOf } from '@kerb/domain/access/actor.ts';
import type { InSql } from '@kerb/server/platform/database/compiled-once.ts';
import { type RawBuilder, sql } from 'kysely';

/** The forms of the condition. Two scopes of one shape differ only in values. */
export type ScopeShape =
  | 'everything'
  | 'nothing'
  | 'payer'
  | 'payer of one campaign'
  | 'one campaign'
  | 'organisations'
  | 'own of organisations'
  | 'organisations and own of others';

export type ScopeValues = {
  userId: number;
  ownUserId: number;
  onlyAgreementId: number | null;
  tenantIds: readonly number[];
  ownTenantIds: readonly number[];
};

export function shapeOf({ actor, everything, asPayer, tenantIds, ownTenantIds }: AccessScope): ScopeShape {
  if (everything) return 'everything';
  if (asPayer) {
    if (actor.onlyAgreementId === undefined) return 'payer';
    // An admin who impersonates a payer is not one of the campaign's payers: show the named campaign only.
    return actor.viewedBy ? 'one campaign' : 'payer of one campaign';
  }
  if (tenantIds.length > 0) return ownTenantIds.length > 0 ? 'organisations and own of others' : 'organisations';
  return ownTenantIds.length > 0 ? 'own of organisations' : 'nothing';
}

export const valuesOf = ({ actor, tenantIds, ownTenantIds }: AccessScope): ScopeValues => ({
  userId: actor.userId,
  ownUserId: ownUserIdOf(actor),
  onlyAgreementId: actor.onlyAgreementId ?? null,
  tenantIds,
  ownTenantIds,
});

type Values = { [Name in keyof ScopeValues]: InSql<ScopeValues[Name]> };

/**
 * A scope as a condition on `agreements a`, or on their listings `l`. The only place where a scope becomes SQL. It has
 * only parts that can be true: an 'or' that is always false would still prevent the use of an index.
 */
export function conditionOf(shape: ScopeShape, values: Values, of: 'a' | 'l' = 'a'): RawBuilder<boolean> {
  const row = sql.raw(of);
  const isPayer = sql`${row}.id in (select p.agreement_id from signatories p where p.user_id = ${values.userId})`;
  const isOne = sql`${row}.id = ${values.onlyAgreementId}`;
  const whole = sql`${row}.tenant_id = any(${values.tenantIds}::bigint[])`;
  const own = sql`(${row}.tenant_id = any(${values.ownTenantIds}::bigint[])
    and ${row}.agent_user_id = ${values.ownUserId})`;
  // biome-ignore format: a table
  const conditions: Record<ScopeShape, RawBuilder<boolean>> = {
    everything:                        sql`true`,
    nothing:                           sql`false`,
    payer:                             sql`${isPayer}`,
    'payer of one campaign':           sql`(${isOne} and ${isPayer})`,
    'one campaign':                    sql`${isOne}`,
    organisations:                     sql`(${whole})`,
    'own of organisations':            sql`(${own})`,
    'organisations and own of others': sql`(${whole} or ${own})`,
  };
  return conditions[shape];
}

/** The condition of a caller's scope with its values. */
export const inScope = (scope: AccessScope, of: 'a' | 'l' = 'a'): RawBuilder<boolean> =>
  conditionOf(shapeOf(scope), valuesOf(scope), of);
