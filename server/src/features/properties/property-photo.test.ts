import { uploadQuotas } from '@kerb/domain/documents/quotas.ts';
import { photoTooSmall } from '@kerb/domain/properties/property-photo.ts';
import { sweepFiles } from '@kerb/server/features/documents/documents.jobs.ts';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';
import { aNewProperty, aPicture, giveProperty, upload } from '../../../test/property-photos.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let [admin, manager, agent, colleague, stranger]: Person[] = [];
let campaign: Awaited<ReturnType<typeof build.aCampaign>>;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant({ allowAddingProperty: true });
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  colleague = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  stranger = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
});
beforeEach(async () => {
  campaign = await build.aCampaign(agent!, tenantId);
  await giveProperty(stage, campaign.id);
});

const at = (id = campaign.id) => `/v1/agreements/${id}/property-photo`;
const uploaded = async (by: Person | undefined, more: Partial<Parameters<typeof upload>[2]> = {}) =>
  (await upload(stage, by!.userId, { tenantId, ...more })).json();
const set = (by: Person | undefined, asset: { href: string }, id = campaign.id) =>
  stage.as(by!.userId)('PUT', at(id), { asset: { href: asset.href } });
const usesOf = async (...assets: { id: number }[]) => {
  const rows = await stage.db.selectFrom('assets').select(['id', 'usedFor']).execute();
  return assets.map(({ id }) => rows.find((row) => row.id === id)?.usedFor ?? 'deleted');
};

describe('the photo of a campaign’s property', () => {
  it('is sent in three widths, each of one shape, with the address as its text', async () => {
    const answer = await set(agent, await uploaded(agent));
    expect(answer.statusCode, answer.body).toBe(200);
    const { href, alt } = answer.json();
    expect(alt).toBe('12 Wattle St, Yass NSW 2582');
    const sizes: unknown[] = [];
    for (const query of ['', '&width=320', '&width=640', '&width=1280']) {
      const sent = await stage.as(agent!.userId)('GET', `${href}${query}`);
      const { width, height, format } = await sharp(sent.rawPayload).metadata();
      sizes.push([width, height, format, sent.headers['content-type']]);
    }
    const sized = (width: number, height: number) => [width, height, 'webp', 'image/webp'];
    expect(sizes).toEqual([sized(640, 426), sized(320, 213), sized(640, 426), sized(1280, 853)]);
    expect((await stage.as(agent!.userId)('GET', `${href}&width=5000`)).statusCode).toBe(400);
  });

  it('has none of what the camera wrote: no place, no camera, and it is upright', async () => {
    const value = await aPicture(800, 1200)
      .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '34/1 50/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(value.includes('SecretCamera')).toBe(true);
    const { href } = (await set(agent, await uploaded(agent, { value }))).json();
    const { rawPayload } = await stage.as(agent!.userId)('GET', `${href}&width=1280`);
    const { exif, icc, xmp, iptc, orientation, width, height } = await sharp(rawPayload).metadata();
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
    expect(rawPayload.includes('SecretCamera')).toBe(false);
    expect([width, height]).toEqual([1200, 800]);
  });

  it('is for the staff and the payers of the campaign, and for nobody else', async () => {
    const { href } = (await set(agent, await uploaded(agent))).json();
    const other = await build.aCampaign(agent!, tenantId);
    const byLink = (id: number, { userId, id: signatoryId }: { userId: number; id: number }) =>
      stage.accessTokenFor(userId, { agreementId: id, signatoryId });
    const statusOf = async (token: string) =>
      (await stage.app.inject({ method: 'GET', url: href, headers: { authorization: `Bearer ${token}` } })).statusCode;
    const found: Record<string, number> = {};
    for (const [who, person] of Object.entries({ admin, manager, agent, colleague, stranger })) {
      found[who] = await statusOf(await stage.accessTokenFor(person!.userId));
    }
    found.payer = await statusOf(await stage.accessTokenFor(campaign.payers[0]!.userId));
    found.payerByLink = await statusOf(await byLink(campaign.id, campaign.payers[0]!));
    found.otherPayer = await statusOf(await stage.accessTokenFor(other.payers[0]!.userId));
    found.otherPayerByLink = await statusOf(await byLink(other.id, other.payers[0]!));
    found.signedOut = (await stage.app.inject({ method: 'GET', url: href })).statusCode;
    const seen = { admin: 200, manager: 200, agent: 200, payer: 200, payerByLink: 200 };
    const hidden = { colleague: 404, stranger: 404, otherPayer: 404, otherPayerByLink: 404, signedOut: 401 };
    expect(found).toEqual({ ...seen, ...hidden });
  });

  it('stays with its campaign: another organisation with the same property does not see it', async () => {
    await set(agent, await uploaded(agent));
    const { propertyId } = await stage.db
      .selectFrom('agreements')
      .select('propertyId')
      .where('id', '=', campaign.id)
      .executeTakeFirstOrThrow();
    const theirs = await build.aCampaign(stranger!, stranger!.memberships[0]!.tenantId);
    await stage.db.updateTable('agreements').set({ propertyId }).where('id', '=', theirs.id).execute();
    expect((await stage.as(stranger!.userId)('GET', at(theirs.id))).statusCode).toBe(404);
  });

  it('is kept by the browser while its address has the hash of its content, else asked for again', async () => {
    const { href } = (await set(agent, await uploaded(agent))).json();
    const cached = async (url: string) => (await stage.as(agent!.userId)('GET', url)).headers['cache-control'];
    expect(await cached(href)).toBe('private, max-age=31536000, immutable');
    expect(await cached(at())).toBe('private, no-cache');
    const value = await aPicture(3_000, 2_000, '#aa3322').jpeg().toBuffer();
    const next = (await set(agent, await uploaded(agent, { value }))).json();
    expect(next.href).not.toBe(href);
    expect(await cached(href)).toBe('private, no-cache');
  });

  it('is deleted when it is replaced or removed, and every change is in the log', async () => {
    const [first, second] = [await uploaded(agent), await uploaded(manager)];
    await set(agent, first);
    await set(manager, second);
    expect(await usesOf(first, second)).toEqual(['discarded', 'photo']);
    for (const _ of [1, 2]) expect((await stage.as(manager!.userId)('DELETE', at())).statusCode).toBe(204);
    expect(await usesOf(second)).toEqual(['discarded']);
    await sweepFiles(stage.deps);
    expect(await usesOf(first, second)).toEqual(['deleted', 'deleted']);
    const named = ({ id }: { id: number }) => `File ${id}`;
    const entries = (await openedLog(stage)).filter(({ targetAgreementId }) => targetAgreementId === campaign.id);
    const changes = entries.filter(({ activityCode }) => activityCode === 'property_update');
    expect(changes.map(({ description, logData, userId }) => [description, logData, userId])).toEqual([
      ['Photo of the property added', { photo: { before: null, after: named(first) } }, agent!.userId],
      ['Photo of the property replaced', { photo: { before: named(first), after: named(second) } }, manager!.userId],
      ['Photo of the property removed', { photo: { before: named(second), after: null } }, manager!.userId],
    ]);
  });

  it('does not make an admin’s approval outdated: it states nothing that is approved', async () => {
    const versionNow = async () => (await stage.as(admin!.userId)('GET', `/v1/agreements/${campaign.id}`)).headers.etag;
    const before = await versionNow();
    await set(agent, await uploaded(agent));
    expect(await versionNow()).toBe(before);
  });

  it('needs a property, which it can come with', async () => {
    const { id } = await build.aCampaign(agent!, tenantId);
    const asset = await uploaded(agent);
    expect((await set(agent, asset, id)).json()).toMatchObject({ type: '/problems/no-property' });
    const body = { ...aNewProperty, photo: { href: asset.href } };
    const added = await stage.as(agent!.userId)('POST', `/v1/agreements/${id}/property`, body);
    expect(added.statusCode, added.body).toBe(201);
    expect((await stage.as(agent!.userId)('GET', at(id))).statusCode).toBe(200);
  });

  it('is not added with a property that is refused', async () => {
    const { id } = await build.aCampaign(agent!, tenantId);
    const asset = await uploaded(colleague);
    const body = { ...aNewProperty, photo: { href: asset.href } };
    const answer = await stage.as(agent!.userId)('POST', `/v1/agreements/${id}/property`, body);
    expect(answer.json().validation).toMatchObject({ photo: [{ message: 'Upload the photo of the property again.' }] });
    const read = await stage.as(agent!.userId)('GET', `/v1/agreements/${id}`);
    expect(read.json().property).toBeNull();
  });
});

