import { randomUUID } from 'node:crypto';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { assetFields, type UploadUse } from '@kerb/domain/vocabulary/asset-uses.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from './builders.ts';
import { clientsOn, type Made } from './clients.ts';
import { type Stage, startStage } from './harness.ts';
import { aNewProperty, giveProperty } from './property-photos.ts';

/** The program of another organisation belongs to somebody who also works here. */
const people = [
  ...(['admin', 'manager', 'agent', 'colleague', 'stranger', 'payer', 'payerByLink', 'otherPayer'] as const),
  ...(['program', 'programElsewhere'] as const),
] as const;
type Who = (typeof people)[number];

/** 'in' if the field takes the caller's own loose file of the right use. Whatever else is sent is refused with 400. */
type Expected = 'in' | 400 | 403 | 404;
type Field = {
  name: string;
  use: UploadUse;
  method: 'POST' | 'PUT';
  path: string;
  purpose?: AttachmentPurpose;
  expected: readonly Expected[];
};

// biome-ignore format: a table
const fields: Field[] = [
  //                                                                                                                             admin  manager agent colleague stranger payer link otherPayer program programElsewhere
  { name: 'attach marketing',    use: 'document', method: 'POST', path: '/v1/attachments', purpose: 'marketing',       expected: ['in', 'in', 'in', 404, 404, 403, 403, 404, 'in', 404] },
  { name: 'attach an agreement', use: 'document', method: 'POST', path: '/v1/attachments', purpose: 'lending-agreement', expected: ['in', 'in', 'in', 404, 404, 403, 403, 404, 'in', 404] },
  { name: 'attach for payers',   use: 'document', method: 'POST', path: '/v1/attachments', purpose: 'marketing-vendor', expected: ['in', 'in', 'in', 404, 404, 403, 403, 404, 'in', 404] },
  { name: 'attach a photo',      use: 'document', method: 'POST', path: '/v1/attachments', purpose: 'property-photo',  expected: ['in', 'in', 'in', 404, 404, 403, 403, 404, 'in', 404] },
  { name: 'attach a proof',      use: 'document', method: 'POST', path: '/v1/attachments', purpose: 'vendor-id',       expected: ['in', 403,  403,  404, 404, 'in', 'in', 404, 403, 404] },
  { name: 'attach support',      use: 'document', method: 'POST', path: '/v1/attachments', purpose: 'supporting-doc',  expected: ['in', 403,  403,  404, 404, 'in', 'in', 404, 403, 404] },
  { name: 'attach a receipt',    use: 'document', method: 'POST', path: '/v1/attachments', purpose: 'upfront-payment-receipt', expected: ['in', 403, 403, 404, 404, 403, 403, 404, 403, 404] },
  { name: 'attach for admins',   use: 'document', method: 'POST', path: '/v1/attachments', purpose: 'internal-doc',    expected: ['in', 403,  403,  404, 404, 403, 403, 404, 403, 404] },
  { name: 'another file',        use: 'document', method: 'PUT',  path: '/v1/attachments/{id}',                        expected: [400,  400,  400,  404, 404, 403, 403, 403, 400, 404] },
  { name: 'logo',                use: 'logo',     method: 'PUT',  path: '/v1/tenants/{tenantId}/settings',             expected: ['in', 'in', 403,  403, 404, 403, 403, 403, 403, 403] },
  { name: 'own picture',         use: 'portrait', method: 'PUT',  path: '/v1/account',                                 expected: ['in', 'in', 'in', 'in', 'in', 'in', 403, 'in', 403, 403] },
  { name: 'picture of a user',   use: 'portrait', method: 'PUT',  path: '/v1/users/{id}',                              expected: ['in', 403,  403,  403, 403, 403, 403, 403, 403, 403] },
  { name: 'picture of a member', use: 'portrait', method: 'PUT',  path: '/v1/tenants/{tenantId}/users/{userId}',       expected: ['in', 'in', 403,  403, 404, 403, 403, 403, 403, 403] },
  { name: 'invite',              use: 'portrait', method: 'POST', path: '/v1/user-invitations',                        expected: ['in', 'in', 403,  403, 404, 403, 403, 403, 403, 403] },
  { name: 'change an invitation', use: 'portrait', method: 'PUT', path: '/v1/user-invitations/{id}',                   expected: ['in', 'in', 403,  403, 404, 403, 403, 403, 403, 403] },
  { name: 'invite several',      use: 'portrait', method: 'POST', path: '/v1/invite-team-members',                     expected: ['in', 'in', 403,  403, 404, 403, 403, 403, 403, 403] },
  { name: 'photo of a property', use: 'photo',    method: 'PUT',  path: '/v1/agreements/{id}/property-photo',         expected: ['in', 'in', 'in', 404, 404, 403, 403, 403, 'in', 404] },
  { name: 'photo of a new one',  use: 'photo',    method: 'POST', path: '/v1/agreements/{id}/property',               expected: ['in', 'in', 'in', 404, 404, 403, 403, 403, 'in', 404] },
];

