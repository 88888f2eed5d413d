import { payUpfrontTerms } from '@kerb/domain/countries/pay-upfront-terms.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { paymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { describe, expect, it } from 'vitest';
import { aBrowser, givePassword, wordsOf } from '../../../test/browser.ts';
import { codeIn, signingSteps, startSigningFixture } from '../../../test/signing-fixture.ts';

const password = 'correct horse battery';

// biome-ignore format: a table
const countries = [
  { COUNTRY: 'AU', mobile: '0412 776 001', number: '+61412776001' },
  { COUNTRY: 'NZ', mobile: '021 776 001',  number: '+6421776001' },
];

async function aSentCampaign(COUNTRY: string) {
  const fixture = await startSigningFixture({ env: { COUNTRY } });
  const { stage, build, tenantId, manager, admin } = fixture;
  const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
  const payer = payers[0]!;
  const path = `/v1/signatories/${payer.id}`;
  await stage.as(admin.userId)('PUT', path, { dateOfBirth: '1958-04-02' });
  await stage.as(admin.userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pl' });
  return { ...fixture, id, payer, path };
}

describe.each(countries)(
  'an account in $COUNTRY with another address than the payer',
  ({ COUNTRY, mobile, number }) => {
    it('proves nothing about the payer: no details, no mobile, no signature', { timeout: 60_000 }, async () => {
      const fixture = await aSentCampaign(COUNTRY);
      const { stage, admin, id, payer, path } = fixture;
      const { request } = signingSteps(fixture);
      const own = 'mailbox.of.an.admin@example.com';
      await stage.db.updateTable('users').set({ emailAddress: own }).where('id', '=', payer.userId).execute();
      await givePassword(stage, payer.userId, password);
      expect((await stage.as(admin.userId)('PUT', path, { mobilePhone: mobile })).json().mobilePhone).toBe(number);
      const browser = aBrowser(stage);
      const { accessToken } = await browser.exchange(await browser.logIn(own, password));
      const headers = { authorization: `Bearer ${accessToken}` };
      const post = (url: string, body: object) => browser.call(url, body, headers);

      expect((await browser.get(path, headers)).json()).toMatchObject({
        ...{ isLocked: true, hasProvedMailbox: false, dateOfBirth: null, maskedFields: ['dateOfBirth'] },
      });
      const unlock = await post(`${path}/unlock`, {});
      expect([unlock.statusCode, unlock.json().type]).toEqual([409, '/problems/other-account']);
      const file = await browser.get('/v1/account/data', headers);
      expect(file.body).not.toContain('1958-04-02');
      // The link that the payer got is another sign-in, which proves the mailbox.
      const { paymentLinkVersion: version } = await stage.db
        .selectFrom('signatories')
        .select('paymentLinkVersion')
        .where('id', '=', payer.id)
        .executeTakeFirstOrThrow();
      const link = await browser.get(`/pay/${paymentToken(stage.deps, { id: payer.id, version })}`);
      expect([link.statusCode, wordsOf(link)]).toEqual([200, expect.stringContaining('Continue as')]);

      expect((await post(`${path}/verify-contact`, { contactMethod: 'phone' })).statusCode).toBe(200);
      const code = await codeIn(stage, 'contact-code', number);
      const confirmed = await post(`${path}/verify-contact`, { contactMethod: 'phone', code });
      expect(confirmed.json()).toMatchObject({ mobilePhoneConfirmedByPayer: false, isLocked: true, dateOfBirth: null });

      const approved = { status: statusRank('approved'), mortgageBalanceRange: 'lt75' } as const;
      await stage.db
        .updateTable('agreements')
        .set({ ...approved, applicationApprovedDate: '2026-11-14T00:00:00.000Z' })
        .where('id', '=', id)
        .execute();
      const byText = await post(`${path}/request-signature`, { authorisationMethod: 'sms' });
      expect([byText.statusCode, byText.json().displayText]).toEqual([409, 'The code to sign is sent by email.']);
      expect((await request(admin.userId, payer.id, 'sms')).json().type).toBe('/problems/no-verified-mobile');
      // The code to sign goes to the mailbox of the record.
      expect((await post(`${path}/request-signature`, { authorisationMethod: 'email' })).statusCode).toBe(200);
      expect(await codeIn(stage, 'signing-code', payer.emailAddress)).toMatch(/^\d{6}$/);
    });
  },
);

describe('the link of one record', () => {
  it('does not act on another record of the same account in the campaign', async () => {
    const { stage, admin, id, payer, path } = await aSentCampaign('AU');
    const emailAddress = 'second.record@example.com';
    await stage.db.updateTable('users').set({ emailAddress }).where('id', '=', payer.userId).execute();
    const body = { agreement: { href: `/v1/agreements/${id}` }, firstName: 'Sam', surname: 'Second', emailAddress };
    const added = await stage.as(admin.userId)('POST', '/v1/signatories', body);
    expect(added.statusCode, added.body).toBe(201);
    const { id: otherId } = added.json();
    const link = { agreementId: id, signatoryId: otherId };
    const accessToken = await stage.accessTokenFor(payer.userId, link);
    await stage.db
      .updateTable('signIns')
      .set({ isFromMailbox: true, unlockedDate: '2026-11-14T00:00:00.000Z' })
      .where('signatoryId', '=', otherId)
      .execute();
    const headers = { authorization: `Bearer ${accessToken}` };
    const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
      stage.app.inject({ method, url, headers, ...(payload && { payload }) });

    expect((await call('GET', `/v1/signatories/${otherId}`)).json()).toMatchObject({ isOwn: true, emailAddress });
    const other = (await call('GET', path)).json();
    expect(other).toMatchObject({ isOwn: false });
    expect([other.emailAddress, other.dateOfBirth]).toEqual([undefined, undefined]);
    const answers = [
      await call('PUT', path, { mobilePhone: '0412 776 009' }),
      await call('POST', `${path}/verify-contact`, { contactMethod: 'email' }),
      await call('POST', `${path}/unlock`, {}),
      await call('GET', `/v1/signatories/${payer.id}/data`),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    const flow = (await call('GET', `/v1/agreements/${id}/flow`)).json();
    expect(flow.signatory.id).toBe(otherId);
    expect((await call('GET', '/v1/session')).json()).toMatchObject({ signatoryId: otherId, emailAddress });

    // The other record's agreement does not count for this one, and its address gets no receipt.
    await stage.db.updateTable('agreements').set({ financeOptionCode: 'pn' }).where('id', '=', id).execute();
    const agreed = { submittedDate: '2026-11-14T00:00:00.000Z', agreedTermsVersion: payUpfrontTerms.version };
    await stage.db.updateTable('signatories').set(agreed).where('id', '=', payer.id).execute();
    const paying = (await call('GET', `/v1/agreements/${id}/payment-details`)).json();
    expect(paying).toMatchObject({ receiptEmail: emailAddress, mayPayByCard: false });
    expect(paying.refusal).toBe('Please confirm who you are and agree to the terms first.');
  });
});
