import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { Credential } from '@kerb/domain/session/credentials.contract.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

type Row = Omit<Credential, 'href' | 'user' | 'domain'> & { userId: number };

const columns = sql`c.id, c.user_id, c.type, c.logon_identifier, c.disabled_since_date, c.last_password_change_date,
  c.last_usage_date, c.creation_date, c.last_update_date`;

/**
 * The user's own logons. An admin sees everyone's, and the client ids of integrations. Never includes the secret or its
 * hash.
 */
function inScope({ everything, actor }: AccessScope): RawBuilder<boolean> {
  if (everything) return sql`true`;
  return actor.onlyAgreementId === undefined ? sql`(c.user_id = ${actor.userId} and c.type = 'logon')` : sql`false`;
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

/** Credentials of one user (the actor by default), or of an organisation. */
function ownedBy({ actor }: AccessScope, { userId, tenantId }: Query): RawBuilder<boolean> {
  if (tenantId === undefined) return sql`c.user_id = ${userId ?? actor.userId}`;
  return userId === undefined
    ? sql`c.tenant_id = ${tenantId}`
    : sql`(c.tenant_id = ${tenantId} and c.user_id = ${userId})`;
}

export async function listCredentials(db: Database, scope: AccessScope, query: Query): Promise<Credential[]> {
  const { type } = query;
  const ofType = type === undefined ? sql`true` : sql`c.type = ${type}`;
  const { rows } = await sql<Row>`
    select ${columns} from credentials c
    where ${inScope(scope)} and ${ownedBy(scope, query)} and ${ofType}
    order by c.id`.execute(db);
  return rows.map(credentialView);
}

export async function findCredential(db: Database, scope: AccessScope, id: number): Promise<Credential | null> {
  const { rows } =
    await sql<Row>`select ${columns} from credentials c where c.id = ${id} and ${inScope(scope)}`.execute(db);
  return rows[0] ? credentialView(rows[0]) : null;
}
