import { sweepFiles } from '@kerb/server/features/documents/documents.jobs.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { aForm } from '../../../test/multipart.ts';
import { aBlankPng } from '../../../test/png.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let manager: Person;
let colleague: Person;
let stranger: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  colleague = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  stranger = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
});

async function send(by: Person, value: Buffer, { tenant = 1, fileName = 'me.png', transform = 'portrait' } = {}) {
  const { payload, headers } = aForm(
    { name: 'tenantId', value: String(tenant) },
    { name: 'assetTransform', value: transform },
    { name: 'asset', value, fileName },
  );
  return stage.as(by.userId)('POST', '/v1/assets', payload, headers);
}
const choose = (by: Person, userId: number, href: string | null) =>
  stage.as(by.userId)('PUT', `/v1/tenants/${tenantId}/users/${userId}`, { profilePicture: href && { href } });

describe('the picture of a person', () => {
  it('is cut to a small square, and is visible to people of the same organisation', async () => {
    const sent = await send(manager, aBlankPng(900, 300));
    expect(sent.json()).toMatchObject({ fileName: 'photo.jpg', contentType: 'image/jpeg' });
    const saved = await choose(manager, colleague.userId, sent.json().href);
    const { profilePictureHref } = saved.json();
    const seen = await stage.as(colleague.userId)('GET', profilePictureHref);
    const { width, height, format } = await sharp(seen.rawPayload).metadata();
    expect([width, height, format]).toEqual([256, 256, 'jpeg']);
    expect((await stage.as(manager.userId)('GET', profilePictureHref)).statusCode).toBe(200);
    expect((await stage.as(stranger.userId)('GET', profilePictureHref)).statusCode).toBe(404);
  });

  it('is kept by the job that deletes unused files, and deleted by it once replaced', async () => {
    const first = (await send(manager, aBlankPng(10, 10))).json();
    const second = (await send(manager, aBlankPng(20, 20))).json();
    await choose(manager, manager.userId, first.href);
    await choose(manager, manager.userId, second.href);
    expect((await choose(manager, manager.userId, first.href)).statusCode).toBe(400);
    await sweepFiles(stage.deps);
    const left = await stage.db.selectFrom('assets').select('id').execute();
    expect(left.map(({ id }) => id)).toContain(second.id);
    expect(left.map(({ id }) => id)).not.toContain(first.id);
    expect((await choose(manager, manager.userId, null)).json().profilePictureHref).toBeNull();
  });

  it('is refused above 8 MB, with the specification’s message', async () => {
    const answer = await send(manager, Buffer.alloc(8_388_609));
    expect([answer.statusCode, answer.json().displayText]).toEqual([413, 'Photo too large. Maximum upload size 8MB']);
  });

  it('must be a picture that the user uploaded', async () => {
    const pdf = await send(manager, Buffer.from('%PDF-1.7\n%%EOF'), { fileName: 'me.pdf' });
    expect(pdf.json().validation.asset[0].message).toBe('Choose a picture: JPEG, PNG, GIF or WebP.');
    const theirs = (await send(stranger, aBlankPng(10, 10))).json();
    expect((await choose(manager, colleague.userId, theirs.href)).json().validation.profilePicture[0].type).toBe(
      'notValid',
    );
  });

  it('is the only upload that the platform’s own organisation accepts', async () => {
    expect((await send(manager, aBlankPng(10, 10), { transform: 'none' })).statusCode).toBe(404);
  });
});
