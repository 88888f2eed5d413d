import { defaultTemplate, payerMessageKinds } from '@kerb/domain/notifications/payer-templates.ts';
import type { MessageTemplateView } from '@kerb/domain/notifications/templates.contract.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let admin: Person;
let manager: Person;
let tenantId: number;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant({ name: 'Harbourlight Realty' });
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  admin = await build.aPerson('admin');
});
const path = '/v1/message-templates';
const shipped = defaultTemplate('payment-link');
const own = { ...shipped, subject: 'The costs for {address}', body: `Good day from {brand}.\n\n${shipped.body}` };
const ask = (method: 'GET' | 'POST', url: string, body?: object) => stage.as(admin.userId)(method, url, body);
const change = (body: object, kind = 'payment-link') => ask('POST', `${path}/${kind}`, body);
const restore = (body: object, kind = 'payment-link') => ask('POST', `${path}/${kind}/restore`, body);
const listed = async (kind = 'payment-link'): Promise<MessageTemplateView> =>
  (await ask('GET', path)).json().items.find((item: MessageTemplateView) => item.kind === kind);
/** The newest version. Versions are never deleted, so a test may begin with one of another test. */
const newest = async (kind?: string): Promise<number | null> => (await listed(kind)).current.id;

describe('the templates of messages', () => {
  it('are those that the code ships until an admin writes others', async () => {
    // In the database of the other tests an admin may have written others.
    const untouched = await startStage();
    const reader = await buildersFor(untouched).aPerson('admin');
    const items: MessageTemplateView[] = (await untouched.as(reader.userId)('GET', path)).json().items;
    expect(items.map(({ kind }) => kind)).toEqual([...payerMessageKinds]);
    expect(items.every(({ current }) => current.isDefault)).toBe(true);
    expect(items.find(({ kind }) => kind === 'payment-link')).toEqual({
      kind: 'payment-link',
      href: `${path}/payment-link`,
      label: 'Payment URL',
      current: { id: null, date: null, userName: null, isDefault: true, ...shipped },
    });
  });

  it('are used for the next message once they are written, and in the preview', async () => {
    expect((await change({ ...own, basedOn: await newest() })).statusCode).toBe(200);
    const { id } = await build.aCampaign(manager, tenantId);
    const call = stage.as(manager.userId);
    const shown = (await call('POST', `/v2/campaigns/${id}/preview-messages`, {})).json().items[0].email;
    await call('POST', `/v2/campaigns/${id}/send-campaign`, {});
    const sent = await stage.db
      .selectFrom('messages')
      .selectAll()
      .where('agreementId', '=', id)
      .executeTakeFirstOrThrow();
    expect(sent.subject).toMatch(/^The costs for /);
    expect(sent.body).toContain('Hello Pat,\n\nGood day from KerbPay.\n\n');
    expect(sent.body).toContain('Is this message really from us?');
    expect(shown.subject).toBe(sent.subject);
  });

  it('keep every version, with who wrote it and when; an earlier one can be restored', async () => {
    const first = (await change({ ...own, basedOn: await newest() })).json().current;
    const second = (await change({ ...own, subject: 'Second', basedOn: first.id })).json().current;
    const restored = (await restore({ version: first.id, basedOn: second.id })).json().current;
    expect(restored).toMatchObject({
      subject: 'The costs for {address}',
      isDefault: false,
      userName: admin.displayName,
    });
    const backed = (await restore({ version: null, basedOn: restored.id })).json().current;
    expect(backed).toMatchObject({ ...shipped, isDefault: true, id: expect.any(Number) });
    const { items } = (await ask('GET', `${path}/payment-link/versions`)).json();
    const versions = items.map(({ id, subject }: { id: number | null; subject: string }) => [id, subject]);
    expect(versions.slice(0, 4)).toEqual([
      [backed.id, shipped.subject],
      [restored.id, own.subject],
      [second.id, 'Second'],
      [first.id, own.subject],
    ]);
    expect(versions.at(-1)).toEqual([null, shipped.subject]);
  });

  it('are refused under their fields, and nothing is stored', async () => {
    const before = await newest();
    const answer = await change({ ...own, subject: '{mortgage}', body: 'Pay now', basedOn: before });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().validation).toMatchObject({
      subject: [{ message: 'This message has no variable {mortgage}.' }],
      body: [{ message: '{link} must stay in the message.' }],
    });
    expect(await newest()).toBe(before);
  });

  it('are not written over a version that the admin has not seen', async () => {
    const before = await newest();
    const { id } = (await change({ ...own, basedOn: before })).json().current;
    expect((await change({ ...own, subject: 'Other', basedOn: before })).statusCode).toBe(409);
    expect((await restore({ version: null, basedOn: before })).statusCode).toBe(409);
    expect((await change({ ...own, subject: 'Other', basedOn: id })).statusCode).toBe(200);
  });

  it('cannot be restored from a version of another message', async () => {
    const { id } = (await change({ ...own, basedOn: await newest() })).json().current;
    expect((await restore({ version: id, basedOn: null }, 'ready-to-sign')).statusCode).toBe(404);
  });

  it('are logged with what was changed', async () => {
    await restore({ version: null, basedOn: await newest() });
    await change({ ...own, basedOn: await newest() });
    const entry = (await openedLog(stage)).findLast(({ description }) => description.startsWith('Message template'));
    expect(entry).toMatchObject({
      description: 'Message template changed: Payment URL',
      userName: admin.displayName,
      logData: { template: 'payment-link', subject: { before: shipped.subject, after: own.subject } },
    });
  });

  it('of two admins who write at the same time, one is told about the conflict', async () => {
    const other = await build.aPerson('admin');
    const body = { ...own, basedOn: await newest() };
    const answers = await Promise.all([
      change(body),
      stage.as(other.userId)('POST', `${path}/payment-link`, { ...body, subject: 'Theirs' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });
});
