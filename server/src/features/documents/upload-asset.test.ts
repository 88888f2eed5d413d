import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fileTooLarge, largestFileBytes } from '@kerb/domain/documents/documents.contract.ts';
import { refusals } from '@kerb/server/platform/files/refused-file.ts';
import { countAttempt, limits } from '@kerb/server/platform/limits/throttle.ts';
import { ownerOfUser } from '@kerb/server/platform/queues/lanes.ts';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { aForm, type FormPart } from '../../../test/multipart.ts';
import { aBlankPng } from '../../../test/png.ts';
import { anExcelDocument, aWordDocument } from '../../../test/zip.ts';

const pdf = (more: string | Buffer = '') => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(more)]);
const picture = () => sharp({ create: { width: 9, height: 9, channels: 3, background: '#4A7B93' } });
const cfb = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}${'$EICAR-STANDARD'}-ANTIVIRUS-TEST-FILE!$H+H*`;
const html = '<!doctype html><html><script>alert(1)</script></html>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';

let stage: Stage;
let admin: Person;
let agent: Person;
let tenantId: number;
beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
});
beforeEach(async () => {
  await stage.db.deleteFrom('throttles').execute();
  // Loose files would count for the quota of the next test.
  await stage.db.deleteFrom('assets').execute();
});

const folder = (name: string) => join(stage.deps.config.dataDir, name);
const filesIn = (name: string): string[] =>
  existsSync(folder(name))
    ? readdirSync(folder(name), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

function send(parts: FormPart[], by: Person = agent) {
  const { payload, headers } = aForm(...parts);
  return stage.as(by.userId)('POST', '/v1/assets', payload, headers);
}
const upload = (fileName: string, value: string | Buffer, by?: Person) =>
  send(
    [
      { name: 'tenantId', value: String(tenantId) },
      { name: 'asset', value, fileName },
    ],
    by,
  );
const download = (id: number, by: Person = agent) => stage.as(by.userId)('GET', `/v1/assets/${id}/content`);

describe('the size of an upload', () => {
  it('may be 8,388,608 bytes', async () => {
    const content = pdf(Buffer.alloc(largestFileBytes - 9, 'x'));
    const answer = await upload('exact.pdf', content);
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json().size).toBe(largestFileBytes);
    const back = await download(answer.json().id);
    expect(back.rawPayload.equals(content)).toBe(true);
  });

  it.each([
    ['one byte more', 1],
    ['many bytes more', 1_000_000],
  ])('may not be %s', async (_, more) => {
    const before = filesIn('files').length;
    const answer = await upload('over.pdf', pdf(Buffer.alloc(largestFileBytes - 9 + more, 'x')));
    expect(answer.statusCode).toBe(413);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json().displayText).toBe('File too large. Maximum upload size 8MB');
    expect(fileTooLarge).toBe('File too large. Maximum upload size 8MB');
    expect(filesIn('files').length).toBe(before);
    expect(filesIn('tmp')).toEqual([]);
  });

  it('may not be zero', async () => {
    const answer = await upload('empty.pdf', '');
    expect([answer.statusCode, answer.json().validation.asset[0].type]).toEqual([400, 'isEmpty']);
  });
});

describe('the kind of an upload', () => {
  // biome-ignore format: a table
  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['plan.pdf',    () => pdf('plan'),                       'application/pdf'],
    ['PLAN.PDF',    () => pdf('plan'),                       'application/pdf'],
    ['front.jpg',   () => picture().jpeg().toBuffer(),       'image/jpeg'],
    ['front.JPEG',  () => picture().jpeg().toBuffer(),       'image/jpeg'],
    ['front.png',   () => picture().png().toBuffer(),        'image/png'],
    ['front.gif',   () => picture().gif().toBuffer(),        'image/gif'],
    ['front.webp',  () => picture().webp().toBuffer(),       'image/webp'],
    ['terms.docx',  () => aWordDocument(),                   'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['costs.xlsx',  () => anExcelDocument(),                 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['cars.csv',    () => Buffer.from('BMW,Audi\n1,2\n'),    'text/csv'],
    ['note.txt',    () => Buffer.from('K\u014Dwhai \u20AC'), 'text/plain'],
  ])('%s is recognised by its content', async (name, make, contentType) => {
    const answer = await upload(name, await make());
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json()).toMatchObject({ fileName: name, contentType });
    expect(answer.json().href).toBe(`/v1/assets/${answer.json().id}`);
  });

  it('gives a name without an extension the extension of its content', async () => {
    const answer = await upload('image', await picture().jpeg().toBuffer());
    expect(answer.json()).toMatchObject({ fileName: 'image.jpg', contentType: 'image/jpeg' });
  });

  // biome-ignore format: a table
  it.each<[string, string, () => Promise<Buffer> | Buffer | string, keyof typeof refusals]>([
    ['an old Word document',     'old.doc',    () => cfb,                                    'oldOffice'],
    ['an old Excel document',    'old.xls',    () => cfb,                                    'oldOffice'],
    ['a locked Word document',   'plan.docx',  () => cfb,                                    'badDocument'],
    ['a PDF with a script',      'plan.pdf',   () => pdf('1 0 obj << /S /JavaScript /JS (x) >>'), 'activePdf'],
    ['a locked PDF',             'plan.pdf',   () => pdf('trailer << /Encrypt 9 0 R >>'),     'lockedPdf'],
    ['EICAR as text',            'note.txt',   () => eicar,                                  'infected'],
    ['EICAR as PDF',             'plan.pdf',   () => pdf(eicar),                             'infected'],
    ['EICAR in a document',      'plan.docx',  () => aWordDocument({ name: 'word/a.txt', content: Buffer.from(eicar) }), 'infected'],
    ['HTML as PDF',              'plan.pdf',   () => html,                                   'misnamed'],
    ['HTML as text',             'plan.txt',   () => `words\n${html}`,                       'misnamed'],
    ['HTML',                     'plan.html',  () => html,                                   'notAccepted'],
    ['SVG',                      'logo.svg',   () => svg,                                    'notAccepted'],
    ['SVG with an XML head',     'logo.svg',   () => `<?xml version="1.0"?>${svg}`,          'notAccepted'],
    ['SVG as PNG',               'logo.png',   () => svg,                                    'misnamed'],
    ['SVG as CSV',               'logo.csv',   () => svg,                                    'misnamed'],
    ['SVG without an extension', 'logo',       () => svg,                                    'notAccepted'],
    ['a PDF as PNG',             'plan.png',   () => pdf(),                                  'misnamed'],
    ['a PDF as text',            'plan.txt',   () => pdf(),                                  'misnamed'],
    ['a program',                'setup.exe',  () => Buffer.from('MZ\u0000\u0000'),          'notAccepted'],
    ['a PDF as a program',       'setup.exe',  () => pdf(),                                  'notAccepted'],
    ['a 30000 × 30000 picture',  'huge.png',   () => aBlankPng(30_000, 30_000),              'hugePicture'],
    ['a broken picture',         'front.png',  () => aBlankPng(900, 900).subarray(0, 60),    'badPicture'],
    ['an archive bomb',          'terms.docx', () => aWordDocument({ name: 'b', content: Buffer.alloc(9), claims: 4e9 }), 'badDocument'],
    ['Excel as Word',            'terms.docx', () => anExcelDocument(),                      'misnamed'],
    ['text with binary content', 'note.txt',   () => Buffer.from([0x41, 0, 0x42]),           'notText'],
    ['text that is not UTF-8',   'note.csv',   () => Buffer.from([0x41, 0xe9, 0x2c]),        'notText'],
    ['HEIC',                     'front.heic', () => Buffer.from('\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic', 'latin1'), 'heic'],
  ])('refuses %s', async (_, name, make, reason) => {
    const before = filesIn('files').length;
    const answer = await upload(name, await make());
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json().validation).toEqual({ asset: [{ type: 'notValid', message: refusals[reason] }] });
    expect(filesIn('files').length).toBe(before);
    expect(filesIn('tmp')).toEqual([]);
  });

  it('removes location and camera data from a photo', async () => {
    const photo = picture().withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'S' } });
    const { id, size } = (await upload('front.jpg', await photo.jpeg().toBuffer())).json();
    const back = (await download(id)).rawPayload;
    expect(back.length).toBe(size);
    expect(back.includes('SecretCamera')).toBe(false);
    expect((await sharp(back).metadata()).exif).toBeUndefined();
  });
});

describe('the scanner of uploads', () => {
  it('being away stores nothing, and the answer says when to try again', async () => {
    const before = filesIn('files').length;
    const answer = await upload('note.txt', 'kerb-scanner-down');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60']);
    expect(answer.json().displayText).toBe('Files cannot be checked at the moment. Please try again in a few minutes.');
    expect([filesIn('files').length, filesIn('tmp')]).toEqual([before, []]);
  });

  it('is recorded with the file', async () => {
    const { id } = (await upload('note.txt', 'words')).json();
    const row = await stage.db.selectFrom('assets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([row.scanState, row.scannedDate]).toEqual(['clean', expect.any(String)]);
  });
});

describe('the form of an upload', () => {
  const asset: FormPart = { name: 'asset', value: pdf(), fileName: 'plan.pdf' };
  const tenant = (): FormPart => ({ name: 'tenantId', value: String(tenantId) });

  it('may have its fields after the file, and an unneeded transform', async () => {
    const answer = await send([asset, { name: 'assetTransform', value: 'crop' }, tenant()]);
    expect(answer.statusCode, answer.body).toBe(201);
  });

  // biome-ignore format: a table
  it.each<[string, () => FormPart[], string, string]>([
    ['no organisation',            () => [asset],                                                    'tenantId', 'missing'],
    ['an invalid organisation id', () => [{ name: 'tenantId', value: '1 or 1=1' }, asset],           'tenantId', 'notDigits'],
    ['no file',                    () => [tenant()],                                                 'asset',    'missing'],
    ['a file that is text',        () => [tenant(), { name: 'asset', value: 'words' }],              'asset',    'unrecognized'],
    ['an unknown field',           () => [tenant(), asset, { name: 'role', value: 'admin' }],        'role',     'unrecognized'],
    ['a file under another name',  () => [tenant(), { ...asset, name: 'logo' }],                     'logo',     'unrecognized'],
  ])('is refused with %s', async (_, make, field, type) => {
    const answer = await send(make());
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json().validation[field][0].type).toBe(type);
    expect(filesIn('tmp')).toEqual([]);
  });

  it('is refused as JSON, as an incomplete form, and with a second file', async () => {
    const json = await stage.as(agent.userId)('POST', '/v1/assets', { tenantId });
    expect([json.statusCode, json.json().validation.asset[0].type]).toEqual([400, 'missing']);
    const { payload, headers } = aForm(tenant(), asset);
    const half = await stage.as(agent.userId)('POST', '/v1/assets', payload.subarray(0, -30), headers);
    expect(half.statusCode).toBe(400);
    expect((await send([tenant(), asset, asset])).statusCode).toBe(413);
    expect(filesIn('tmp')).toEqual([]);
  });

  it.each([
    ['../../../etc/passwd.pdf', 'passwd.pdf'],
    ['a%0d%0aSet-Cookie: x=1.pdf', 'a%0d%0aSet-Cookie_ x=1.pdf'],
    [`${'long '.repeat(60)}.pdf`, `${'long '.repeat(60).slice(0, 146)}.pdf`],
    ['Kōwhai €.pdf', 'Kōwhai €.pdf'],
  ])('cleans the name %s', async (declared, kept) => {
    const answer = await upload(declared, pdf());
    expect(answer.json().fileName).toBe(kept);
    const { headers } = await download(answer.json().id);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w .()-]+"; filename\*=UTF-8''[\w.!~%-]+$/);
  });
});

describe('the stored part of an upload', () => {
  it('is encrypted, and its checksum is that of the content', async () => {
    const content = pdf('Passport of Ann Agent '.repeat(10_000));
    const { id } = (await upload('passport.pdf', content)).json();
    const row = await stage.db.selectFrom('assets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const stored = readFileSync(join(folder('files'), row.storageKey.slice(0, 2), row.storageKey));
    expect(stored.includes('Passport')).toBe(false);
    expect(stored.length).toBeGreaterThan(content.length);
    expect(row.sha256.equals(createHash('sha256').update(content).digest())).toBe(true);
    expect(row.sealedFileKey.subarray(2, 5).toString(), 'under the key in force').toBe('own');
    expect(row).toMatchObject({ tenantId, uploadedByUserId: agent.userId, size: content.length });
  });

  it('is not sent if someone has changed or lost it', async () => {
    const { id } = (await upload('plan.pdf', pdf(Buffer.alloc(200_000, 'x')))).json();
    const row = await stage.db.selectFrom('assets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const path = join(folder('files'), row.storageKey.slice(0, 2), row.storageKey);
    const whole = readFileSync(path);
    writeFileSync(path, Buffer.from(whole).fill(0, 50, 60));
    const answer = await download(id);
    expect([answer.statusCode, answer.json().type]).toEqual([410, '/problems/file-damaged']);
    writeFileSync(path, whole.subarray(0, 65_552));
    expect((await download(id)).statusCode).toBe(410);
    await stage.deps.fileStore.remove(row.storageKey);
    expect((await download(id)).statusCode).toBe(410);
    writeFileSync(path, whole);
    expect((await download(id)).statusCode).toBe(200);
  });

  it('is deleted if the record cannot be written', async () => {
    const before = filesIn('files').length;
    const rows = Array.from({ length: 3 }, (_, number) => ({
      tenantId,
      fileName: 'big.pdf',
      contentType: 'application/pdf',
      size: 1_789_000_000,
      sha256: Buffer.alloc(32),
      storageKey: `big-${number}`,
      sealedFileKey: Buffer.alloc(60),
      uploadedByUserId: null,
      uploadDate: stage.deps.clock.now(),
    }));
    await stage.db
      .insertInto('assets')
      .values(rows.map((row) => ({ ...row, usedFor: 'attachment' as const })))
      .execute();
    const answer = await upload('one-more.pdf', pdf(Buffer.alloc(3_000_000)));
    await stage.db.deleteFrom('assets').where('storageKey', 'like', 'big-%').execute();
    expect([answer.statusCode, answer.json().type]).toEqual([409, '/problems/quota']);
    expect(filesIn('files').length).toBe(before);
    expect(filesIn('tmp')).toEqual([]);
  });
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The bytes that are still referenced. The process size would include garbage that is not collected yet. */
function bytesHeld(): number {
  collectGarbage();
  // The engine frees the memory of buffers in the background. The second collection waits until the first has ended.
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** In chunks, as from a network. Otherwise the test's own client would keep a copy of each upload. */
function inPieces(payload: Buffer): Readable {
  const size = 65_536;
  const count = Math.ceil(payload.length / size);
  return Readable.from(Array.from({ length: count }, (_, place) => payload.subarray(place * size, (place + 1) * size)));
}

describe('many uploads', () => {
  // 160 MB through one process. The test is about memory, not time.
  it('at once stay intact, leave nothing behind and keep memory flat', { timeout: 120_000 }, async () => {
    const contents = Array.from({ length: 20 }, (_, number) =>
      pdf(Buffer.alloc(largestFileBytes - 100, String(number))),
    );
    const forms = contents.map((value) =>
      aForm({ name: 'tenantId', value: String(tenantId) }, { name: 'asset', value, fileName: 'plan.pdf' }),
    );
    const call = stage.as(agent.userId);
    await call('GET', '/v1/session');
    const start = bytesHeld();
    // Each sample takes about 0.5 s. More samples would take most of the test's time.
    const samples: number[] = [];
    const watch = setInterval(() => samples.push(bytesHeld()), 2_000);
    const answers = await Promise.all(
      forms.map(({ payload, headers }) => call('POST', '/v1/assets', inPieces(payload), headers)),
    );
    clearInterval(watch);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201));
    expect(filesIn('tmp')).toEqual([]);
    // The test itself holds the 160 MB that it sends. The server holds one file of 8 MB, while it is inspected.
    expect(samples.length).toBeGreaterThan(0);
    expect((Math.max(...samples) - start) / 1_048_576).toBeLessThan(20);
    const last = await download(answers[19]!.json().id);
    expect(last.rawPayload.equals(contents[19]!)).toBe(true);
  });

  it('by one person are rate limited', async () => {
    for (let count = 0; count < limits.uploadPerPerson.most; count += 1) {
      await countAttempt(stage.db, 'uploadPerPerson', ownerOfUser(agent.userId));
    }
    expect((await upload('plan.pdf', pdf())).statusCode).toBe(429);
    expect((await upload('plan.pdf', pdf(), admin)).statusCode).toBe(201);
  });
});
