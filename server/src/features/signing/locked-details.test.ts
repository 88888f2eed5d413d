import { paymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { describe, expect, it } from 'vitest';
import { aBrowser } from '../../../test/browser.ts';
import { fileAsset, storeFile } from '../../../test/file-document.ts';
import { codeIn, startSigningFixture } from '../../../test/signing-fixture.ts';

const { stage, build, tenantId, manager, admin } = await startSigningFixture();

const details = {
  dateOfBirth: '1958-04-02',
  residentialAddress: '1 Elm St',
  city: 'Yass',
  state: 'NSW',
  postalCode: '2582',
  employmentType: 'retired',
};

async function aPayerWithLink() {
  const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
  const payer = payers[0]!;
  const { paymentLinkVersion: version } = await stage.db
    .selectFrom('signatories')
    .select('paymentLinkVersion')
    .where('id', '=', payer.id)
    .executeTakeFirstOrThrow();
  return { id, payer, link: `/pay/${paymentToken(stage.deps, { id: payer.id, version })}` };
}

async function aPayerWithDetails() {
  const made = await aPayerWithLink();
  expect((await stage.as(admin.userId)('PUT', `/v1/signatories/${made.payer.id}`, details)).statusCode).toBe(200);
  return made;
}

/** A browser that has opened the link. */
async function opened(link: string) {
  const browser = aBrowser(stage);
  const { accessToken } = await browser.exchange(await browser.get(link));
  const headers = { authorization: `Bearer ${accessToken}` };
  return {
    get: async (url: string) => (await browser.get(url, headers)).json(),
    put: (url: string, payload: object) => stage.app.inject({ method: 'PUT', url, payload, headers }),
    post: (url: string, body: object) => browser.call(url, body, headers),
  };
}

/** What a payer typed, as a payer with a password sees it. */
async function draft(agreementId: number) {
  const { userId } = await stage.db
    .selectFrom('signatories')
    .select('userId')
    .where('agreementId', '=', agreementId)
    .executeTakeFirstOrThrow();
  return (await stage.as(userId)('GET', `/v1/agreements/${agreementId}/flow`)).json();
}

describe('birthday, home and work of a payer who came by a link', () => {
  it('are hidden until a code was entered in this sign-in, and hidden again in the next', async () => {
    const { payer, link } = await aPayerWithDetails();
    const path = `/v1/signatories/${payer.id}`;
    const first = await opened(link);
    const hidden = await first.get(path);
    for (const field of Object.keys(details)) expect([field, hidden[field]]).toEqual([field, null]);
    expect([...hidden.maskedFields].sort()).toEqual(Object.keys(details).sort());

    expect((await first.post(`${path}/unlock`, {})).statusCode).toBe(200);
    const code = await codeIn(stage, 'unlock-code', payer.emailAddress);
    const other = await opened(link);
    const elsewhere = await other.post(`${path}/unlock`, { code });
    expect([elsewhere.statusCode, Object.keys(elsewhere.json().validation)]).toEqual([400, ['code']]);

    const shown = await first.post(`${path}/unlock`, { code });
    expect(shown.json()).toMatchObject(details);
    expect(await first.get(path)).toMatchObject(details);
    expect((await first.get(path)).maskedFields).toBeUndefined();
    expect((await other.get(path)).dateOfBirth).toBeNull();
    expect((await opened(link).then((next) => next.get(path))).dateOfBirth).toBeNull();
  });

  it('cannot be changed while they are hidden, with a message under the field', async () => {
    const { payer, link } = await aPayerWithDetails();
    const browser = await opened(link);
    const answer = await browser.put(`/v1/signatories/${payer.id}`, { dateOfBirth: '1960-01-01' });
    expect([answer.statusCode, answer.json().validation.dateOfBirth[0].message]).toEqual([
      400,
      'Enter the code that we send you to see and change this.',
    ]);
  });

  it('cannot be guessed', async () => {
    const { payer, link } = await aPayerWithDetails();
    const browser = await opened(link);
    for (const dateOfBirth of [details.dateOfBirth, '1960-01-01']) {
      expect((await browser.put(`/v1/signatories/${payer.id}`, { dateOfBirth })).statusCode).toBe(400);
    }
  });

  it('cannot be reached by a mobile that a person with the link enters', async () => {
    const { payer, link } = await aPayerWithDetails();
    const path = `/v1/signatories/${payer.id}`;
    const confirmed = { emailAddressConfirmationDate: '2026-11-01T00:00:00.000Z' };
    await stage.db.updateTable('signatories').set(confirmed).where('id', '=', payer.id).execute();
    const browser = await opened(link);
    const refused = await browser.put(path, { mobilePhone: '0499 999 999' });
    expect([refused.statusCode, Object.keys(refused.json().validation)]).toEqual([400, ['mobilePhone']]);
    expect((await browser.get(path)).readOnlyFields).toContain('mobilePhone');

    await browser.post(`${path}/unlock`, {});
    await browser.post(`${path}/unlock`, { code: await codeIn(stage, 'unlock-code', payer.emailAddress) });
    expect((await browser.put(path, { mobilePhone: '0499 999 999' })).statusCode).toBe(200);
  });

  it('need one code only: it confirms the mailbox too', async () => {
    const { payer, link } = await aPayerWithDetails();
    const path = `/v1/signatories/${payer.id}`;
    const browser = await opened(link);
    await browser.post(`${path}/unlock`, {});
    const shown = await browser.post(`${path}/unlock`, {
      code: await codeIn(stage, 'unlock-code', payer.emailAddress),
    });
    expect(shown.json()).toMatchObject({ ...details, emailAddressConfirmationDate: expect.any(String) });
    const again = await browser.post(`${path}/verify-contact`, { contactMethod: 'email' });
    expect([again.statusCode, again.json().type]).toEqual([409, '/problems/already-confirmed']);
  });

  it('are guarded by limits for the payer, not for each sign-in', async () => {
    const { payer, link } = await aPayerWithDetails();
    const unlock = async (body: object) =>
      (await (await opened(link)).post(`/v1/signatories/${payer.id}/unlock`, body)).statusCode;
    for (let sends = 0; sends < 3; sends += 1) expect(await unlock({})).toBe(200);
    expect(await unlock({})).toBe(429);
    for (let guesses = 0; guesses < 5; guesses += 1) expect(await unlock({ code: '000000' })).toBe(400);
    expect(await unlock({ code: '000000' })).toBe(429);
  });

  it('can be entered for the first time without a code', async () => {
    const { payer, link } = await aPayerWithLink();
    const browser = await opened(link);
    const answer = await browser.put(`/v1/signatories/${payer.id}`, { dateOfBirth: '1960-01-01' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ dateOfBirth: null, maskedFields: ['dateOfBirth'] });
  });

  it('are shown by the code that confirms the mailbox too', async () => {
    const { payer, link } = await aPayerWithDetails();
    const path = `/v1/signatories/${payer.id}`;
    const browser = await opened(link);
    await browser.post(`${path}/verify-contact`, { contactMethod: 'email' });
    const code = await codeIn(stage, 'contact-code', payer.emailAddress);
    expect((await browser.post(`${path}/verify-contact`, { contactMethod: 'email', code })).statusCode).toBe(200);
    expect(await browser.get(path)).toMatchObject(details);
  });

  it('that were typed and not saved are hidden like the saved ones', async () => {
    const { id, link } = await aPayerWithDetails();
    const first = await opened(link);
    const answers = { dateOfBirth: '1958-04-02', middleNames: 'May' };
    expect((await first.put(`/v1/agreements/${id}/flow`, { answers })).statusCode).toBe(200);
    const other = await opened(link);
    const hidden = { answers: { middleNames: 'May' }, hiddenAnswers: ['dateOfBirth'] };
    expect(await other.get(`/v1/agreements/${id}/flow`)).toMatchObject(hidden);

    // Typing on there loses nothing of it.
    await other.put(`/v1/agreements/${id}/flow`, { answers: { middleNames: 'Mary', dateOfBirth: '' } });
    expect((await draft(id)).answers).toEqual({ middleNames: 'Mary', dateOfBirth: '1958-04-02' });
    await other.put(`/v1/agreements/${id}/flow`, { answers: { dateOfBirth: '1959-05-03' } });
    expect((await draft(id)).answers).toEqual({ dateOfBirth: '1959-05-03' });
    await other.put(`/v1/agreements/${id}/flow`, { answers: {} });
    expect((await draft(id)).answers).toEqual({});
  });

  it('include identity documents: neither their name nor the file is shown', async () => {
    const { id, payer, link } = await aPayerWithDetails();
    const assetId = await storeFile(stage, tenantId);
    await fileAsset(stage, { agreementId: id, assetId, purpose: 'vendor-id', signatoryId: payer.id });
    const browser = await opened(link);
    const path = `/v1/signatories/${payer.id}`;
    const list = async () => (await browser.get(`/v1/attachments?agreementId=${id}`)).items;
    const items = await list();
    expect(items.map((each: { asset: { fileName: string } }) => each.asset.fileName)).toEqual(['Identity document']);
    expect(items.map((each: { isLocked?: boolean }) => each.isLocked)).toEqual([true]);
    const refused = await browser.get(`/v1/assets/${assetId}/content`);
    expect(refused).toMatchObject({ status: 403, displayText: 'Enter the code that we send you to open this.' });
    await browser.post(`${path}/unlock`, {});
    await browser.post(`${path}/unlock`, { code: await codeIn(stage, 'unlock-code', payer.emailAddress) });
    expect((await list()).map((each: { isLocked?: boolean }) => each.isLocked)).toEqual([undefined]);
  });

  it('are shown to a payer who signed in with a password, and to admins', async () => {
    const { payer } = await aPayerWithDetails();
    for (const userId of [payer.userId, admin.userId]) {
      expect((await stage.as(userId)('GET', `/v1/signatories/${payer.id}`)).json()).toMatchObject(details);
    }
  });
});

describe('the name and birthday of a payer who has applied', () => {
  const person = ['firstName', 'middleNames', 'surname', 'dateOfBirth'];
  const renamed = { firstName: 'Jane', middleNames: 'May', surname: 'Owner', dateOfBirth: '1960-01-01' };
  const hasCheck = async (id: number) =>
    (await stage.as(admin.userId)('GET', `/v1/signatories/${id}`)).json().identityChecks.length === 1;

  /** A payer who pays upfront may apply without a date of birth. */
  async function applied() {
    const { payer, link } = await aPayerWithLink();
    const path = `/v1/signatories/${payer.id}`;
    const submitted = { submittedDate: '2026-11-02T00:00:00.000Z' };
    await stage.db.updateTable('signatories').set(submitted).where('id', '=', payer.id).execute();
    const checked = await stage.as(admin.userId)('POST', '/v2/frankie-one/create-profile', { signatoryId: payer.id });
    expect(checked.statusCode, checked.body).toBe(200);
    return { payer, link, path };
  }

  it('are changed by a link only after a code, so that a link alone does not end the identity check', async () => {
    const { payer, link, path } = await applied();
    const browser = await opened(link);
    const shown = await browser.get(path);
    expect([shown.lockedFields, shown.readOnlyFields]).toEqual([person, expect.arrayContaining(person)]);
    for (const [field, value] of Object.entries(renamed)) {
      const refused = await browser.put(path, { [field]: value });
      expect([refused.statusCode, refused.json().validation]).toMatchObject([
        400,
        { [field]: [{ message: 'Enter the code that we send you to change this.' }] },
      ]);
    }
    const same = { firstName: shown.firstName, surname: shown.surname, employmentType: 'retired' };
    expect((await browser.put(path, same)).statusCode).toBe(200);
    expect(await hasCheck(payer.id)).toBe(true);

    await browser.post(`${path}/unlock`, {});
    await browser.post(`${path}/unlock`, { code: await codeIn(stage, 'unlock-code', payer.emailAddress) });
    expect((await browser.get(path)).lockedFields).toBeUndefined();
    const saved = await browser.put(path, renamed);
    expect([saved.statusCode, saved.json()]).toMatchObject([200, renamed]);
    expect(await hasCheck(payer.id)).toBe(false);
  });

  it('are changed without a code by the payer’s own account and by an admin', async () => {
    const { payer, path } = await applied();
    for (const userId of [payer.userId, admin.userId]) {
      expect((await stage.as(userId)('PUT', path, { surname: `Owner ${userId}` })).statusCode).toBe(200);
    }
  });
});
