import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { aPicture, giveProperty, upload } from '../../../test/property-photos.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let [admin, agent, colleague, stranger]: Person[] = [];
let campaign: Awaited<ReturnType<typeof build.aCampaign>>;

async function givePicture(person: Person): Promise<void> {
  const value = await aPicture(600, 600).png().toBuffer();
  const { href } = (
    await upload(stage, person.userId, { tenantId: 1, value, assetTransform: 'portrait', fileName: 'me.png' })
  ).json();
  const answer = await stage.as(person.userId)('PUT', '/v1/account', { profilePicture: { href } });
  expect(answer.statusCode, answer.body).toBe(200);
}

async function giveLogo(): Promise<void> {
  const value = await aPicture(640, 192).png().toBuffer();
  const sent = await upload(stage, admin!.userId, { tenantId, value, assetTransform: 'logo', fileName: 'logo.png' });
  await stage.as(admin!.userId)('PUT', `/v1/tenants/${tenantId}/settings`, {
    logo: { href: sent.json().href },
    brandColour: '#FFD500',
  });
}

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant({ name: 'Harbour Estate' });
  admin = await build.aPerson('admin');
  agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  colleague = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  stranger = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
  await giveLogo();
  for (const person of [agent, colleague]) await givePicture(person);
});
beforeEach(async () => {
  campaign = await build.aCampaign(agent!, tenantId);
  await giveProperty(stage, campaign.id);
});

const at = (path = '/branding', id = campaign.id) => `/v1/agreements/${id}${path}`;
/** As a payer who came by their Payment URL. */
async function asPayer(url: string, of = campaign) {
  const { userId, id: signatoryId } = of.payers[0]!;
  const token = await stage.accessTokenFor(userId, { agreementId: of.id, signatoryId });
  return stage.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
}
const branding = async () => (await asPayer(at())).json();
const change = (values: object) =>
  stage.db.updateTable('agreements').set(values).where('id', '=', campaign.id).execute();

describe('what a payer sees of a campaign’s organisation', () => {
  it('is its name, logo and colour, with shades that can be read', async () => {
    const { organisation } = await branding();
    expect(organisation).toMatchObject({
      name: 'Harbour Estate',
      colour: '#ffd500',
      hidesName: false,
      shades: { light: { onButton: '#14202a' }, dark: { button: '#ffd500', onButton: '#14202a', text: '#ffd500' } },
    });
    const logo = await asPayer(organisation.logoUrl);
    const { width, height, format } = await sharp(logo.rawPayload).metadata();
    expect([width, height, format]).toEqual([640, 192, 'webp']);
    expect(logo.headers['cache-control']).toBe('private, max-age=31536000, immutable');
  });

  it('has no shades without a colour', async () => {
    const other = await build.aCampaign(stranger!, stranger!.memberships[0]!.tenantId);
    const { organisation, propertyPhoto } = (await asPayer(at('/branding', other.id), other)).json();
    expect([organisation.colour, organisation.shades, organisation.logoUrl]).toEqual([null, null, null]);
    expect(propertyPhoto).toBeNull();
  });

  it('includes the photo of the property, which the payer can open', async () => {
    const { href } = (await upload(stage, agent!.userId, { tenantId })).json();
    await stage.as(agent!.userId)('PUT', at('/property-photo'), { asset: { href } });
    const { propertyPhoto } = await branding();
    expect(propertyPhoto).toEqual({
      href: expect.stringMatching(/\/property-photo\?v=[0-9a-f]{16}$/),
      alt: '12 Wattle St, Yass NSW 2582',
    });
    expect((await asPayer(propertyPhoto.href)).statusCode).toBe(200);
  });
});

describe('the agent of a campaign, for its payer', () => {
  const contact = { agentFirstName: 'Amy', agentSurname: 'Agent', agentEmail: 'amy@example.com' };

  it('is the team member to whom it is assigned, with their picture', async () => {
    await stage.db.updateTable('users').set({ mobilePhone: '+61400000001' }).where('id', '=', agent!.userId).execute();
    const { agent: shown } = await branding();
    expect(shown).toEqual({
      name: agent!.displayName,
      phone: '+61400000001',
      emailAddress: agent!.emailAddress,
      pictureUrl: expect.stringMatching(/\/agent-picture\?v=[0-9a-f]{16}$/),
    });
    const picture = await asPayer(shown.pictureUrl);
    const { width, height, format } = await sharp(picture.rawPayload).metadata();
    expect([width, height, format]).toEqual([256, 256, 'webp']);
    expect(picture.headers['cache-control']).toBe('private, max-age=31536000, immutable');
  });

  it('is the contact that the campaign names, without another person’s picture and mobile', async () => {
    await change(contact);
    expect((await branding()).agent).toEqual({
      name: 'Amy Agent',
      phone: null,
      emailAddress: 'amy@example.com',
      pictureUrl: null,
    });
    expect((await asPayer(at('/agent-picture'))).statusCode).toBe(404);
  });

  it('is the contact with their picture, if the contact is the team member', async () => {
    await change({ ...contact, agentEmail: agent!.emailAddress.toUpperCase(), agentPhone: '+61262261234' });
    expect((await branding()).agent).toMatchObject({
      name: 'Amy Agent',
      phone: '+61262261234',
      pictureUrl: expect.any(String),
    });
  });

  it('has no picture once they have left the team, and is nobody once their account is disabled', async () => {
    await change({ agentUserId: colleague!.userId });
    expect((await branding()).agent).toMatchObject({ pictureUrl: expect.any(String) });
    const membership = stage.db.deleteFrom('tenantUsers').where('userId', '=', colleague!.userId);
    await membership.execute();
    expect((await branding()).agent).toMatchObject({ name: colleague!.displayName, pictureUrl: null });
    const at = stage.deps.clock.now();
    await stage.db.updateTable('users').set({ disabledDate: at }).where('id', '=', colleague!.userId).execute();
    expect((await branding()).agent).toBeNull();
  });

  it('is the only person whose picture the payer can see', async () => {
    const other = await build.aCampaign(agent!, tenantId);
    const statusOf = async (url: string) => (await asPayer(url)).statusCode;
    expect(await statusOf(at('/agent-picture'))).toBe(200);
    expect(await statusOf(at('/agent-picture', other.id))).toBe(404);
    expect(await statusOf(at('/logo', other.id))).toBe(404);
    expect(await statusOf(at('/branding', other.id))).toBe(404);
    for (const { userId } of [agent!, colleague!]) expect(await statusOf(`/v1/users/${userId}/picture`)).toBe(404);
    for (const path of ['/branding', '/logo', '/agent-picture']) {
      expect((await stage.as(stranger!.userId)('GET', at(path))).statusCode).toBe(404);
    }
  });
});
