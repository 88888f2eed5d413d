import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { pendingWork } from '@kerb/domain/access/pending-work.ts';
import type { Invitation } from '@kerb/domain/team/invitations.contract.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { outOfScope } from '@kerb/server/platform/problems/problem.ts';
import { storedActors, storedMay } from '@kerb/server/platform/rights/stored-actors.ts';
import { type RawBuilder, sql } from 'kysely';

export type InvitationRecord = Omit<Invitation, 'href' | 'tenant' | 'profilePictureHref' | 'isExpired'> & {
  tenantId: number;
  tenantName: string;
  profilePictureAssetId: number | null;
  /** Everybody who wrote, changed or sent it. */
  inviterUserIds: number[];
  /** Who sent it last; null if that person no longer exists. */
  sentByUserId: number | null;
};

const columns = sql`i.id, i.tenant_id, t.name as tenant_name, i.first_name, i.surname, i.email_address, i.mobile_phone,
  i.job_title, i.receives_all_agent_notices, i.receives_billing_email_notices, i.tenant_user_type,
  i.profile_picture_asset_id, i.send_date, i.expiry_date, i.inviter_user_ids,
  i.sent_by_user_id`;
const isPending = sql`i.accepted_date is null and i.revoked_date is null`;

const inScope = ({ everything, tenantIds }: AccessScope): RawBuilder<boolean> =>
  everything ? sql`true` : sql`i.tenant_id = any(${[...tenantIds]}::bigint[])`;

export function invitationView(record: InvitationRecord): Invitation {
  const { tenantId, tenantName, profilePictureAssetId, inviterUserIds: _, sentByUserId: __, ...row } = record;
  const href = `/v1/user-invitations/${row.id}`;
  return {
    ...row,
    href,
    tenant: tenantId,
    profilePictureHref: profilePictureAssetId === null ? null : `${href}/picture?v=${profilePictureAssetId}`,
    isExpired: row.expiryDate <= realNow(),
  };
}

export async function pendingInvitations(db: Database | Tx, tenantId: number): Promise<InvitationRecord[]> {
  const { rows } = await sql<InvitationRecord>`
    select ${columns} from user_invitations i join tenants t on t.id = i.tenant_id
    where i.tenant_id = ${tenantId} and ${isPending}
    order by lower(i.first_name), lower(i.surname), i.id`.execute(db);
  return rows;
}

async function tenantOf(db: Database | Tx, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ tenantId: number }>`
    select i.tenant_id from user_invitations i where i.id = ${id}`.execute(db);
  return rows[0]?.tenantId;
}

export async function invitationInScope(db: Database | Tx, scope: AccessScope, id: number): Promise<InvitationRecord> {
  const { rows } = await sql<InvitationRecord>`
    select ${columns} from user_invitations i join tenants t on t.id = i.tenant_id
    where i.id = ${id} and ${isPending} and ${inScope(scope)}`.execute(db);
  if (!rows[0]) throw outOfScope(scope, await tenantOf(db, id), 'invitation');
  return rows[0];
}

/** Locked, so that concurrent revoking, resending and accepting run one after the other. */
export async function lockInvitation(tx: Tx, scope: AccessScope, id: number): Promise<InvitationRecord> {
  await sql`select from user_invitations i where i.id = ${id} and ${inScope(scope)} for update`.execute(tx);
  return invitationInScope(tx, scope, id);
}

/** The pending invitations that a person sent last, locked. */
export async function lockInvitationsOf(tx: Tx, userId: number): Promise<InvitationRecord[]> {
  const { rows } = await sql<InvitationRecord>`
    select ${columns} from user_invitations i join tenants t on t.id = i.tenant_id
    where i.sent_by_user_id = ${userId} and ${isPending} order by i.id for update of i`.execute(tx);
  return rows;
}

/** The pending invitations to the address of a person, of one organisation or of all, locked. */
export async function lockInvitationsTo(tx: Tx, userId: number, tenantId?: number): Promise<InvitationRecord[]> {
  const { rows } = await sql<InvitationRecord>`
    select ${columns} from user_invitations i join tenants t on t.id = i.tenant_id
      join users u on lower(u.email_address) = lower(i.email_address)
    where u.id = ${userId} and ${isPending} ${tenantId === undefined ? sql`` : sql`and i.tenant_id = ${tenantId}`}
    order by i.id for update of i`.execute(tx);
  return rows;
}

/** The pending invitations to an address, of all organisations, locked. */
export async function lockInvitationsToAddress(tx: Tx, emailAddress: string): Promise<InvitationRecord[]> {
  const { rows } = await sql<InvitationRecord>`
    select ${columns} from user_invitations i join tenants t on t.id = i.tenant_id
    where lower(i.email_address) = lower(${emailAddress}) and ${isPending} order by i.id for update of i`.execute(tx);
  return rows;
}

async function mayStillInvite(db: Database | Tx, { sentByUserId, tenantId }: InvitationRecord): Promise<boolean> {
  if (sentByUserId === null) return true;
  const sender = (await storedActors(db, [sentByUserId])).get(sentByUserId);
  return storedMay(sender, pendingWork.invitation, tenantId);
}

/** The invitation of this link, if the link still works. */
export async function invitationByToken(
  db: Database | Tx,
  tokenHash: Buffer,
  { locked = false } = {},
): Promise<InvitationRecord | null> {
  const { rows } = await sql<InvitationRecord>`
    select ${columns} from user_invitations i join tenants t on t.id = i.tenant_id
    where i.token_hash = ${tokenHash} and ${isPending} and i.expiry_date > ${realNow()}
    ${locked ? sql`for update of i` : sql``}`.execute(db);
  const [invitation] = rows;
  return invitation && (await mayStillInvite(db, invitation)) ? invitation : null;
}
