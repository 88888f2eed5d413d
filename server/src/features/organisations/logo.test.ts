import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { aForm } from '../../../test/multipart.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let [admin, manager]: Person[] = [];
let tenantId: number;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
});
beforeEach(async () => {
  tenantId = await build.aTenant({ name: 'Harbour Estate' });
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});

const at = (path = '') => `/v1/tenants/${tenantId}/settings${path}`;
const read = async (by: Person | undefined = admin) => (await stage.as(by!.userId)('GET', at())).json();
const save = (by: Person | undefined, sent: object) => stage.as(by!.userId)('PUT', at(), sent);
const settle = (by: Person | undefined, how: 'apply' | 'reject') => stage.as(by!.userId)('POST', at(`/${how}`), {});

describe('a logo', () => {
  async function upload(by: Person | undefined, value: Buffer, assetTransform = 'logo') {
    const { payload, headers } = aForm(
      { name: 'tenantId', value: String(tenantId) },
      { name: 'assetTransform', value: assetTransform },
      { name: 'asset', value, fileName: 'logo.png' },
    );
    const { href } = (await stage.as(by!.userId)('POST', '/v1/assets', payload, headers)).json();
    return { logo: { href } };
  }
  const large = () =>
    sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#4A7B93' } })
      .png()
      .toBuffer();
  const sizeOf = async (by: Person | undefined, query = '') => {
    const answer = await stage.as(by!.userId)('GET', `/v1/tenants/${tenantId}/logo${query}`);
    if (answer.statusCode !== 200) return answer.statusCode;
    const { width, height } = await sharp(answer.rawPayload).metadata();
    return [width, height, answer.headers['content-type']];
  };

  it('is redrawn inside its box, and has a small version', async () => {
    await save(admin, await upload(admin, await large()));
    expect((await read()).logoUrl).toContain(`/v1/tenants/${tenantId}/logo`);
    expect(await sizeOf(manager)).toEqual([384, 192, 'image/webp']);
    for (const _ of [1, 2]) expect(await sizeOf(manager, '?size=small')).toEqual([192, 96, 'image/webp']);
    expect(await sizeOf(manager, '?size=huge')).toBe(400);
  });

  it('that a manager requests is pending, and visible only to those who see the settings', async () => {
    const employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    await save(manager, await upload(manager, await large()));
    expect(await read(manager)).toMatchObject({ logoUrl: null, draftLogoUrl: expect.stringContaining('draft=1') });
    expect(await sizeOf(manager, '?draft=1&size=small')).toEqual([192, 96, 'image/webp']);
    expect([await sizeOf(manager), await sizeOf(employee, '?draft=1')]).toEqual([404, 404]);
    await settle(admin, 'apply');
    expect(await sizeOf(employee, '?size=small')).toEqual([192, 96, 'image/webp']);
  });

  it('that is replaced, withdrawn or rejected is deleted', async () => {
    const idOf = ({ logo }: { logo: { href: string } }) => Number(logo.href.split('/').at(-1));
    const usesOf = async (...logos: { logo: { href: string } }[]) => {
      const ids = logos.map(idOf);
      const rows = await stage.db.selectFrom('assets').select(['id', 'usedFor']).where('id', 'in', ids).execute();
      return ids.map((id) => rows.find((row) => row.id === id)?.usedFor);
    };
    const [live, second, asked, again] = [
      await upload(admin, await large()),
      await upload(admin, await large()),
      await upload(manager, await large()),
      await upload(manager, await large()),
    ];
    await save(admin, live);
    await save(manager, asked);
    expect(await usesOf(live, asked)).toEqual(['logo', 'logo']);
    await save(manager, again);
    expect(await usesOf(live, asked, again)).toEqual(['logo', 'discarded', 'logo']);
    await settle(admin, 'reject');
    expect(await usesOf(live, again)).toEqual(['logo', 'discarded']);
    await save(admin, live);
    await save(admin, second);
    expect(await usesOf(live, second)).toEqual(['discarded', 'logo']);
    expect((await save(admin, live)).json().validation).toHaveProperty('logo');
    await save(admin, { logo: null });
    expect(await usesOf(second)).toEqual(['discarded']);
  });

  it('is never a file that reached its column in another way', async () => {
    const document = await upload(admin, await large(), 'none');
    const logoAssetId = Number(document.logo.href.split('/').at(-1));
    await stage.db.updateTable('tenants').set({ logoAssetId }).where('id', '=', tenantId).execute();
    expect([await sizeOf(manager), await sizeOf(manager, '?size=small')]).toEqual([404, 404]);
    await stage.db.updateTable('tenants').set({ logoAssetId: null }).where('id', '=', tenantId).execute();
  });

  it('must be a picture that was uploaded as a logo of the organisation', async () => {
    const words = await upload(manager, await large(), 'none');
    expect((await save(manager, words)).json().validation).toMatchObject({
      logo: [{ message: 'Upload the picture again.' }],
    });
    const theirs = await upload(manager, await large());
    const elsewhere = await build.aTenant();
    const answer = await stage.as(admin!.userId)('PUT', `/v1/tenants/${elsewhere}/settings`, theirs);
    expect(answer.json().validation).toHaveProperty('logo');
  });
});
