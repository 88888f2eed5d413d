import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { type Role, roles } from '@kerb/domain/access/actor.ts';
import { audienceOf } from '@kerb/domain/notifications/audience.ts';
import type { SignInRules } from '@kerb/domain/organisations/sign-in-rules.contract.ts';
import { signInRulesMessage } from '@kerb/domain/organisations/sign-in-rules-message.ts';
import { findTenantRecord } from '@kerb/server/features/organisations/settings.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { outOfScope } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export async function signInRulesOf(db: Database | Tx, scope: AccessScope, tenantId: number): Promise<SignInRules> {
  const tenant = await findTenantRecord(db, scope, tenantId);
  if (!tenant) throw outOfScope(scope, tenantId, 'organisation');
  return db.selectFrom('tenants').select('requiresSecondFactor').where('id', '=', tenantId).executeTakeFirstOrThrow();
}

/** The team members who can log in, except the one who changes the rule. */
const teamOf = ({ tx, actor }: Work, tenantId: number) =>
  tx
    .selectFrom('tenantUsers as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['u.id', 'u.firstName', 'u.emailAddress', 'u.role'])
    .where('m.tenantId', '=', tenantId)
    .where('u.disabledDate', 'is', null)
    .where('u.role', 'in', roles)
    .where('u.id', '<>', actor?.userId ?? 0)
    .$narrowType<{ role: Role }>()
    .execute();

/** Each member sets up two-step login at their next log in. The team is told. */
export async function saveSignInRules(
  work: Work,
  scope: AccessScope,
  tenantId: number,
  { requiresSecondFactor }: SignInRules,
): Promise<SignInRules> {
  const before = await signInRulesOf(work.tx, scope, tenantId);
  if (before.requiresSecondFactor === requiresSecondFactor) return before;
  const { name } = await work.tx
    .updateTable('tenants')
    .set({ requiresSecondFactor })
    .where('id', '=', tenantId)
    .returning('name')
    .executeTakeFirstOrThrow();
  const data = { requiresSecondFactor: { before: before.requiresSecondFactor, after: requiresSecondFactor } };
  await record(work, { activityCode: 'tenant_update', tenantId, data });
  const { brand, supportPhone } = work.deps.country;
  for (const person of await teamOf(work, tenantId)) {
    const facts = { brand, supportPhone, firstName: person.firstName, organisation: name, requiresSecondFactor };
    await postMessage(work, {
      kind: 'sign-in-rules',
      channel: 'email',
      audience: audienceOf(person),
      recipient: person.emailAddress,
      userId: person.id,
      ...signInRulesMessage(facts),
    });
  }
  return { requiresSecondFactor };
}
