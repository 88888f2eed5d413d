import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';
import { codeIn, signingSteps, startSigningFixture } from '../../../test/signing-fixture.ts';

const verifiedMobile =
  "You can't sign on behalf of this signatory because they don't have a verified mobile phone number.";
const submission = "You can't sign on behalf of this signatory because they have not submitted their application.";

// biome-ignore format: a table
const countries = [
  { COUNTRY: 'AU', mobile: '0412 777 001', own: '0412 777 002', ownNumber: '+61412777002', terms: 'pl-au-1' },
  { COUNTRY: 'NZ', mobile: '021 777 001',  own: '021 777 002',  ownNumber: '+6421777002',  terms: 'pl-nz-1' },
];

describe.each(countries)('an admin in $COUNTRY', ({ COUNTRY, mobile, own, ownNumber, terms }) => {
  it('cannot make an agreement alone, with a mobile of their own, for a payer who never opened the link', {
    timeout: 60_000,
  }, async () => {
    const fixture = await startSigningFixture({ env: { COUNTRY } });
    const { stage, build, tenantId, manager, admin } = fixture;
    const { request, sign } = signingSteps(fixture);
    const payers = [build.aPayer({ mobilePhone: mobile })];
    const { id, payers: rows } = await build.aCampaign(manager, tenantId, { payers, status: 'waiting-invite' });
    const ann = rows[0]!;
    const asAdmin = stage.as(admin.userId);
    const path = `/v1/signatories/${ann.id}`;
    const verify = (userId: number, code?: string) =>
      stage.as(userId)('POST', `${path}/verify-contact`, { contactMethod: 'phone', ...(code && { code }) });
    await asAdmin('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pl' });
    expect((await asAdmin('PUT', path, { mobilePhone: own })).json().mobilePhone).toBe(ownNumber);
    await verify(admin.userId);
    const confirmed = await verify(admin.userId, await codeIn(stage, 'contact-code', ownNumber));
    expect(confirmed.json()).toMatchObject({ mobilePhoneConfirmedByPayer: false });
    expect(confirmed.json().mobilePhoneConfirmationDate).not.toBeNull();
    await stage.db
      .updateTable('agreements')
      .set({ status: statusRank('approved'), applicationApprovedDate: '2026-11-14T00:00:00.000Z' })
      .where('id', '=', id)
      .execute();
    const refused = await request(admin.userId, ann.id, 'sms');
    expect([refused.statusCode, refused.json().displayText]).toEqual([409, verifiedMobile]);
    const signed = await sign(admin.userId, id, ann.id, { code: '123456', termsVersion: terms });
    expect([signed.statusCode, signed.json().displayText]).toEqual([409, verifiedMobile]);
    expect((await asAdmin('GET', `/v1/agreements/${id}`)).json().status).toBe('approved');

    // The payer confirms the mobile that staff confirmed, with a code in a sign-in of their own.
    expect((await verify(ann.userId)).statusCode).toBe(200);
    const again = await verify(ann.userId, await codeIn(stage, 'contact-code', ownNumber));
    expect(again.json()).toMatchObject({ mobilePhoneConfirmedByPayer: true });
    expect((await verify(ann.userId)).statusCode).toBe(409);
    expect((await request(admin.userId, ann.id, 'sms')).json().displayText).toBe(submission);
    await stage.db
      .updateTable('signatories')
      .set({ submittedDate: '2026-11-02T00:00:00.000Z', agreedTermsVersion: 'pl-other' })
      .where('id', '=', ann.id)
      .execute();
    expect((await request(admin.userId, ann.id, 'sms')).json().type).toBe('/problems/terms-not-agreed');
    await stage.db.updateTable('signatories').set({ agreedTermsVersion: terms }).where('id', '=', ann.id).execute();
    expect((await request(admin.userId, ann.id, 'sms')).statusCode).toBe(200);
  });
});
