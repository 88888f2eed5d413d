import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import type { buildersFor, Person } from './builders.ts';
import { fileAsset } from './file-document.ts';
import type { Stage } from './harness.ts';

export const people = [
  'admin',
  'manager',
  'agent',
  'colleague',
  'stranger',
  'payer',
  'otherPayer',
  'signedOut',
  'supplierManager',
  'managerElsewhere',
] as const;
export type Who = (typeof people)[number];

const placeOf = async (stage: Stage, tenantId: number, agent: Person) => ({
  tenantId,
  agent,
  belongings: await belongings(stage, agent),
});

/**
 * One organisation with its people, the manager of another, and a campaign of the agent's that everyone tries to reach.
 * The supplier's manager tries to reach a campaign of the supplier. A manager elsewhere is an employee here.
 */
export async function accessFixture(stage: Stage, build: ReturnType<typeof buildersFor>) {
  const [tenantId, otherTenantId] = [await build.aTenant(), await build.aTenant()];
  const admin = await build.aPerson('admin');
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  const colleague = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  const stranger = await build.aPerson('tenant_user', { tenantId: otherTenantId, as: 'manager' });
  const other = await build.aCampaign(stranger, otherTenantId);
  const managerElsewhere = await build.aPerson(
    'tenant_user',
    { tenantId, as: 'employee' },
    { tenantId: otherTenantId, as: 'manager' },
  );
  const supplierId = await build.aTenant({ type: 'supplier' });
  const supplierManager = await build.aPerson('tenant_user', { tenantId: supplierId, as: 'manager' });
  const supplierAgent = await build.aPerson('tenant_user', { tenantId: supplierId, as: 'employee' });
  const [agency, supplier] = [await placeOf(stage, tenantId, agent), await placeOf(stage, supplierId, supplierAgent)];

  /** Created again for each call, so that one call does not affect the next. */
  async function aTarget(who: Who = 'agent') {
    const { tenantId, agent, belongings: agents } = who === 'supplierManager' ? supplier : agency;
    const campaign = await build.aCampaign(agent, tenantId, { payers: [build.aPayer()] });
    const assetId = await anAsset(stage, tenantId, agent);
    const member = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const attachmentId = await fileAsset(stage, { agreementId: campaign.id, assetId, purpose: 'marketing-vendor' });
    const userIds: Record<Who, number | null> = {
      admin: admin.userId,
      manager: manager.userId,
      agent: agent.userId,
      colleague: colleague.userId,
      stranger: stranger.userId,
      payer: campaign.payers[0]!.userId,
      otherPayer: other.payers[0]!.userId,
      signedOut: null,
      supplierManager: supplierManager.userId,
      managerElsewhere: managerElsewhere.userId,
    };
    return {
      userIds,
      tenantId,
      agreementId: campaign.id,
      payerId: campaign.payers[0]!.id,
      memberId: member.userId,
      agentId: agent.userId,
      invitationId: await anInvitation(stage, tenantId),
      ...agents,
      assetId,
      attachmentId,
      viewId: await aView(stage, agent),
      sharedViewId: await aSharedView(stage, tenantId, agent),
      importId: await anImport(stage, tenantId),
      notificationId: await aNotification(stage, agent, campaign.id),
      commentId: await aComment(stage, agent, campaign.id),
      ...(await aWebhook(stage, tenantId)),
      ...(await aProgram(stage, tenantId)),
      ...(await aLoginProvider(stage, tenantId)),
    };
  }
  return { aTarget };
}

export type Target = Awaited<ReturnType<Awaited<ReturnType<typeof accessFixture>>['aTarget']>>;

