import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { OrganisationLogin } from '@kerb/domain/organisations/login-provider.contract.ts';
import { domainRecordName, domainRecordText } from '@kerb/domain/organisations/login-provider-rules.ts';
import { findTenantRecord } from '@kerb/server/features/organisations/settings.repository.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { OpenIdClient } from '@kerb/server/platform/ports/openid-gateway.ts';
import { notFound, outOfScope } from '@kerb/server/platform/problems/problem.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';

export type ProviderRow = {
  id: number;
  tenantId: number;
  issuer: string;
  clientId: string;
  sealedClientSecret: Buffer;
  roleClaim: string | null;
  managerValues: string[];
  isRequired: boolean;
  changedByUserId: number | null;
  changedDate: string;
  confirmedDate: string | null;
  releaseAskedByUserId: number | null;
  changedByName: string | null;
  releaseAskedByName: string | null;
};

type Db = Database | Tx;

/** The provider of an organisation that has not ended. `isLocked`: until the end of the transaction. */
export async function providerOf(db: Db, tenantId: number, isLocked = false): Promise<ProviderRow | null> {
  const { rows } = await sql<ProviderRow>`
    select p.id, p.tenant_id, p.issuer, p.client_id, p.sealed_client_secret, p.role_claim, p.manager_values,
      p.is_required, p.changed_by_user_id, p.changed_date, p.confirmed_date, p.release_asked_by_user_id,
      c.first_name || ' ' || c.surname as changed_by_name, r.first_name || ' ' || r.surname as release_asked_by_name
    from login_providers p left join users c on c.id = p.changed_by_user_id
      left join users r on r.id = p.release_asked_by_user_id
    where p.tenant_id = ${tenantId} and p.ended_date is null ${isLocked ? sql`for update of p` : sql``}`.execute(db);
  return rows[0] ?? null;
}

export async function lockProvider(tx: Tx, tenantId: number): Promise<ProviderRow> {
  const provider = await providerOf(tx, tenantId, true);
  if (!provider) throw notFound('login provider');
  return provider;
}

/** A provider that people may log in with: confirmed, and not ended. */
export async function usableProvider(db: Db, id: number): Promise<ProviderRow | null> {
  const row = await db
    .selectFrom('loginProviders')
    .select('tenantId')
    .where('id', '=', id)
    .where('endedDate', 'is', null)
    .where('confirmedDate', 'is not', null)
    .executeTakeFirst();
  return row ? providerOf(db, row.tenantId) : null;
}

/** Bound to its organisation, so that a copied row opens nothing. */
export const sealSecret = (secrets: Secrets, tenantId: number, clientSecret: string): Buffer =>
  secrets.encrypt(Buffer.from(JSON.stringify({ tenantId, clientSecret })));

export function clientOf(secrets: Secrets, row: ProviderRow): OpenIdClient {
  const opened = JSON.parse(secrets.decrypt(row.sealedClientSecret).toString());
  if (opened.tenantId !== row.tenantId) throw new Error(`the secret of login provider ${row.id} is of another one`);
  return { issuer: row.issuer, clientId: row.clientId, clientSecret: opened.clientSecret };
}

export const redirectUriOf = ({ publicUrl }: Config, id: number): string =>
  `${publicUrl}/login/organisation/${id}/callback`;
const logoutUriOf = ({ publicUrl }: Config, id: number): string => `${publicUrl}/login/organisation/${id}/logout`;

export const domainsOf = (db: Db, tenantId: number) =>
  db.selectFrom('loginDomains').selectAll().where('tenantId', '=', tenantId).orderBy('domain').execute();

export async function provenDomainsOf(db: Db, tenantId: number): Promise<string[]> {
  const rows = await domainsOf(db, tenantId);
  return rows.filter(({ provenDate }) => provenDate !== null).map(({ domain }) => domain);
}

export async function tenantForLogin(db: Db, scope: AccessScope, tenantId: number): Promise<{ name: string }> {
  const tenant = await findTenantRecord(db, scope, tenantId);
  if (!tenant) throw outOfScope(scope, tenantId, 'organisation');
  return { name: tenant.settings.name };
}

export async function organisationLogin(
  db: Db,
  config: Config,
  scope: AccessScope,
  tenantId: number,
): Promise<OrganisationLogin> {
  await tenantForLogin(db, scope, tenantId);
  const row = await providerOf(db, tenantId);
  const domains = (await domainsOf(db, tenantId)).map(({ id, domain, token, provenDate, provenBy }) => ({
    id,
    domain,
    recordName: domainRecordName(domain),
    recordText: domainRecordText(token),
    provenDate,
    provenBy,
  }));
  if (!row) return { provider: null, domains, redirectUri: null, logoutUri: null };
  const { issuer, clientId, roleClaim, managerValues, isRequired, changedDate, changedByName, confirmedDate } = row;
  const { releaseAskedByName } = row;
  const provider = {
    issuer,
    clientId,
    roleClaim,
    managerValues,
    isRequired,
    changedDate,
    changedByName,
    confirmedDate,
  };
  return {
    provider: { ...provider, releaseAskedByName },
    domains,
    redirectUri: redirectUriOf(config, row.id),
    logoutUri: logoutUriOf(config, row.id),
  };
}
