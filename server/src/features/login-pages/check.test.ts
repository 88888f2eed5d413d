import { paymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { limits } from '@kerb/server/platform/limits/throttle.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aBrowser, wordsOf } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

const env = {
  PUBLIC_URL: 'https://pay.kerb.example',
  MAIL_FROM: 'KerbPay <no-reply@kerb.example>',
  SMS_NUMBER: '0491570110',
  SANDBOX: 'on',
};
let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let manager: Awaited<ReturnType<typeof build.aPerson>>;

beforeAll(async () => {
  stage = await startStage({ env });
  build = buildersFor(stage);
  tenantId = await build.aTenant({ name: 'Harbourlight Realty' });
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});
beforeEach(async () => {
  await stage.db.deleteFrom('throttles').execute();
});

const ourSite = { origin: env.PUBLIC_URL, 'sec-fetch-site': 'same-origin' };
const ask = (text: string, browser = aBrowser(stage)) => browser.submit('/check', { text }, ourSite);

async function aSentLink() {
  const payers = [build.aPayer({ firstName: 'Mary', surname: 'Secretperson', emailAddress: 'mary@private.example' })];
  const { id, payers: rows } = await build.aCampaign(manager, tenantId, { payers, status: 'waiting-invite' });
  const agent = { agentFirstName: 'Eli', agentSurname: 'Trialwood', agentPhone: '+61491570006' };
  await stage.db
    .updateTable('agreements')
    .set({ name: '12 Hidden Street', ...agent })
    .where('id', '=', id)
    .execute();
  const [payer] = await stage.db.selectFrom('signatories').selectAll().where('id', '=', rows[0]!.id).execute();
  const token = paymentToken(stage.deps, { id: payer!.id, version: payer!.paymentLinkVersion });
  return { id, payerId: payer!.id, token, link: `https://pay.kerb.example/pay/${token}` };
}

describe('the page that checks a message', () => {
  it('asks for a message, and says that nothing is kept', async () => {
    const answer = await aBrowser(stage).get('/check');
    expect(answer.statusCode).toBe(200);
    expect(wordsOf(answer)).toContain('Is this message really from us?');
    expect(wordsOf(answer)).toContain('We do not keep what you paste.');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('knows a whole text message of ours, with the number of the agent', async () => {
    const { link } = await aSentLink();
    const text = `Hi Mary, Eli Trialwood has sent the marketing costs ($8,750). See how you can pay: ${link} Questions? 0491 570 006 Really us? See pay.kerb.example/check`;
    const words = wordsOf(await ask(text));
    expect(words).toContain('Yes, this is from us.');
    expect(words).toContain('We have sent this link, and it works.');
    expect(words).toContain('This is the number of your agent.');
  });

  // biome-ignore format: a table
  it.each<[string, string, string]>([
    ['a link of another host',           'https://pay.kerb.example.evil.example/pay/abc', 'Be careful. This is not from us.'],
    ['a name before the host',           'https://pay.kerb.example@evil.example/pay/abc', 'Be careful. This is not from us.'],
    ['our link beside a foreign one',    'https://pay.kerb.example/check https://bit.ly/x', 'Be careful. This is not from us.'],
    ['our own site',                     'pay.kerb.example/login',                        'This link leads to our own site.'],
    ['a link that we do not know',       'https://pay.kerb.example/pay/made-up',          'This is from us, but it has ended.'],
    ['our address',                      'no-reply@kerb.example',                         'This is our address.'],
    ['another address',                  'no-reply@kerb-pay.example',                     'This is not our address.'],
    ['our phone',                        '1300 665 136',                                  'This is our number.'],
    ['the number of text messages',      '+61 491 570 110',                               'This is our number.'],
    ['a number that we do not know',     '0491 570 159',                                  'This is not our number.'],
  ])('answers for %s', async (_what, text, words) => {
    expect(wordsOf(await ask(text))).toContain(words);
  });

  it('knows the number of an organisation, and does not name it', async () => {
    const billingAddress = JSON.stringify({ phone: '(02) 5550 1101' });
    await stage.db.updateTable('tenants').set({ billingAddress }).where('id', '=', tenantId).execute();
    const words = wordsOf(await ask('02 5550 1101'));
    expect(words).toContain('This is the number of an agency that works with us.');
    expect(words).not.toContain('Harbourlight');
  });

  it('says that a link has ended, and gives no reason', async () => {
    const { id, link } = await aSentLink();
    const admin = await build.aPerson('admin');
    await stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status: 'cancelled' });
    const words = wordsOf(await ask(link));
    expect(words).toContain('This is from us, but it has ended.');
    expect(words).not.toMatch(/cancelled/i);
  });

  it('knows a mailed link, whose second part proves the mailbox', async () => {
    const { link } = await aSentLink();
    expect(wordsOf(await ask(`${link}.second-part`))).toContain('We have sent this link, and it works.');
  });

  it('tells nothing about a person, a campaign or its agent without a link of it', async () => {
    const { link, token } = await aSentLink();
    const nobody = await ask('nobody@private.example 0491 570 158');
    const somebody = await ask('mary@private.example 0491 570 006');
    const answerOf = (answer: typeof nobody) =>
      wordsOf(answer).replaceAll(/(nobody|mary)@private\.example|0491 570 \d{3}/g, '…');
    expect(answerOf(somebody)).toBe(answerOf(nobody));
    for (const { body } of [await ask(link), somebody]) {
      expect(body).not.toMatch(/Secretperson|Hidden Street|Trialwood/);
      expect(body).not.toContain(token);
    }
  });

  it('signs nobody in, and writes nothing', async () => {
    const { link } = await aSentLink();
    const count = async () => (await stage.db.selectFrom('signIns').select('id').execute()).length;
    const before = await count();
    const answer = await ask(link);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await count()).toBe(before);
  });

  it('keeps the words if nothing was found in them', async () => {
    const answer = await ask('<b>Who</b> are you?');
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('&lt;b&gt;Who&lt;/b&gt; are you?</textarea>');
    expect(wordsOf(answer)).toContain('We found no link, phone number or email address in it.');
  });

  it('is rate limited by network', async () => {
    const browser = aBrowser(stage, '203.0.113.77');
    for (let count = 0; count < limits.checksPerAddress.most; count += 1) await ask('1300 665 136', browser);
    const refused = await ask('1300 665 136', browser);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBeDefined();
    expect(wordsOf(refused)).not.toContain('This is our number.');
  });

  it('is linked from every page that the server renders, and from the page of a dead link', async () => {
    for (const path of ['/login', '/pay/made-up']) {
      expect((await aBrowser(stage).get(path)).body).toContain('href="/check"');
    }
  });
});

it('works in the other country with its own numbers', async () => {
  const elsewhere = await startStage({ env: { ...env, COUNTRY: 'NZ' } });
  const words = wordsOf(await aBrowser(elsewhere).submit('/check', { text: '0800 100 265' }, ourSite));
  expect(words).toContain('This is our number.');
});