type AssetColumns = {
  use?: UploadUse | 'product';
  usedFor?: 'attachment' | 'logo' | 'portrait' | 'invitation' | 'photo' | 'product' | 'discarded';
  documentPurpose?: AttachmentPurpose;
  by: 'caller' | 'colleague' | 'payer' | 'nobody';
  /** Uploaded in the other kind of sign-in: with the password of the payer's account, or by the payer's link. */
  signedIn?: 'otherwise';
  at?: 'elsewhere';
};

/** Files that no field takes, or takes only if it is the field's use. */
// biome-ignore format: a table
const cases: Record<string, AssetColumns | null> = {
  'an own loose document':                 { use: 'document', by: 'caller' },
  'an own loose logo':                     { use: 'logo',     by: 'caller' },
  'an own loose portrait':                 { use: 'portrait', by: 'caller' },
  'an own loose photo':                    { use: 'photo',    by: 'caller' },
  'an own document for another purpose':   { use: 'document', by: 'caller', documentPurpose: 'supporting-doc' },
  'an own document that is filed':         { use: 'document', by: 'caller', usedFor: 'attachment' },
  'an own logo in use':                    { use: 'logo',     by: 'caller', usedFor: 'logo' },
  'an own portrait in use':                { use: 'portrait', by: 'caller', usedFor: 'portrait' },
  'an own photo in use':                   { use: 'photo',    by: 'caller', usedFor: 'photo' },
  'an own photo that was replaced':        { use: 'photo',    by: 'caller', usedFor: 'discarded' },
  'an own picture of an invitation':       { use: 'portrait', by: 'caller', usedFor: 'invitation' },
  'an own picture that was replaced':      { use: 'portrait', by: 'caller', usedFor: 'discarded' },
  'a signed agreement':                    { use: 'product',  by: 'nobody', usedFor: 'product' },
  "a colleague's loose document":          { use: 'document', by: 'colleague' },
  "a colleague's loose logo":              { use: 'logo',     by: 'colleague' },
  "a colleague's loose portrait":          { use: 'portrait', by: 'colleague' },
  "a colleague's loose photo":             { use: 'photo',    by: 'colleague' },
  "a payer's loose photo":                 { use: 'photo',    by: 'payer' },
  "a payer's loose document":              { use: 'document', by: 'payer' },
  "a payer's proof of identity":           { use: 'document', by: 'payer', usedFor: 'attachment' },
  'a loose document of another way in':    { use: 'document', by: 'caller', signedIn: 'otherwise' },
  'an own loose document elsewhere':       { use: 'document', by: 'caller', at: 'elsewhere' },
  'an own loose logo elsewhere':           { use: 'logo',     by: 'caller', at: 'elsewhere' },
  'an own loose photo elsewhere':          { use: 'photo',    by: 'caller', at: 'elsewhere' },
  'a file that does not exist':            null,
};
const takenBy: Record<UploadUse, string> = {
  document: 'an own loose document',
  logo: 'an own loose logo',
  portrait: 'an own loose portrait',
  photo: 'an own loose photo',
};

let stage: Stage;
let tenantId: number;
let otherTenantId: number;
let users: Record<Who, number>;
let owners: Record<'colleague' | 'payer', number>;
let targets: { agreementId: number; signatoryId: number; attachmentId: number; memberId: number; invitationId: number };
let tokens: Record<Who, string>;

beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  [tenantId, otherTenantId] = [await build.aTenant({ allowAddingProperty: true }), await build.aTenant()];
  const member = (as: 'manager' | 'employee', at = tenantId) => build.aPerson('tenant_user', { tenantId: at, as });
  const [admin, manager, agent, colleague, stranger, owner, target] = [
    await build.aPerson('admin'),
    await member('manager'),
    await member('employee'),
    await member('employee'),
    await member('manager', otherTenantId),
    await member('manager'),
    await member('employee'),
  ] as const;
  const { id: agreementId, payers } = await build.aCampaign(agent, tenantId, {
    payers: [build.aPayer(), build.aPayer()],
  });
  const elsewhere = await build.aCampaign(stranger, otherTenantId);
  const [payer, secondPayer] = [payers[0]!, payers[1]!];
  const idOf = ({ userId }: Person) => userId;
  const clients = clientsOn(stage);
  const both = await build.aPerson(
    'tenant_user',
    { tenantId, as: 'employee' },
    { tenantId: otherTenantId, as: 'manager' },
  );
  const programs = {
    program: await clients.aClient(manager.userId, tenantId),
    programElsewhere: await clients.aClient(both.userId, otherTenantId),
  };
  users = {
    admin: idOf(admin),
    manager: idOf(manager),
    agent: idOf(agent),
    colleague: idOf(colleague),
    stranger: idOf(stranger),
    payer: payer.userId,
    payerByLink: payer.userId,
    otherPayer: elsewhere.payers[0]!.userId,
    program: await userOfProgram(programs.program),
    programElsewhere: await userOfProgram(programs.programElsewhere),
  };
  owners = { colleague: idOf(owner), payer: secondPayer.userId };
  const link = { agreementId, signatoryId: payer.id };
  const tokenFor = (who: Who) =>
    who === 'program' || who === 'programElsewhere'
      ? clients.tokenOf(programs[who])
      : stage.accessTokenFor(users[who], who === 'payerByLink' ? link : undefined);
  const signIn = async (who: Who) => [who, await tokenFor(who)];
  tokens = Object.fromEntries(await Promise.all(people.map(signIn))) as Record<Who, string>;
  targets = { agreementId, signatoryId: payer.id, memberId: idOf(target), attachmentId: 0, invitationId: 0 };
  targets.attachmentId = await aFiledDocument();
  targets.invitationId = await anInvitation();
});

async function userOfProgram({ id }: Made): Promise<number> {
  const row = stage.db.selectFrom('serviceIdentities').select('userId').where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).userId;
}

