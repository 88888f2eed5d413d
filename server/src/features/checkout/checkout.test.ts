import type { branding as brandingAnswer } from '@kerb/domain/branding/branding.contract.ts';
import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { brandShades } from '@kerb/domain/organisations/brand-colour.ts';
import { paymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { aBrowser, givePassword, locationOf, pageIn } from '../../../test/browser.ts';
import { aForm } from '../../../test/multipart.ts';
import { aBlankPng } from '../../../test/png.ts';
import { givePhoto } from '../../../test/property-photos.ts';
import { signingSteps, startSigningFixture } from '../../../test/signing-fixture.ts';

const fixture = await startSigningFixture();
const { stage, build, tenantId, manager, admin } = fixture;
const { approved, signAs } = signingSteps(fixture);

async function linkOf(payerId: number): Promise<string> {
  const row = await stage.db
    .selectFrom('signatories')
    .select('paymentLinkVersion')
    .where('id', '=', payerId)
    .executeTakeFirstOrThrow();
  return `/pay/${paymentToken(stage.deps, { id: payerId, version: row.paymentLinkVersion })}`;
}

async function sent(mobiles: (string | null)[] = ['0412 345 678']) {
  const payers = mobiles.map((mobilePhone) => build.aPayer({ mobilePhone }));
  const campaign = await build.aCampaign(manager, tenantId, { payers, status: 'waiting-invite' });
  return { ...campaign, payer: campaign.payers[0]!, link: await linkOf(campaign.payers[0]!.id) };
}

/** A browser that has opened the link, and the page that it got. */
async function opened(link: string, browser = aBrowser(stage)) {
  const landing = await browser.get(link);
  const answer = await browser.get(locationOf(landing).pathname);
  const page = pageIn(answer);
  const headers = { authorization: `Bearer ${page.accessToken}` };
  const read = async (): Promise<SentCheckout> =>
    (await browser.get(`/v1/agreements/${page.checkout.id}/checkout`, headers)).json();
  const put = (url: string, payload: object) => stage.app.inject({ method: 'PUT', url, payload, headers });
  const post = (url: string, payload: object) => browser.call(url, payload, headers);
  return { browser, landing, answer, page, read, put, post };
}

describe('what a payer’s page shows', () => {
  it('is the campaign, the organisation, the ways to pay and the first question', async () => {
    const { id, link } = await sent();
    const { page, read } = await opened(link);
    const { checkout } = page;
    expect(checkout).toMatchObject({ id, screen: 'choose', status: 'waiting-invite', amount: 4200, option: null });
    expect(checkout.choices).toContain('pn');
    expect(checkout.costs.items.some(({ optionCode }) => optionCode === 'pn')).toBe(true);
    expect(checkout.organisation.id).toBe(tenantId);
    expect(checkout.help.phone).toBe('1300 665 136');
    const mobile = checkout.flow.signatory?.mobilePhone ?? '';
    expect(mobile).toMatch(/^\+614\d{8}$/);
    expect(checkout.phones[mobile]).toMatch(/^04\d\d \d{3} \d{3}$/);
    expect(await read()).toEqual(checkout);
  });

  it('follows what the payer does, up to the payment', async () => {
    const { id, link } = await sent();
    const { read, put, post } = await opened(link);
    const path = `/v1/agreements/${id}`;
    await put(`${path}/flow`, { reviewed: ['review-property', 'review-campaign'] });
    await post(`${path}/choose-option`, { financeOptionCode: 'pn' });
    const chosen = await read();
    expect(chosen).toMatchObject({ screen: 'you', option: 'pn', terms: { financeOptionCode: 'pn' } });
    expect(chosen.path).toEqual(['choose', 'you', 'terms', 'pay']);
    await put(`${path}/flow`, { reviewed: ['review-property', 'review-campaign', 'payer-details'] });
    const asked = await read();
    expect(asked.screen).toBe('terms');
    await post(`${path}/submit-application`, { termsVersion: asked.terms?.version });
    const toPay = await read();
    expect(toPay).toMatchObject({ screen: 'pay', terms: null, payment: { dueAmount: 4200, mayPayByCard: true } });
    await post(`${path}/payment-method`, { intent: 'bank-transfer' });
    expect((await read()).screen).toBe('transfer');
  });

  it('shows another payer’s name and step, and nothing else of them', async () => {
    const { id, payers, link } = await sent(['0412 345 678', '0498 765 432']);
    const other = payers[1]!;
    const first = await opened(link);
    const { name, step } = first.page.checkout.others[0]!;
    expect([name, step]).toEqual([`${other.firstName} ${other.surname}`, 'not-started']);
    expect(Object.keys(first.page.checkout.others[0]!)).toEqual(['name', 'step']);
    const text = first.answer.body;
    expect(text).not.toContain(other.emailAddress);
    expect(text).not.toContain(other.mobilePhone);

    const second = await opened(await linkOf(other.id));
    await second.put(`/v1/agreements/${id}/flow`, {
      reviewed: ['review-property'],
      answers: { dateOfBirth: '1958-04-02' },
    });
    const seen = await first.read();
    expect(seen.others).toEqual([{ name, step: 'choosing' }]);
    expect(JSON.stringify(seen)).not.toContain('1958-04-02');
  });

  it('has the agreement to sign, part by part as its PDF has it, and who has signed', async () => {
    const { id, payers } = await approved();
    const [first, second] = payers;
    const before = await opened(await linkOf(first!.id));
    const { paper, screen, flow } = before.page.checkout;
    expect(screen).toBe('agreement');
    expect(flow.documentKey).not.toBeNull();
    expect(paper?.blocks.map(({ kind }) => kind)).toContain('table');
    expect(JSON.stringify(paper)).toContain('Interest rate');
    await signAs(id, second!);
    expect((await before.read()).others).toEqual([{ name: `${second!.firstName} ${second!.surname}`, step: 'signed' }]);
    await signAs(id, first!);
    expect(await before.read()).toMatchObject({ screen: 'signed', paper: null });
    // In the morning of the organisation it is still the day before in UTC.
    const morning = { signatureDate: '2026-11-16T20:00:00.000Z' };
    await stage.db.updateTable('signatories').set(morning).where('id', '=', first!.id).execute();
    expect((await before.read()).signedDay).toBe('2026-11-17');
  });

  it('hides the sealed details until a code was entered, as everywhere', async () => {
    const { payer, link } = await sent();
    await stage.as(admin.userId)('PUT', `/v1/signatories/${payer.id}`, { dateOfBirth: '1958-04-02' });
    const { answer, page } = await opened(link);
    expect(answer.body).not.toContain('1958-04-02');
    expect(page.checkout.flow.signatory?.maskedFields).toEqual(['dateOfBirth']);
    expect(page.checkout.cancel).toBe('no');
  });

  it('says how an application can be cancelled', async () => {
    const { id, link } = await sent();
    await stage.as(admin.userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pl' });
    await stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status: 'waiting-approval' });
    expect((await opened(link)).page.checkout.cancel).toBe('code-first');
  });

  it('is not for staff, who have the campaign itself', async () => {
    const { id } = await sent();
    expect((await stage.as(admin.userId)('GET', `/v1/agreements/${id}/checkout`)).statusCode).toBe(403);
  });
});