async function anAsset(stage: Stage, tenantId: number, owner: Person): Promise<number> {
  const { id } = await stage.db
    .insertInto('assets')
    .values({
      tenantId,
      fileName: 'schedule.pdf',
      contentType: 'application/pdf',
      size: 1,
      sha256: Buffer.alloc(32),
      storageKey: `access-${Math.trunc(performance.now() * 1e6)}`,
      sealedFileKey: Buffer.alloc(60),
      uploadedByUserId: owner.userId,
      uploadDate: '2026-01-01T00:00:00.000Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function anInvitation(stage: Stage, tenantId: number): Promise<number> {
  const at = '2026-01-01T00:00:00.000Z';
  const tokenHash = sha256(randomToken());
  const { id } = await stage.db
    .insertInto('userInvitations')
    .values({
      tenantId,
      firstName: 'Door',
      surname: 'Invited',
      emailAddress: `${tokenHash.toString('hex')}@example.com`,
      mobilePhone: null,
      jobTitle: null,
      tenantUserType: 'employee',
      receivesAllAgentNotices: false,
      receivesBillingEmailNotices: false,
      profilePictureAssetId: null,
      tokenHash,
      sendDate: at,
      expiryDate: at,
      createdByUserId: null,
      createdDate: at,
      lastUpdateDate: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Records of the agent's own: contact details and credentials. */
async function belongings(stage: Stage, { userId, emailAddress }: Person) {
  const at = '2026-01-01T00:00:00.000Z';
  const contact = await stage.db
    .selectFrom('contactDetails')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const credential = await stage.db
    .insertInto('credentials')
    .values({
      userId,
      type: 'logon',
      logonIdentifier: emailAddress,
      passwordHash: null,
      disabledSinceDate: null,
      lastPasswordChangeDate: null,
      lastUsageDate: null,
      creationDate: at,
      lastUpdateDate: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { contactId: contact.id, credentialId: credential.id };
}

async function aWebhook(stage: Stage, tenantId: number) {
  const at = '2026-01-01T00:00:00.000Z';
  // A webhook of the last call may still exist, and an organisation can have at most ten.
  await stage.db.deleteFrom('webhooks').where('tenantId', '=', tenantId).execute();
  const { id: webhookId } = await stage.db
    .insertInto('webhooks')
    .values({
      tenantId,
      url: 'https://hooks.example.com/kerb',
      events: ['campaign_create'],
      sealedSecret: Buffer.alloc(60),
      createdByUserId: null,
      creationDate: at,
      lastUpdateDate: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: deliveryId } = await stage.db
    .insertInto('webhookDeliveries')
    .values({
      webhookId,
      eventId: 'access',
      type: 'ping',
      agreementId: null,
      body: '{}',
      nextAttemptDate: at,
      creationDate: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { webhookId, deliveryId };
}

/** The provider and the domain of the organisation, made again. */
async function aLoginProvider(stage: Stage, tenantId: number) {
  const changedDate = '2026-01-01T00:00:00.000Z';
  await stage.db.deleteFrom('loginProviders').where('tenantId', '=', tenantId).execute();
  await stage.db.deleteFrom('loginDomains').where('tenantId', '=', tenantId).execute();
  const provider = { issuer: 'https://login.example', clientId: 'door', sealedClientSecret: Buffer.alloc(60) };
  await stage.db
    .insertInto('loginProviders')
    .values({ tenantId, ...provider, changedDate })
    .execute();
  const { id: loginDomainId } = await stage.db
    .insertInto('loginDomains')
    .values({ tenantId, domain: 'door.example', token: 'token' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await stage.db.deleteFrom('provisioningTokens').where('tenantId', '=', tenantId).execute();
  const { id: provisioningTokenId } = await stage.db
    .insertInto('provisioningTokens')
    .values({
      tenantId,
      tokenHash: sha256(randomToken()),
      createdDate: changedDate,
      expiryDate: '2099-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { loginDomainId, provisioningTokenId };
}

/** A program of the organisation. Those of earlier calls end, because an organisation has at most twenty. */
async function aProgram(stage: Stage, tenantId: number) {
  const at = '2026-01-01T00:00:00.000Z';
  const clientId = `kerb-${randomToken()}`;
  await stage.db.deleteFrom('serviceIdentities').where('tenantId', '=', tenantId).where('name', '=', 'Door').execute();
  const user = { firstName: 'Door', surname: '', mobilePhone: null, jobTitle: null, role: 'service' } as const;
  const { id: userId } = await stage.db
    .insertInto('users')
    .values({ ...user, emailAddress: `service:${clientId}`, disabledDate: null, createdDate: at, lastUpdateDate: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: identityId } = await stage.db
    .insertInto('serviceIdentities')
    .values({ tenantId, userId, clientId, name: 'Door', scopes: ['exports'], createdDate: at, lastUpdateDate: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const expiryDate = '2099-01-01T00:00:00.000Z';
  const { id: serviceCredentialId } = await stage.db
    .insertInto('serviceCredentials')
    .values({
      serviceIdentityId: identityId,
      kind: 'secret',
      secretHash: sha256(clientId),
      createdDate: at,
      expiryDate,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { identityId, serviceCredentialId };
}

/** The agent's only saved view, created again. */
async function aView(stage: Stage, { userId }: Person): Promise<number> {
  const at = '2026-01-01T00:00:00.000Z';
  await stage.db.deleteFrom('listViews').where('userId', '=', userId).execute();
  const { id } = await stage.db
    .insertInto('listViews')
    .values({ userId, list: 'all-campaigns', name: 'Door', search: '', createdDate: at, lastUpdateDate: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The only view that the team shares: the agent's, created again. */
async function aSharedView(stage: Stage, tenantId: number, { userId: sharedByUserId }: Person): Promise<number> {
  const at = '2026-01-01T00:00:00.000Z';
  await stage.db.deleteFrom('sharedViews').where('tenantId', '=', tenantId).execute();
  const { id } = await stage.db
    .insertInto('sharedViews')
    .values({ tenantId, name: 'Door', search: '', sharedByUserId, createdDate: at, lastUpdateDate: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An import of a team member, whose invitation is no longer there. */
async function anImport(stage: Stage, tenantId: number): Promise<number> {
  const createdDate = stage.deps.clock.now();
  const { id } = await stage.db
    .insertInto('imports')
    .values({ tenantId, kind: 'team', fileName: 'door.csv', headers: '{}', createdByUserId: null, createdDate })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = { importId: id, line: 2, outcome: 'created', recordId: null, message: 'Invited' };
  await stage.db.insertInto('importRows').values(row).execute();
  return id;
}

async function aNotification(stage: Stage, { userId }: Person, agreementId: number): Promise<number> {
  const { id } = await stage.db
    .insertInto('notifications')
    .values({ userId, kind: 'assigned', agreementId, createdDate: '2026-01-01T00:00:00.000Z' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function aComment(stage: Stage, { userId: authorUserId }: Person, agreementId: number): Promise<number> {
  const { id } = await stage.db
    .insertInto('comments')
    .values({ agreementId, authorUserId, body: 'Door', createdDate: '2026-01-01T00:00:00.000Z' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The Idempotency-Key header for an idempotent endpoint. */
export const keyFor = ({ idempotent }: Endpoint) => (idempotent ? { 'idempotency-key': randomUUID() } : {});

/** Which id each path means, by its beginning. */
const idsOf = (target: Target): Record<string, number> => ({
  '/v1/agreements/{id}': target.agreementId,
  '/v2/campaigns/{id}': target.agreementId,
  '/v2/agreements/{id}': target.agreementId,
  '/v1/signatories/{id}': target.payerId,
  '/v2/loan/{id}': target.agreementId,
  '/loan/{id}': target.agreementId,
  '/v1/attachments/{id}': target.attachmentId,
  '/v1/assets/{id}': target.assetId,
  '/v1/users/{id}': target.memberId,
  '/v1/user-invitations/{id}': target.invitationId,
  '/v1/contact-details/{id}': target.contactId,
  '/v1/account/sign-ins/{id}': 999_999,
  '/v1/account/passkeys/{id}': 999_999,
  '/v1/credentials/{id}': target.credentialId,
  '/v1/log-entries/{id}': 1,
  '/v1/properties/{id}': 999_999,
  '/v1/list-views/{id}': target.viewId,
  '/v1/notifications/{id}': target.notificationId,
  '/v1/batch-payments/{id}': 999_999,
  '/v1/pending-acts/{id}': 999_999,
  '/v1/rates/{id}': 999_999,
  '/v1/books/periods/{id}': 999_999,
  '/v1/books/movements/{id}': 999_999,
  '/v1/bank-statement-lines/{id}': 999_999,
  '/v1/payments/{id}': 999_999,
  '/v1/invoices/{id}': 999_999,
  '/v1/sandbox/messages/{id}': 999_999,
  '/v1/undelivered-messages/{id}': 999_999,
});

/** Lists that callers who see several organisations read of one. */
const ofOneTenant = [
  '/v1/user-invitations',
  '/v1/events',
  '/v1/invoices',
  '/v1/payments',
  '/v1/exports/invoices',
  '/v1/exports/payments',
  '/v1/remittances',
  '/v1/exports/remittances',
  '/v1/exports/remittances/pdf',
];

/** Fills in the parameters of a path. The segment before `{id}` says which id is meant. */
export function addressOf({ path, query }: Endpoint, target: Target): string {
  const ids = idsOf(target);
  const prefix = Object.keys(ids).find((known) => path.startsWith(known));
  const address = (prefix ? path.replace(prefix, prefix.replace('{id}', String(ids[prefix]))) : path)
    .replace('{tenantId}', String(target.tenantId))
    .replace('{vendorId}', String(target.payerId))
    .replace('{userId}', String(target.memberId))
    .replace('{report}', 'organisations')
    .replace('{table}', 'journal')
    .replace('{account}', 'bank')
    .replace('{system}', 'xero')
    .replace('{need}', 'followUps')
    .replace('{commentId}', String(target.commentId))
    .replace('{kind}', 'signed-agreement')
    .replace('{optionCode}', 'pl')
    .replace('{credentialId}', String(target.serviceCredentialId))
    .replace('{identityId}', String(target.identityId))
    .replace('{domainId}', String(target.loginDomainId))
    .replace('{provisioningTokenId}', String(target.provisioningTokenId))
    .replace('{webhookId}', String(target.webhookId))
    .replace('{deliveryId}', String(target.deliveryId))
    .replace('{viewId}', String(target.sharedViewId))
    .replace('{importId}', String(target.importId))
    .replace('{letterId}', '999999')
    .replace('{requestId}', '999999')
    .replace('{entityId}', 'demo-none')
    .replace('{code}', 'AAAAA-AAAAA');
  if (address.includes('{')) throw new Error(`add the parameters of ${path} to server/test/endpoint-access.ts`);
  if (ofOneTenant.includes(path) && query) return `${address}?tenantId=${target.tenantId}`;
  if (path === '/v1/calendar.ics') return `${address}?token=${'x'.repeat(43)}`;
  if (query && 'list' in query.shape) return `${address}?list=all-campaigns`;
  if (query && 'basis' in query.shape && !('day' in query.shape)) {
    return `${address}?from=2026-01-01&to=2026-01-31&section=interest`;
  }
  const needsCampaign = query && 'agreementId' in query.shape;
  return needsCampaign ? `${address}?agreementId=${target.agreementId}` : address;
}
