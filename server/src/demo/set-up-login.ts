import type { Actor } from '@kerb/domain/access/actor.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { sealSecret } from '@kerb/server/features/organisations/login-provider.repository.ts';
import { addProvisioningToken } from '@kerb/server/features/organisations/provisioning-tokens.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { randomToken } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type { OrganisationKey } from '@kerb/server/sandbox-countries/sandbox-country.ts';

type Login = { organisation: OrganisationKey; manager: string; domain: string; provenBy: 'dns' | 'mail'; by?: string };

/** One login waits for an admin, and one is in use. No provider is behind them: names at .example belong to nobody. */
// biome-ignore format: a table
const logins: readonly Login[] = [
  { organisation: 'finance', manager: 'lender@example.com',      domain: 'lending.example', provenBy: 'mail', by: 'admin@example.com' },
  { organisation: 'ranges',  manager: 'manager.and@example.com', domain: 'ranges.example',  provenBy: 'dns' },
];

async function addProvider(work: Work, tenantId: number, domain: string): Promise<void> {
  const issuer = `https://login.${domain}`;
  await work.tx
    .insertInto('loginProviders')
    .values({
      tenantId,
      issuer,
      clientId: 'kerb',
      sealedClientSecret: sealSecret(work.deps.secrets, tenantId, randomToken()),
      roleClaim: 'groups',
      managerValues: ['principals'],
      changedByUserId: work.actor?.userId ?? null,
      changedDate: work.now,
    })
    .execute();
  const description = 'Login provider set up';
  await record(work, { activityCode: 'tenant_update', tenantId, description, data: { issuer } });
}

async function proveDomain(work: Work, tenantId: number, { domain, provenBy }: Login): Promise<void> {
  await work.tx
    .insertInto('loginDomains')
    .values({ tenantId, domain, token: randomToken(), provenDate: work.now, provenBy })
    .execute();
  const data = { domain, provenBy };
  await record(work, { activityCode: 'tenant_update', tenantId, description: 'Login domain proven', data });
}

async function confirm(work: Work, tenantId: number, domain: string): Promise<void> {
  await work.tx
    .updateTable('loginProviders')
    .set({ confirmedDate: work.now, confirmedByUserId: work.actor?.userId ?? null })
    .where('tenantId', '=', tenantId)
    .execute();
  const data = { issuer: `https://login.${domain}` };
  await record(work, { activityCode: 'tenant_update', tenantId, description: 'Login provider confirmed', data });
}

/** Two organisations have their own login. The directory of one of them has a token, which nobody knows. */
export async function setUpLogin(work: Work, { actors, tenantIds }: DemoRecords): Promise<void> {
  const as = (email: string): Work => {
    const actor: Actor = must(actors.get(email), 'person of the demo data');
    return { ...work, actor };
  };
  for (const login of logins) {
    const tenantId = tenantIds[login.organisation];
    const manager = as(login.manager);
    await addProvider(manager, tenantId, login.domain);
    await proveDomain(manager, tenantId, login);
    if (login.by === undefined) continue;
    await confirm(as(login.by), tenantId, login.domain);
    await addProvisioningToken(manager, tenantId);
  }
}
