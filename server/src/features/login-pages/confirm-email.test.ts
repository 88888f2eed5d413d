import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';
import { aBrowser, givePassword, wordsOf } from '../../../test/browser.ts';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';

const stage = await startStage();
const { db, deps } = stage;
const build = buildersFor(stage);
const password = 'correct horse battery';
const admin = await build.aPerson('admin');

let serial = 0;
const elsewhere = () => {
  serial += 1;
  return aBrowser(stage, `198.51.100.${serial}`);
};
async function someone() {
  const person = await build.aPerson('tenant_user');
  await givePassword(stage, person.userId, password);
  return { ...person, newAddress: `new.${person.emailAddress}` };
}
const save = ({ userId }: Person, emailAddress: string) =>
  stage.as(admin.userId)('PUT', `/v1/users/${userId}`, { emailAddress });
const messagesTo = (recipient: string) =>
  db.selectFrom('messages').selectAll().where('recipient', '=', recipient).orderBy('id').execute();
async function tokenSentTo(recipient: string): Promise<string> {
  const withLink = (await messagesTo(recipient)).filter(({ sealedSecrets }) => sealedSecrets !== null);
  const [link] = JSON.parse(deps.secrets.decrypt(withLink.at(-1)!.sealedSecrets!).toString());
  return new URL(link).searchParams.get('token')!;
}
const confirm = (token: string) => elsewhere().submit('/confirm-email', { token });