async function anAsset(who: Who, { by, at, signedIn, ...columns }: AssetColumns): Promise<number> {
  const isByLink = by === 'caller' && (who === 'payerByLink') !== (signedIn === 'otherwise');
  const uploaders = { caller: users[who], ...owners, nobody: null };
  const { id } = await stage.db
    .insertInto('assets')
    .values({
      tenantId: at === 'elsewhere' ? otherTenantId : tenantId,
      fileName: 'passport.png',
      contentType: 'image/png',
      size: 1,
      sha256: Buffer.alloc(32),
      storageKey: randomUUID(),
      sealedFileKey: Buffer.alloc(60),
      uploadedByUserId: uploaders[by],
      uploadedBySignatoryId: isByLink ? targets.signatoryId : null,
      uploadDate: stage.deps.clock.now(),
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function aFiledDocument(): Promise<number> {
  const assetId = await anAsset('agent', { by: 'caller', use: 'document', usedFor: 'attachment' });
  const { id } = await stage.db
    .insertInto('attachments')
    .values({
      agreementId: targets.agreementId,
      assetId,
      purpose: 'marketing',
      uploadedByUserId: users.agent,
      uploadDate: stage.deps.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const invitee = () => ({ firstName: 'Ivy', surname: 'Invited', emailAddress: `${randomUUID()}@example.com` });
const as = (who: Who, method: 'POST' | 'PUT', url: string, payload: object) =>
  stage.app.inject({ method, url, payload, headers: { authorization: `Bearer ${tokens[who]}` } });

async function anInvitation(): Promise<number> {
  const body = { ...invitee(), tenant: { href: `/v1/tenants/${tenantId}` } };
  return (await as('manager', 'POST', '/v1/user-invitations', body)).json().id;
}

function bodyOf({ path, purpose }: Field, assetId: number): object {
  const asset = { href: `/v1/assets/${assetId}` };
  const tenant = { href: `/v1/tenants/${tenantId}` };
  const agreement = { href: `/v1/agreements/${targets.agreementId}` };
  const bodies: Record<string, object> = {
    '/v1/attachments': { agreement, asset, purpose },
    '/v1/attachments/{id}': { asset },
    '/v1/tenants/{tenantId}/settings': { logo: asset },
    '/v1/agreements/{id}/property-photo': { asset },
    '/v1/agreements/{id}/property': { ...aNewProperty, photo: asset },
    '/v1/user-invitations': { ...invitee(), tenant, profilePicture: asset },
    '/v1/invite-team-members': { tenant, invitations: [{ ...invitee(), profilePicture: asset }] },
  };
  return bodies[path] ?? { profilePicture: asset };
}

function urlOf({ path }: Field): string {
  const ids: Record<string, number> = {
    '/v1/attachments/{id}': targets.attachmentId,
    '/v1/users/{id}': targets.memberId,
    '/v1/user-invitations/{id}': targets.invitationId,
    '/v1/agreements/{id}/property-photo': targets.agreementId,
    '/v1/agreements/{id}/property': targets.agreementId,
  };
  return path
    .replace('{tenantId}', String(tenantId))
    .replace('{userId}', String(targets.memberId))
    .replace('{id}', String(ids[path]));
}

/** Everything that says who uses which file. */
async function allUses(): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(json_build_array(id, used_for) order by id) from assets) as assets,
      (select json_agg(json_build_array(id, asset_id) order by id) from attachments) as attachments,
      (select json_agg(json_build_array(id, logo_asset_id, draft_content) order by id) from tenants) as tenants,
      (select json_agg(json_build_array(id, profile_picture_asset_id) order by id) from users) as users,
      (select json_agg(json_build_array(id, profile_picture_asset_id) order by id) from user_invitations) as invited,
      (select json_agg(json_build_array(agreement_id, asset_id) order by agreement_id) from property_photos) as photos
  `.execute(stage.db);
  return rows;
}

/** A document that was uploaded for one purpose is for another than the field's. */
const forAnother = ({ purpose }: Field, columns: AssetColumns): AssetColumns =>
  columns.documentPurpose && columns.documentPurpose === purpose
    ? { ...columns, documentPurpose: 'vendor-id' }
    : columns;

/** A photo is for a campaign with a property, or comes with the property of a campaign without one. */
async function prepare({ path }: Field): Promise<void> {
  const { agreementId } = targets;
  if (path === '/v1/agreements/{id}/property-photo') await giveProperty(stage, agreementId);
  if (path !== '/v1/agreements/{id}/property') return;
  await stage.db.updateTable('agreements').set({ propertyId: null }).where('id', '=', agreementId).execute();
}

async function tryCase(field: Field, who: Who, columns: AssetColumns | null) {
  const assetId = columns === null ? 999_999_999 : await anAsset(who, forAnother(field, columns));
  await prepare(field);
  const before = await allUses();
  const answer = await as(who, field.method, urlOf(field), bodyOf(field, assetId));
  const isChanged = JSON.stringify(await allUses()) !== JSON.stringify(before);
  // The file of a refused request is used by nothing. Without it, the next comparison reads less.
  if (answer.statusCode >= 300) await stage.db.deleteFrom('assets').where('id', '=', assetId).execute();
  return { answer, isChanged };
}

describe.each(fields)('$name', (field) => {
  it.each(people)('takes from %s only their own loose file of its use', { timeout: 60_000 }, async (who) => {
    const expected = must(field.expected[people.indexOf(who)], 'expected answer');
    const found: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const [name, columns] of Object.entries(cases)) {
      const { answer, isChanged } = await tryCase(field, who, columns);
      found[name] = `${answer.statusCode < 300 ? 'in' : answer.statusCode}${isChanged ? ', changed' : ''}`;
      const refusal = expected === 'in' ? 400 : expected;
      // Portraits belong to a person, whatever organisation stores them.
      wanted[name] = expected === 'in' && name === takenBy[field.use] ? 'in, changed' : String(refusal);
    }
    expect(found).toEqual(wanted);
  });
});

it('has an answer for everybody in every row', () => {
  expect(fields.filter(({ expected }) => expected.length !== people.length)).toEqual([]);
});

it('has a row for every field that names a file', () => {
  const tried = new Set(fields.map(({ method, path }) => `${method} ${path}`));
  expect(assetFields.filter(({ method, path }) => !tried.has(`${method} ${path}`))).toEqual([]);
});

describe('a Payment URL', () => {
  const get = (who: Who, url: string) =>
    stage.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${tokens[who]}` } });
  /** 410: found, and in this test without bytes. */
  const statusOf = async (who: Who, url: string) => (await get(who, url)).statusCode;

  it.each(['content', 'thumbnail'])('opens the %s of its own loose uploads, and none of the account', async (what) => {
    for (const who of ['payerByLink', 'payer'] as const) {
      const own = await anAsset(who, { by: 'caller', use: 'document' });
      const other = await anAsset(who, { by: 'caller', use: 'document', signedIn: 'otherwise' });
      const statuses = [
        await statusOf(who, `/v1/assets/${own}/${what}`),
        await statusOf(who, `/v1/assets/${other}/${what}`),
      ];
      expect([who, ...statuses]).toEqual([who, 410, 404]);
    }
  });

  it('does not show the portrait of the account', async () => {
    const picture = await anAsset('payer', { by: 'caller', use: 'portrait', usedFor: 'portrait' });
    const { payer } = users;
    await stage.db.updateTable('users').set({ profilePictureAssetId: picture }).where('id', '=', payer).execute();
    for (const [who, expected] of [
      ['payer', 410],
      ['payerByLink', 404],
    ] as const) {
      expect([who, await statusOf(who, `/v1/users/${payer}/picture`)]).toEqual([who, expected]);
    }
  });
});