/** Whether the answer is the payer's page. */
const isPayersPage = ({ body }: { body: string }): boolean => body.includes('id="page"');

describe('the page at /applications/{id}', () => {
  it('has its data and a token that works, is stored nowhere, and its address has no tickets', async () => {
    const { id, link } = await sent();
    const { landing, answer, page, browser } = await opened(link);
    expect(landing.headers.location).toBe(`/applications/${id}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    const session = await browser.session({ accessToken: page.accessToken!, refreshToken: '', expiresIn: 0 });
    expect(session.json()).toMatchObject({ onlyAgreementId: id, ...page.signIn });
    const again = await browser.call('/v1/session/resume', page.signIn);
    expect(again.statusCode).toBe(200);
  });

  it('opens for a payer with a password, and removes the tickets of the login', async () => {
    const { id, payer } = await sent();
    await givePassword(stage, payer.userId, 'a long enough password');
    const browser = aBrowser(stage);
    const landing = await browser.logIn(payer.emailAddress, 'a long enough password', `/applications/${id}`);
    const first = await browser.get(String(landing.headers.location));
    expect([first.statusCode, first.headers.location]).toEqual([303, `/applications/${id}`]);
    const page = pageIn(await browser.get(`/applications/${id}`));
    expect(page).toMatchObject({ signIn: { userId: payer.userId }, checkout: { reader: { hasAccount: true } } });
    const { id: other } = await sent();
    expect(isPayersPage(await browser.get(`/applications/${other}`))).toBe(false);
  });

  it('is another page for everybody else, and for another campaign', async () => {
    const { id, link } = await sent();
    const { id: other } = await sent();
    expect(isPayersPage(await aBrowser(stage).get(`/applications/${id}`))).toBe(false);
    const { browser } = await opened(link);
    expect(isPayersPage(await browser.get(`/applications/${other}`))).toBe(false);
    expect(isPayersPage(await browser.get('/applications/12abc'))).toBe(false);
    const staff = aBrowser(stage);
    await givePassword(stage, manager.userId, 'a long enough password');
    await staff.logIn(manager.emailAddress, 'a long enough password');
    for (const address of [`/applications/${id}`, `/applications/${id}?viewAs=vendor:${id}`]) {
      expect(isPayersPage(await staff.get(address)), address).toBe(false);
    }
  });

  it('shows an admin what the payer sees, names the admin, and lets them change nothing', async () => {
    const { id } = await sent();
    const browser = aBrowser(stage);
    await givePassword(stage, admin.userId, 'a long enough password');
    await browser.logIn(admin.emailAddress, 'a long enough password');
    expect(isPayersPage(await browser.get(`/applications/${id}`))).toBe(false);
    const page = pageIn(await browser.get(`/applications/${id}?viewAs=vendor:${id}`));
    expect(page).toMatchObject({ viewAs: `vendor:${id}`, checkout: { screen: 'choose', reader: { isViewing: true } } });
    expect(page.checkout.reader.openedBy).toBe(admin.displayName);
    const headers = { authorization: `Bearer ${page.accessToken}`, 'x-view-as': page.viewAs! };
    const url = `/v1/agreements/${id}/choose-option`;
    const payload = { financeOptionCode: 'pn' };
    expect((await stage.app.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(403);
    const nobody = await browser.get(`/applications/${id}?viewAs=user:${admin.userId}`);
    expect(isPayersPage(nobody)).toBe(false);
  });

  it('escapes what people typed', async () => {
    const payers = [{ ...build.aPayer(), firstName: 'Ann', surname: 'O’Neill' }];
    const { id } = await build.aCampaign(manager, tenantId, { payers, status: 'waiting-invite' });
    await stage.db
      .updateTable('agreements')
      .set({ campaignBudgetDescription: '</script><script>alert(1)</script>', name: '<b>12 Elm St</b>' })
      .where('id', '=', id)
      .execute();
    const payer = await stage.db
      .selectFrom('signatories')
      .select('id')
      .where('agreementId', '=', id)
      .executeTakeFirstOrThrow();
    const { answer, page } = await opened(await linkOf(payer.id));
    expect(answer.body).not.toContain('<script>alert');
    expect(answer.body).not.toContain('<b>12');
    expect(page.checkout.description).toBe('</script><script>alert(1)</script>');
  });

  it('is compressed for a slow network', async () => {
    const { link } = await sent();
    const { browser, page } = await opened(link);
    for (const encoding of ['br', 'gzip'] as const) {
      const answer = await browser.get(`/applications/${page.checkout.id}`, { 'accept-encoding': encoding });
      expect(answer.headers['content-encoding']).toBe(encoding);
    }
  });
});

describe('the language of a payer’s page', () => {
  const inChinese = { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.5' };
  const languageIn = ({ body }: { body: string }) => /<html lang="([^"]*)"/.exec(body)?.[1];

  it('is the first one that the browser asks for and the page has', async () => {
    const { link } = await sent();
    const { browser, page, answer } = await opened(link);
    expect([page.language, languageIn(answer)]).toEqual(['en', 'en-AU']);
    const translated = await browser.get(`/applications/${page.checkout.id}`, inChinese);
    expect([pageIn(translated).language, languageIn(translated)]).toEqual(['zh-Hans', 'zh-Hans']);
    expect(translated.headers.vary).toContain('accept-language');
  });

  it('is chosen by a link, which is remembered in this browser and leaves the address', async () => {
    const { link } = await sent();
    const { browser, page } = await opened(link);
    const address = `/applications/${page.checkout.id}`;
    const chosen = await browser.get(`${address}?language=zh-Hans`);
    expect([chosen.statusCode, locationOf(chosen).pathname, locationOf(chosen).search]).toEqual([303, address, '']);
    const cookie = chosen.cookies.find(({ name }) => name === 'kerb-language');
    expect(cookie).toMatchObject({ value: 'zh-Hans', httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(pageIn(await browser.get(address)).language).toBe('zh-Hans');
    await browser.get(`${address}?language=en`);
    expect(pageIn(await browser.get(address, inChinese)).language).toBe('en');
  });

  it('cannot be one that the page does not have', async () => {
    const { link } = await sent();
    const { browser, page } = await opened(link);
    const answer = await browser.get(`/applications/${page.checkout.id}?language=%22%3E`);
    expect([answer.statusCode, answer.cookies]).toEqual([303, []]);
    browser.jar.set('kerb-language', 'constructor');
    expect(pageIn(await browser.get(`/applications/${page.checkout.id}`)).language).toBe('en');
  });
});

describe('the pictures of a payer’s page', () => {
  it('are those of the campaign’s branding, in the same answer, at addresses for a browser', async () => {
    const { id, link } = await sent();
    await givePhoto(stage, manager.userId, { id, tenantId });
    const { browser, page } = await opened(link);
    const headers = { authorization: `Bearer ${page.accessToken}` };
    const branding: z.input<typeof brandingAnswer> = (
      await browser.get(`/v1/agreements/${id}/branding`, headers)
    ).json();
    const { organisation, agent, propertyPhoto } = page.checkout;
    expect(agent).toEqual(branding.agent);
    expect(organisation).toMatchObject({ name: branding.organisation.name, hidesName: false });
    expect(organisation.shades.light.button).toBe(brandShades(stage.deps.country.brandColour).light.button);
    const { href } = propertyPhoto!;
    expect(href).toBe(branding.propertyPhoto?.href.replace(`/v1/agreements/${id}`, `/applications/${id}/pictures`));
    expect((await browser.get(href)).headers['content-type']).toBe('image/webp');
  });

  it('are sent to the payers of the campaign and to admins, and to nobody else', async () => {
    const { id, link } = await sent();
    const another = await build.aPerson('admin');
    const { payload, headers } = aForm(
      { name: 'tenantId', value: String(tenantId) },
      { name: 'assetTransform', value: 'logo' },
      { name: 'asset', value: aBlankPng(320, 96), fileName: 'logo.png', type: 'image/png' },
    );
    const uploaded = await stage.as(another.userId)('POST', '/v1/assets', payload, headers);
    const logo = { href: uploaded.json().href };
    expect((await stage.as(another.userId)('PUT', `/v1/tenants/${tenantId}/settings`, { logo })).statusCode).toBe(200);
    const { browser, page } = await opened(link);
    const address = page.checkout.organisation.logoUrl!;
    const picture = await browser.get(address);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    const { link: otherLink } = await sent();
    const stranger = (await opened(otherLink)).browser;
    expect((await stranger.get(address)).statusCode).toBe(404);
    expect((await aBrowser(stage).get(address)).statusCode).toBe(404);
    expect(picture.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    expect((await browser.get(`/applications/${id}/pictures/agent-picture`)).statusCode).toBe(404);
    expect((await browser.get(`/applications/${id}/pictures/other`)).statusCode).toBe(404);
  });
});
