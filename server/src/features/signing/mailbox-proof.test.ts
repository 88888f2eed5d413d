import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { mailedPaymentUrl, readPaymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { versionAfter } from '@kerb/server/platform/auth/link-versions.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { secretsFrom } from '@kerb/server/platform/secrets.ts';
import { describe, expect, it } from 'vitest';
import { aBrowser } from '../../../test/browser.ts';
import { codeIn, startSigningFixture } from '../../../test/signing-fixture.ts';

const { stage, build, tenantId, manager, admin } = await startSigningFixture();
const pathOf = (link: string) => new URL(link).pathname;

/** The newest link that was sent to this address. */
async function linkTo(recipient: string): Promise<string> {
  const { sealedSecrets } = await stage.db
    .selectFrom('messages')
    .select('sealedSecrets')
    .where('kind', '=', 'payment-link')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return pathOf(secretsOf(stage.deps.secrets, sealedSecrets)[0]!);
}

let serial = 0;

/** A sent Pay Later campaign of a payer whose mobile the organisation has set, with stored details. */
async function aSentPayer() {
  serial += 1;
  const mobile = `+61412700${String(serial).padStart(3, '0')}`;
  const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
  const payer = payers[0]!;
  const asManager = stage.as(manager.userId);
  await stage.as(admin.userId)('PUT', `/v1/signatories/${payer.id}`, { dateOfBirth: '1958-04-02' });
  expect((await asManager('PUT', `/v1/signatories/${payer.id}`, { mobilePhone: mobile })).statusCode).toBe(200);
  await stage.as(admin.userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pl' });
  const sent = await asManager('POST', `/v2/campaigns/${id}/vendors/${payer.id}/send-campaign`);
  expect(sent.statusCode, sent.body).toBe(200);
  const shown = await asManager('POST', `/v2/campaigns/${id}/vendors/${payer.id}/payment-url`, { for: 'copy' });
  const links = {
    mail: await linkTo(payer.emailAddress),
    text: await linkTo(mobile),
    team: pathOf(shown.json().paymentUrl),
  };
  return { id, payer, mobile, links, path: `/v1/signatories/${payer.id}` };
}
type Sent = Awaited<ReturnType<typeof aSentPayer>>;

/** A private window that has opened a link. */
async function opened(link: string, browser = aBrowser(stage)) {
  const { accessToken } = await browser.exchange(await browser.get(link));
  const headers = { authorization: `Bearer ${accessToken}` };
  const post = (url: string, body: object) => browser.call(url, body, headers);
  /** Asks for a code to the mailbox or the mobile, and enters it. */
  const enter = async ({ payer, mobile, path }: Sent, contactMethod: 'email' | 'phone') => {
    expect((await post(`${path}/verify-contact`, { contactMethod })).statusCode).toBe(200);
    const code = await codeIn(stage, 'contact-code', contactMethod === 'phone' ? mobile : payer.emailAddress);
    const answer = await post(`${path}/verify-contact`, { contactMethod, code });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const put = (url: string, payload: object) => stage.app.inject({ method: 'PUT', url, payload, headers });
  return { browser, post, put, enter, get: async (url: string) => (await browser.get(url, headers)).json() };
}
type Opened = Awaited<ReturnType<typeof opened>>;

const approve = (id: number) =>
  stage.db
    .updateTable('agreements')
    .set({
      status: statusRank('approved'),
      applicationApprovedDate: '2026-11-14T00:00:00.000Z',
      mortgageBalanceRange: 'lt75',
    })
    .where('id', '=', id)
    .execute();

const signingMethod = async ({ post }: Opened, { id, path }: Sent) => {
  await approve(id);
  const byText = await post(`${path}/request-signature`, { authorisationMethod: 'sms' });
  return byText.statusCode === 200 ? 'sms' : byText.json().displayText;
};

describe('a Payment URL', () => {
  it('has a part in an e-mail that no text message and no team member gets', async () => {
    const { links, id, payer } = await aSentPayer();
    expect(links.text).toBe(links.team);
    expect(links.mail.startsWith(`${links.text}.`)).toBe(true);
    const part = links.mail.slice(links.text.length + 1);
    const answers = [
      await stage.as(manager.userId)('GET', `/v2/campaigns/${id}/vendors`),
      await stage.as(manager.userId)('GET', `/v1/agreements/${id}`),
      await stage.as(admin.userId)('GET', `/v1/log-entries?targetAgreementId=${id}&perPage=100`),
    ];
    for (const { statusCode, body } of answers) expect([statusCode, body.includes(part)]).toEqual([200, false]);
    const stored = await stage.db.selectFrom('messages').selectAll().where('signatoryId', '=', payer.id).execute();
    expect(JSON.stringify(stored)).not.toContain(part);
  });

  it('works without that part, or with a wrong one, but proves no mailbox', async () => {
    const sent = await aSentPayer();
    for (const link of [sent.links.text, `${sent.links.text}.wrong`, `${sent.links.text}.`, `${sent.links.mail}.x`]) {
      const { get } = await opened(link);
      expect((await get(sent.path)).hasProvedMailbox).toBe(false);
    }
    const { get } = await opened(sent.links.mail);
    expect((await get(sent.path)).hasProvedMailbox).toBe(true);
  });

  it('keeps that part when the key is replaced, but a former key makes none for a new link', () => {
    const [older, newer] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)];
    const [before, both, after] = [secretsFrom(older), secretsFrom([newer, older]), secretsFrom(newer)];
    const linkOf = (secrets: typeof both) => {
      const version = versionAfter(0, secrets.keyNumber);
      const link = { id: 7, version, mobileSetCount: 0 };
      return { ...link, typed: pathOf(mailedPaymentUrl({ ...stage.deps, secrets }, link)).slice(5) };
    };
    const isProved = (secrets: typeof both, { typed, ...link }: ReturnType<typeof linkOf>) =>
      readPaymentToken({ secrets }, typed).isFromMailbox(link);
    const [sent, next] = [linkOf(before), linkOf(both)];
    expect([isProved(before, sent), isProved(both, sent), isProved(after, sent)]).toEqual([true, true, false]);
    expect([isProved(both, next), isProved(after, next)]).toEqual([true, true]);
    const [token] = next.typed.split('.');
    const forged = `${token}.${before.derive('payment-link-mailbox', String(token))}`;
    expect(isProved(both, { ...next, typed: forged })).toBe(false);
  });
});

describe('a team member who sets their own mobile and opens the payer’s link in a private window', () => {
  it.each(['team', 'text'] as const)('by the link of the %s cannot see the details or sign', async (from) => {
    const sent = await aSentPayer();
    const window = await opened(sent.links[from]);
    const confirmed = await window.enter(sent, 'phone');
    expect(confirmed).toMatchObject({ mobilePhoneConfirmedByPayer: false, isLocked: true, dateOfBirth: null });
    expect(confirmed.mobilePhoneConfirmationDate).not.toBeNull();
    // This code does not count for the application, whose code goes to the mailbox.
    expect(confirmed.applicationCodeDate).toBeNull();
    expect(await window.get(sent.path)).toMatchObject({ isLocked: true, maskedFields: ['dateOfBirth'] });
    // Nothing more can be reached with the mobile.
    const again = await window.post(`${sent.path}/verify-contact`, { contactMethod: 'phone' });
    expect([again.statusCode, again.json().type]).toEqual([409, '/problems/already-confirmed']);
    expect(await signingMethod(window, sent)).toBe('The code to sign is sent by email.');
    const onBehalf = await stage.as(admin.userId)('POST', `${sent.path}/request-signature`, {
      authorisationMethod: 'sms',
    });
    expect([onBehalf.statusCode, onBehalf.json().type]).toEqual([409, '/problems/no-verified-mobile']);
    // The code that shows the details goes to the mailbox.
    expect((await window.post(`${sent.path}/unlock`, {})).statusCode).toBe(200);
    expect(await codeIn(stage, 'unlock-code', sent.payer.emailAddress)).toMatch(/^\d{6}$/);
  });

  it('still cannot see the details or sign after the payer has proved their mailbox in another browser', async () => {
    const sent = await aSentPayer();
    await (await opened(sent.links.mail)).enter(sent, 'email');
    const mobilePhone = '+61412799999';
    const changed = await stage.as(manager.userId)('PUT', sent.path, { mobilePhone });
    expect(changed.statusCode, changed.body).toBe(200);
    const window = await opened(sent.links.team);
    const confirmed = await window.enter({ ...sent, mobile: mobilePhone }, 'phone');
    expect(confirmed).toMatchObject({ mobilePhoneConfirmedByPayer: false, isLocked: true });
    expect(await signingMethod(window, sent)).toBe('The code to sign is sent by email.');
  });
});

describe('a mail that the payer forwarded to a team member', () => {
  it('does not prove the mailbox once the team member has changed the mobile', async () => {
    const sent = await aSentPayer();
    const before = await opened(sent.links.mail);
    const mobilePhone = '+61412799998';
    expect((await stage.as(manager.userId)('PUT', sent.path, { mobilePhone })).statusCode).toBe(200);
    const after = await opened(sent.links.mail);
    for (const window of [before, after]) {
      expect((await window.get(sent.path)).hasProvedMailbox).toBe(false);
    }
    const confirmed = await after.enter({ ...sent, mobile: mobilePhone }, 'phone');
    expect(confirmed).toMatchObject({ mobilePhoneConfirmedByPayer: false, isLocked: true, dateOfBirth: null });
    expect(await signingMethod(after, sent)).toBe('The code to sign is sent by email.');
  });

  it('is followed by mails that prove it again', async () => {
    const sent = await aSentPayer();
    await stage.as(manager.userId)('PUT', sent.path, { mobilePhone: '+61412799997' });
    await stage.as(manager.userId)('POST', `/v2/campaigns/${sent.id}/vendors/${sent.payer.id}/send-campaign`);
    const { get } = await opened(await linkTo(sent.payer.emailAddress));
    expect((await get(sent.path)).hasProvedMailbox).toBe(true);
  });

  it('still proves it after the payer has changed the mobile', async () => {
    const sent = await aSentPayer();
    const payer = await opened(sent.links.mail);
    await payer.enter(sent, 'email');
    expect((await payer.put(sent.path, { mobilePhone: '0412 799 996' })).statusCode).toBe(200);
    expect((await payer.get(sent.path)).hasProvedMailbox).toBe(true);
    expect((await (await opened(sent.links.mail)).get(sent.path)).hasProvedMailbox).toBe(true);
  });
});

describe('a payer', () => {
  it('from the e-mail enters one code to the mobile, and signs with another one to it', async () => {
    const sent = await aSentPayer();
    const phone = await opened(sent.links.mail);
    const confirmed = await phone.enter(sent, 'phone');
    expect(confirmed).toMatchObject({ mobilePhoneConfirmedByPayer: true, dateOfBirth: '1958-04-02' });
    expect(confirmed.isLocked).toBeUndefined();
    expect(await signingMethod(phone, sent)).toBe('sms');
    // The next sign-in, from the text message, gets its codes at that mobile too.
    const later = await opened(sent.links.text);
    await later.post(`${sent.path}/unlock`, {});
    const unlocked = await later.post(`${sent.path}/unlock`, { code: await codeIn(stage, 'unlock-code', sent.mobile) });
    expect(unlocked.json()).toMatchObject({ dateOfBirth: '1958-04-02', hasProvedMailbox: false });
  });

  it('from the text message enters one code to the mailbox, and signs with another one to it', async () => {
    const sent = await aSentPayer();
    const phone = await opened(sent.links.text);
    expect((await phone.enter(sent, 'email')).applicationCodeDate).not.toBeNull();
    await approve(sent.id);
    const asked = await phone.post(`${sent.path}/request-signature`, { authorisationMethod: 'email' });
    expect(asked.statusCode, asked.body).toBe(200);
    expect(await codeIn(stage, 'signing-code', sent.payer.emailAddress)).toMatch(/^\d{6}$/);
  });

  it('from the text message proves the mailbox by a code, and then the mobile', async () => {
    const sent = await aSentPayer();
    const phone = await opened(sent.links.text);
    expect(await phone.enter(sent, 'email')).toMatchObject({ hasProvedMailbox: true, dateOfBirth: '1958-04-02' });
    expect(await phone.enter(sent, 'phone')).toMatchObject({ mobilePhoneConfirmedByPayer: true });
    expect(await signingMethod(phone, sent)).toBe('sms');
  });

  it('who opens the e-mail’s link too, in the same browser, has proved the mailbox there', async () => {
    const sent = await aSentPayer();
    const phone = await opened(sent.links.text);
    await phone.enter(sent, 'phone');
    await phone.browser.get(sent.links.mail);
    expect((await phone.get(sent.path)).hasProvedMailbox).toBe(true);
    expect(await phone.enter(sent, 'phone')).toMatchObject({ mobilePhoneConfirmedByPayer: true });
    expect((await phone.get(sent.path)).dateOfBirth).toBe('1958-04-02');
    // Another browser is not meant.
    expect((await (await opened(sent.links.text)).get(sent.path)).hasProvedMailbox).toBe(false);
  });

  it('with a new e-mail address proves everything again', async () => {
    const sent = await aSentPayer();
    await (await opened(sent.links.mail)).enter(sent, 'phone');
    const emailAddress = `new-${sent.payer.emailAddress}`;
    expect((await stage.as(admin.userId)('PUT', sent.path, { emailAddress })).json()).toMatchObject({
      mobilePhoneConfirmedByPayer: false,
      mobilePhoneConfirmationDate: null,
      applicationCodeDate: null,
    });
    expect((await aBrowser(stage).get(sent.links.mail)).statusCode).toBe(404);
  });
});

describe('an application for a loan', () => {
  it.each([
    ['text', 'emailAddress', 'Please confirm your email address with the code that we send you.', 'email'],
    ['mail', 'mobilePhone', 'Please confirm your mobile with the code that we send you.', 'phone'],
  ] as const)('is refused until a payer from the %s has entered a code', async (from, field, message, method) => {
    const sent = await aSentPayer();
    const phone = await opened(sent.links[from]);
    const submit = () => phone.post(`/v1/agreements/${sent.id}/submit-application`, { termsVersion: 'pl-au-3' });
    const employmentType = 'retired';
    await stage.as(admin.userId)('PUT', sent.path, { employmentType });
    await stage.as(sent.payer.userId)('PUT', `/v1/agreements/${sent.id}/flow`, { mortgage: 'lt75' });
    // A code that staff enter is not the payer's.
    await stage.as(admin.userId)('POST', `${sent.path}/verify-contact`, { contactMethod: 'phone' });
    const code = await codeIn(stage, 'contact-code', sent.mobile);
    await stage.as(admin.userId)('POST', `${sent.path}/verify-contact`, { contactMethod: 'phone', code });
    const refused = await submit();
    expect([refused.statusCode, refused.json().validation]).toMatchObject([
      400,
      { [field]: [{ type: 'missing', message }] },
    ]);
    await phone.enter(sent, method);
    const done = await submit();
    expect(done.statusCode, done.body).toBe(200);
  });
});
