import { signsOwnContacts } from '@kerb/domain/payers/contact-setters.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { up } from '../../../migrations/0042-signing-evidence.ts';
import { codeIn, type Payer, signingSteps, startSigningFixture } from '../../../test/signing-fixture.ts';
import { asOwner } from '../../../test/test-database.ts';

const verifiedMobile =
  "You can't sign on behalf of this signatory because they don't have a verified mobile phone number.";
const submission = "You can't sign on behalf of this signatory because they have not submitted their application.";

// biome-ignore format: a table
const countries = [
  { COUNTRY: 'AU', mobile: '0412 777 001', own: '0412 777 002', ownNumber: '+61412777002', terms: 'pl-au-3' },
  { COUNTRY: 'NZ', mobile: '021 777 001',  own: '021 777 002',  ownNumber: '+6421777002',  terms: 'pl-nz-4' },
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
      .set({
        status: statusRank('approved'),
        applicationApprovedDate: '2026-11-14T00:00:00.000Z',
        mortgageBalanceRange: 'lt75',
      })
      .where('id', '=', id)
      .execute();
    const refused = await request(admin.userId, ann.id, 'sms');
    expect([refused.statusCode, refused.json().displayText]).toEqual([409, verifiedMobile]);
    const signed = await sign(admin.userId, id, ann.id, { code: '123456', termsVersion: terms });
    expect([signed.statusCode, signed.json().displayText]).toEqual([409, verifiedMobile]);
    expect((await asAdmin('GET', `/v1/agreements/${id}`)).json().status).toBe('approved');

    // In the payer's own sign-in, which staff can open by the Payment URL, the code goes to the mailbox.
    const byText = await request(ann.userId, ann.id, 'sms');
    expect([byText.statusCode, byText.json().displayText]).toEqual([409, 'The code to sign is sent by email.']);
    expect((await request(ann.userId, ann.id, 'email')).json()).toMatchObject({ authorisationMethod: 'email' });

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
    // The admin who entered the mobile may not sign with its code; another admin may.
    const same = await request(admin.userId, ann.id, 'sms');
    expect([same.statusCode, same.json().displayText]).toEqual([409, signsOwnContacts]);
    const tried = await sign(admin.userId, id, ann.id, { code: '123456', termsVersion: terms });
    expect([tried.statusCode, tried.json().displayText]).toEqual([409, signsOwnContacts]);
    expect((await request((await build.aPerson('admin')).userId, ann.id, 'sms')).statusCode).toBe(200);
  });
});

describe('what was stored before signatures had documents', () => {
  it('says who confirmed a mobile and who signed for whom', { timeout: 60_000 }, async () => {
    const fixture = await startSigningFixture();
    const { stage, build, tenantId, manager, admin } = fixture;
    const { approve, signAs, codeFor, sign } = signingSteps(fixture);
    const payers = ['0412 888 001', '0412 888 002'].map((mobilePhone) => build.aPayer({ mobilePhone }));
    const { id, payers: rows } = await build.aCampaign(manager, tenantId, { payers, status: 'waiting-invite' });
    const [ann, bo] = rows as [Payer, Payer];
    for (const [{ id: signatoryId, mobilePhone }, userId] of [
      [ann, ann.userId],
      [bo, admin.userId],
    ] as const) {
      const path = `/v1/signatories/${signatoryId}/verify-contact`;
      await stage.as(userId)('POST', path, { contactMethod: 'phone' });
      const code = await codeIn(stage, 'contact-code', mobilePhone!);
      expect((await stage.as(userId)('POST', path, { contactMethod: 'phone', code })).statusCode).toBe(200);
    }
    await stage.as(admin.userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pl' });
    await approve(id);
    await signAs(id, ann);
    expect((await sign(ann.userId, id, bo.id, { code: await codeFor(bo) })).statusCode).toBe(200);
    const columns = {
      signatures: ['document_key', 'is_on_behalf', 'consent_date'],
      signature_events: ['document_key'],
      payer_drafts: ['document_key'],
      signatories: ['mobile_phone_confirmed_by_payer'],
    };
    await asOwner(stage.db, async (tx) => {
      for (const [table, names] of Object.entries(columns)) {
        for (const name of names) await sql`alter table ${sql.table(table)} drop column ${sql.ref(name)}`.execute(tx);
      }
      // The release of this migration did not refuse changes of a signature yet.
      await sql`alter table signatures disable trigger user`.execute(tx);
      await up(tx as unknown as Kysely<unknown>);
    });
    const { rows: found } = await sql`
      select p.mobile_phone_confirmed_by_payer, s.is_on_behalf, s.consent_date = s.signature_date as is_consent_now
      from signatories p join signatures s on s.signatory_id = p.id
      where p.agreement_id = ${id} order by p.id`.execute(stage.db);
    expect(found).toEqual([
      { mobilePhoneConfirmedByPayer: true, isOnBehalf: false, isConsentNow: true },
      { mobilePhoneConfirmedByPayer: false, isOnBehalf: true, isConsentNow: false },
    ]);
  });
});
