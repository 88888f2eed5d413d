import { limits } from '@kerb/server/platform/limits/throttle.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aBrowser } from '../../../test/browser.ts';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';

const site = 'https://www.harbour.example';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let manager: Person;
beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant({ name: 'Harbour Estate' });
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});
beforeEach(async () => {
  await stage.db.deleteFrom('throttles').execute();
  await turn(true);
});

const as = (person: Person) => stage.as(person.userId);
const turn = (isOn: boolean, origins = [site]) =>
  as(manager)('PUT', `/v1/tenants/${tenantId}/embedding`, { isOn, origins });

async function aSent(more: object = {}) {
  const payer = build.aPayer({ firstName: 'Mary', surname: 'Secretname', ...more });
  const { id, payers } = await build.aCampaign(manager, tenantId, { payers: [payer] });
  expect((await as(manager)('POST', `/v2/campaigns/${id}/send-campaign`, {})).statusCode).toBe(200);
  return { id, payer: payers[0]!, email: payer.emailAddress };
}
async function aButton(id: number): Promise<string> {
  const answer = await as(manager)('POST', `/v1/agreements/${id}/pay-button`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().button.token;
}
const frame = (token: string, query = '') => stage.as(null)('GET', `/embed/button/${token}${query}`);
const stateIn = ({ body }: { body: string }) => /data-state="([\w-]+)"/.exec(body)?.[1];
const messagesOf = (agreementId: number) =>
  stage.db.selectFrom('messages').selectAll().where('agreementId', '=', agreementId).orderBy('id').execute();

describe('a Pay button', () => {
  it('is made, replaced and ended, and each is in the log and tells no webhook', async () => {
    const { id } = await aSent();
    const url = `/v1/agreements/${id}/pay-button`;
    expect((await as(manager)('GET', url)).json()).toMatchObject({ button: null, isOn: true });
    const first = await aButton(id);
    const second = await aButton(id);
    expect([(await frame(first)).statusCode, (await frame(second)).statusCode]).toEqual([404, 200]);
    expect((await as(manager)('GET', url)).json().button).toMatchObject({ token: second, state: 'to-pay' });
    expect((await as(manager)('DELETE', url)).statusCode).toBe(204);
    expect((await as(manager)('DELETE', url)).statusCode).toBe(204);
    expect((await frame(second)).statusCode).toBe(404);
    const entries = (await openedLog(stage)).filter(({ targetAgreementId }) => targetAgreementId === id);
    const made = entries.map(({ description }) => description).filter((text) => text.startsWith('Pay button'));
    expect(made).toEqual(['Pay button made', 'Pay button made', 'Pay button ended']);
  });

  it('makes one button for a key that is sent twice', async () => {
    const { id } = await aSent();
    const headers = { 'idempotency-key': 'button-77' };
    const make = async () => (await as(manager)('POST', `/v1/agreements/${id}/pay-button`, undefined, headers)).json();
    expect(await make()).toEqual(await make());
  });

  it('reveals its state and nothing else about the campaign', async () => {
    const { id, email } = await aSent();
    const answer = await frame(await aButton(id), `?origin=${encodeURIComponent(site)}`);
    expect(stateIn(answer)).toBe('to-pay');
    for (const secret of [email, 'Mary', 'Secretname', '4,200', '4200', `agreements/${id}`, `applications/${id}`])
      expect(answer.body).not.toContain(secret);
    const messages = await messagesOf(id);
    for (const { sealedSecrets } of messages)
      for (const link of secretsOf(stage.deps.secrets, sealedSecrets))
        expect(answer.body).not.toContain(new URL(link).pathname);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['content-security-policy']).toContain(`frame-ancestors ${site};`);
  });

  it('opens our page in a new tab, and never in its frame', async () => {
    const { id } = await aSent();
    const token = await aButton(id);
    expect((await frame(token)).body).toContain(`href="/embed/pay/${token}" target="_blank" rel="noopener"`);
    const page = await stage.as(null)('GET', `/embed/pay/${token}`);
    expect(page.headers['x-frame-options']).toBe('DENY');
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('says paid, and not available, without a link', async () => {
    const { id } = await aSent();
    const token = await aButton(id);
    const admin = await build.aPerson('admin');
    await as(admin)('POST', `/v1/agreements/${id}/set-status`, { status: 'cancelled' });
    const answer = await frame(token);
    expect([stateIn(answer), answer.body.includes('<a ')]).toEqual(['not-available', false]);
    const page = await stage.as(null)('GET', `/embed/pay/${token}`);
    expect([page.statusCode, page.body.includes('<form')]).toEqual([200, false]);
  });

  it('stops with the frames of its organisation, and refuses other websites', async () => {
    const { id } = await aSent();
    const token = await aButton(id);
    expect((await frame(token, '?origin=https%3A%2F%2Fevil.example')).statusCode).toBe(403);
    await turn(false);
    expect((await frame(token)).statusCode).toBe(404);
    expect((await stage.as(null)('GET', `/embed/pay/${token}`)).statusCode).toBe(404);
  });

  it('belongs to the team of its campaign', async () => {
    const { id } = await aSent();
    const stranger = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect((await as(stranger)(method, `/v1/agreements/${id}/pay-button`)).statusCode).toBe(404);
  });
});

describe('the page that a Pay button opens', () => {
  const ask = (token: string, email: string) => {
    const browser = aBrowser(stage);
    return browser.submit(`/embed/pay/${token}`, { email });
  };
  const remindersOf = async (id: number) =>
    (await messagesOf(id)).filter(({ kind, channel }) => kind === 'payment-reminder' && channel === 'email');

  it('sends a payer their link, to the address that the organisation entered', async () => {
    const { id, email } = await aSent();
    const token = await aButton(id);
    const answer = await ask(token, ` ${email.toUpperCase()} `);
    expect(answer.statusCode).toBe(200);
    const [sent] = await remindersOf(id);
    expect(sent?.recipient).toBe(email);
    const link = new URL(secretsOf(stage.deps.secrets, sent!.sealedSecrets)[0]!).pathname;
    const browser = aBrowser(stage);
    await browser.get(link);
    const again = await browser.get(`/embed/pay/${token}`);
    expect([again.statusCode, again.headers.location]).toEqual([303, `/applications/${id}`]);
    const log = (await openedLog(stage)).filter(({ targetAgreementId }) => targetAgreementId === id);
    expect(log.map(({ description }) => description)).toContain('Payment URL asked for at a Pay button');
  });

  it('sends no text message: anybody can press the button', async () => {
    const { id, email } = await aSent({ mobilePhone: '0412 345 678' });
    const texts = async () => (await messagesOf(id)).filter(({ channel }) => channel === 'sms').length;
    const before = await texts();
    expect(before).toBeGreaterThan(0);
    await ask(await aButton(id), email);
    expect([(await remindersOf(id)).length, await texts()]).toEqual([1, before]);
  });

  it('answers the same to an address that no payer has, and sends nothing', async () => {
    const { id, email } = await aSent();
    const token = await aButton(id);
    const known = await ask(token, email);
    const unknown = await ask(token, 'stranger@example.com');
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
    expect(await remindersOf(id)).toHaveLength(1);
  });

  it('sends nothing to a payer who was not sent the campaign', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    await ask(await aButton(id), payers[0]!.emailAddress);
    expect(await remindersOf(id)).toEqual([]);
  });

  it('asks for an address, and is limited for each payer', async () => {
    const { id, email } = await aSent();
    const token = await aButton(id);
    expect((await ask(token, '')).statusCode).toBe(400);
    for (let count = 0; count < limits.ownLinkPerPayer.most; count += 1) await ask(token, email);
    const refused = await ask(token, email);
    expect(refused.statusCode).toBe(429);
    expect(await remindersOf(id)).toHaveLength(limits.ownLinkPerPayer.most);
  });

  it('refuses a form of another website', async () => {
    const { id, email } = await aSent();
    const url = `/embed/pay/${await aButton(id)}`;
    const headers = { origin: site, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await stage.app.inject({
      method: 'POST',
      url,
      headers,
      payload: `email=${encodeURIComponent(email)}`,
    });
    expect(answer.statusCode).toBe(403);
    expect(await remindersOf(id)).toEqual([]);
  });
});