describe('a new e-mail address of somebody who logs in', () => {
  it('is told to both addresses, and takes effect when the new one is confirmed', async () => {
    const person = await someone();
    const { emailAddress, newAddress } = person;
    const saved = (await save(person, newAddress)).json();
    expect([saved.emailAddress, saved.pendingEmailAddress]).toEqual([emailAddress, newAddress]);
    const [toOld] = (await messagesTo(emailAddress)).slice(-1);
    expect(toOld).toMatchObject({
      kind: 'address-asked',
      body: expect.stringContaining('is about to be changed to n…@'),
    });
    expect(toOld!.body).not.toContain(newAddress);
    expect((await elsewhere().logIn(emailAddress, password)).statusCode).toBe(303);
    expect((await elsewhere().logIn(newAddress, password)).statusCode).toBe(401);

    const token = await tokenSentTo(newAddress);
    const browser = elsewhere();
    expect(wordsOf(await browser.get(`/confirm-email?token=${token}`))).toContain(newAddress);
    expect((await elsewhere().logIn(newAddress, password)).statusCode).toBe(401);
    const tokens = await browser.exchange(await browser.logIn(emailAddress, password));
    expect(wordsOf(await confirm(token))).toContain('Email address confirmed');
    expect((await browser.session(tokens)).statusCode).toBe(401);
    // The old password could be known to the owner of the old mailbox only.
    expect((await elsewhere().logIn(newAddress, password)).statusCode).toBe(401);
    expect((await elsewhere().logIn(emailAddress, password)).statusCode).toBe(401);
    expect((await messagesTo(emailAddress)).at(-1)).toMatchObject({ kind: 'address-changed' });
    expect((await messagesTo(newAddress)).at(-1)).toMatchObject({
      kind: 'address-changed',
      body: expect.stringContaining('Your old password no longer'),
    });
    const chosen = { token: await tokenSentTo(newAddress), password: 'quite another phrase' };
    expect((await elsewhere().submit('/set-password', chosen)).statusCode).toBe(303);
    expect((await elsewhere().logIn(newAddress, chosen.password)).statusCode).toBe(303);
    const after = (await stage.as(admin.userId)('GET', `/v1/users/${person.userId}`)).json();
    expect([after.emailAddress, after.pendingEmailAddress]).toEqual([newAddress, null]);
    const entries = (await openedLog(stage)).filter(
      ({ targetUserId, activityCode }) => targetUserId === person.userId && activityCode === 'user_update',
    );
    expect(entries.map(({ logData }) => logData)).toEqual([
      { pendingEmailAddress: { before: null, after: newAddress } },
      { emailAddress: { before: emailAddress, after: newAddress } },
    ]);
    const { standingSince } = await db
      .selectFrom('users')
      .select('standingSince')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(Date.parse(standingSince!)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('keeps the password of an admin who asked for it themselves', async () => {
    const own = await build.aPerson('admin');
    await givePassword(stage, own.userId, password);
    const newAddress = `new.${own.emailAddress}`;
    const asked = await stage.as(own.userId)('PUT', `/v1/users/${own.userId}`, {
      emailAddress: newAddress,
      reason: 'New',
    });
    const { id } = asked.json().pendingActs[0];
    expect((await stage.as(admin.userId)('POST', `/v1/pending-acts/${id}/confirm`, {})).statusCode).toBe(200);
    const token = await tokenSentTo(newAddress);
    expect(wordsOf(await elsewhere().get(`/confirm-email?token=${token}`))).toContain('Your password stays the same.');
    expect((await confirm(token)).statusCode).toBe(200);
    expect((await elsewhere().logIn(newAddress, password)).statusCode).toBe(303);
  });

  it('has a link that works once, for a day, only the latest one, and not from another site', async () => {
    const person = await someone();
    await save(person, `first.${person.newAddress}`);
    const first = await tokenSentTo(`first.${person.newAddress}`);
    await save(person, person.newAddress);
    const token = await tokenSentTo(person.newAddress);
    expect((await confirm(first)).statusCode).toBe(404);
    expect((await confirm('')).statusCode).toBe(404);
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
    expect((await elsewhere().submit('/confirm-email', { token }, foreign)).statusCode).toBe(403);
    const expire = (expiryDate: string) =>
      db.updateTable('emailChanges').set({ expiryDate }).where('userId', '=', person.userId).execute();
    await expire(new Date(Date.now() - 1_000).toISOString());
    expect((await confirm(token)).statusCode).toBe(404);
    await expire(new Date(Date.now() + 60_000).toISOString());
    expect((await confirm(token)).statusCode).toBe(200);
    expect((await confirm(token)).statusCode).toBe(404);
  });

  it('is withdrawn by sending the present one', async () => {
    const person = await someone();
    await save(person, person.newAddress);
    const token = await tokenSentTo(person.newAddress);
    expect((await save(person, person.emailAddress)).json().pendingEmailAddress).toBeNull();
    expect((await confirm(token)).statusCode).toBe(404);
  });

  it('is not asked for if only the case of its letters changes', async () => {
    const person = await someone();
    const spelling = person.emailAddress.toUpperCase();
    const before = (await messagesTo(person.emailAddress)).length;
    expect((await save(person, spelling)).json()).toMatchObject({ emailAddress: spelling, pendingEmailAddress: null });
    expect([await messagesTo(person.emailAddress), await messagesTo(spelling)].map(({ length }) => length)).toEqual([
      before,
      0,
    ]);
    expect((await elsewhere().logIn(person.emailAddress, password)).statusCode).toBe(303);
  });

  it('has no effect if the account is disabled meanwhile', async () => {
    const person = await someone();
    await save(person, person.newAddress);
    const token = await tokenSentTo(person.newAddress);
    await stage.as(admin.userId)('PUT', `/v1/users/${person.userId}`, { disabled: true });
    expect((await confirm(token)).statusCode).toBe(404);
  });

  it('is refused if another user has it, also if they got it meanwhile', async () => {
    const [person, other] = [await someone(), await someone()];
    expect((await save(person, other.emailAddress.toUpperCase())).json().validation.emailAddress[0].type).toBe(
      'conflictingValue',
    );
    await save(person, person.newAddress);
    const token = await tokenSentTo(person.newAddress);
    await db.updateTable('users').set({ emailAddress: person.newAddress }).where('id', '=', other.userId).execute();
    const late = await confirm(token);
    expect([late.statusCode, wordsOf(late)]).toEqual([409, expect.stringContaining('This address is taken')]);
    expect((await elsewhere().logIn(person.emailAddress, password)).statusCode).toBe(303);
  });
});

describe('a new e-mail address of somebody without a password', () => {
  it('takes effect at once, both addresses are told, and all sign-ins end', async () => {
    const person = await build.aPerson('tenant_user');
    const newAddress = `new.${person.emailAddress}`;
    const look = () => stage.as(person.userId)('GET', '/v1/session');
    expect((await look()).statusCode).toBe(200);
    expect((await save(person, newAddress)).json()).toMatchObject({
      emailAddress: newAddress,
      pendingEmailAddress: null,
    });
    for (const recipient of [person.emailAddress, newAddress]) {
      expect((await messagesTo(recipient)).at(-1)).toMatchObject({ kind: 'address-changed' });
    }
    expect((await look()).statusCode).toBe(401);
  });
});

describe('a new e-mail address of a payer', () => {
  it('waits for a link too, without a password, and both addresses are told', async () => {
    const person = await build.aPerson('vendor');
    const { emailAddress } = person;
    const newAddress = `new.${emailAddress}`;
    expect((await save(person, newAddress)).json()).toMatchObject({ emailAddress, pendingEmailAddress: newAddress });
    for (const recipient of [emailAddress, newAddress]) {
      expect((await messagesTo(recipient)).at(-1)).toMatchObject({ kind: 'address-asked' });
    }
    expect((await confirm(await tokenSentTo(newAddress))).statusCode).toBe(200);
    expect((await stage.as(admin.userId)('GET', `/v1/users/${person.userId}`)).json().emailAddress).toBe(newAddress);
  });

  it.each([
    { submittedDate: '2026-11-02T00:00:00.000Z' },
    { mobilePhone: '+61412345678', mobilePhoneConfirmationDate: '2026-11-02T00:00:00.000Z' },
  ])('is refused after %o until the campaign ends', async (done) => {
    const tenantId = await build.aTenant();
    const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    const { userId, emailAddress, id: payerId } = payers[0]!;
    const person = { ...manager, userId, emailAddress };
    const newAddress = `new.${emailAddress}`;
    await save(person, newAddress);
    const token = await tokenSentTo(newAddress);
    await db.updateTable('signatories').set(done).where('id', '=', payerId).execute();
    const refused = await save(person, `other.${emailAddress}`);
    expect([refused.statusCode, refused.json().validation.emailAddress[0].message]).toEqual([
      400,
      expect.stringContaining('has not ended'),
    ]);
    expect((await confirm(token)).statusCode).toBe(404);
    await db
      .updateTable('agreements')
      .set({ status: statusRank('cancelled') })
      .where('id', '=', id)
      .execute();
    expect((await confirm(token)).statusCode).toBe(200);
  });
});
