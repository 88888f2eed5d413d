import { must } from '@kerb/domain/kernel/must.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { sealSecret } from '@kerb/server/features/organisations/login-provider.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { randomToken } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const domain = 'ranges.example';
const issuer = `https://login.${domain}`;

/** One organisation has set up its own login and proven its domain. An admin can confirm it. */
export async function setUpLogin(work: Work, { actors, tenantIds: { ranges: tenantId } }: DemoRecords): Promise<void> {
  const actor = must(actors.get('manager.and@example.com'), 'manager of the demo data');
  const mine = { ...work, actor };
  await work.tx
    .insertInto('loginProviders')
    .values({
      tenantId,
      issuer,
      clientId: 'kerb',
      sealedClientSecret: sealSecret(work.deps.secrets, tenantId, randomToken()),
      roleClaim: 'groups',
      managerValues: ['principals'],
      changedByUserId: actor.userId,
      changedDate: work.now,
    })
    .execute();
  await record(mine, {
    activityCode: 'tenant_update',
    tenantId,
    description: 'Login provider set up',
    data: { issuer },
  });
  await work.tx
    .insertInto('loginDomains')
    .values({ tenantId, domain, token: randomToken(), provenDate: work.now, provenBy: 'dns' })
    .execute();
  const data = { domain, provenBy: 'dns' };
  await record(mine, { activityCode: 'tenant_update', tenantId, description: 'Login domain proven', data });
}
