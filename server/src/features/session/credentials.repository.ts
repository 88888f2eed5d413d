import { type AccessScope, seesWholeOrganisation } from '@kerb/domain/access/access-scope.ts';
import type { Credential } from '@kerb/domain/session/credentials.contract.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

type Row = Omit<Credential, 'href' | 'user' | 'domain'> & { userId: number };

const columns = sql`c.id, c.user_id, c.type, c.logon_identifier, c.disabled_since_date, c.last_password_change_date,
  c.last_usage_date, c.creation_date, c.last_update_date`;

/** The user's own logons. An admin sees everyone's. Never includes the secret or its hash. */
function inScope({ everything, actor }: AccessScope): RawBuilder<boolean> {
  if (everything) return sql`true`;
  return actor.onlyAgreementId === undefined ? sql`c.user_id = ${actor.userId}` : sql`false`;
}

const credentialView = ({ userId, ...row }: Row): Credential => ({
  ...row,
  href: `/v1/credentials/${row.id}`,
  domain: null,
  user: userId,
});

type Query = {
  userId?: number | undefined;
  tenantId?: number | undefined;
  type?: 'logon' | 'clientid' | undefined;
};

/** The client ids of the programs that act for an organisation, each with the manager who answers for it. */
async function clientIdsOf(db: Database, { actor }: AccessScope, { tenantId, userId }: Query): Promise<Credential[]> {
  if (tenantId === undefined || !seesWholeOrganisation(actor, 'integration.read', tenantId)) return [];
  const ofOwner = userId === undefined ? sql`true` : sql`i.owner_user_id = ${userId}`;
  const { rows } = await sql<Omit<Credential, 'type' | 'domain' | 'href' | 'lastPasswordChangeDate'>>`
    select i.id, i.client_id as logon_identifier, i.ended_date as disabled_since_date, i.last_usage_date,
      i.created_date as creation_date, i.last_update_date, i.owner_user_id as user
    from service_identities i where i.tenant_id = ${tenantId} and ${ofOwner}
    order by i.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    type: 'clientid',
    href: `/v1/service-identities/${row.id}`,
    domain: null,
    lastPasswordChangeDate: null,
  }));
}

/** Logons of one user, the actor by default; or the client ids of an organisation. */
export async function listCredentials(db: Database, scope: AccessScope, query: Query): Promise<Credential[]> {
  const { userId, tenantId, type } = query;
  if (tenantId !== undefined || type === 'clientid') return type === 'logon' ? [] : clientIdsOf(db, scope, query);
  const { rows } = await sql<Row>`
    select ${columns} from credentials c
    where ${inScope(scope)} and c.user_id = ${userId ?? scope.actor.userId}
    order by c.id`.execute(db);
  return rows.map(credentialView);
}

export async function findCredential(db: Database, scope: AccessScope, id: number): Promise<Credential | null> {
  const { rows } =
    await sql<Row>`select ${columns} from credentials c where c.id = ${id} and ${inScope(scope)}`.execute(db);
  return rows[0] ? credentialView(rows[0]) : null;
}