describe('an upload for a photo', () => {
  it('is refused if it is too small, too large or no picture', async () => {
    const messageOf = async (value: Buffer, fileName: string) =>
      (await upload(stage, agent!.userId, { tenantId, value, fileName })).json().displayText;
    const small = await aPicture(400, 4_000).png().toBuffer();
    expect(await messageOf(small, 'small.png')).toBe(photoTooSmall);
    expect(await messageOf(Buffer.alloc(8_388_609), 'large.jpg')).toBe('Photo too large. Maximum upload size 8MB');
    expect(await messageOf(Buffer.from('%PDF-1.4\n%%EOF\n'), 'house.pdf')).toBe(
      'Choose a picture: JPEG, PNG, GIF or WebP.',
    );
  });

  it('is for the team of the organisation: not for payers, and not for others', async () => {
    const statusOf = async (userId: number) => (await upload(stage, userId, { tenantId })).statusCode;
    expect(await statusOf(agent!.userId)).toBe(201);
    expect(await statusOf(admin!.userId)).toBe(201);
    expect(await statusOf(stranger!.userId)).toBe(404);
    expect(await statusOf(campaign.payers[0]!.userId)).toBe(404);
    expect((await upload(stage, agent!.userId, { tenantId: 1 })).statusCode).toBe(404);
  });

  it('counts for the quota, and is deleted after a day if nothing uses it', async () => {
    const asset = await uploaded(agent);
    const longAgo = Temporal.Instant.from(stage.deps.clock.now()).subtract({
      minutes: uploadQuotas.team.looseMinutes + 1,
    });
    await stage.db.updateTable('assets').set({ uploadDate: longAgo.toString() }).where('id', '=', asset.id).execute();
    await sweepFiles(stage.deps);
    expect(await usesOf(asset)).toEqual(['deleted']);
  });
});
