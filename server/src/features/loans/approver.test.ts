import {
  approvedAlone,
  approvesForMade,
  approvesOwnContacts,
  approvesOwnLoan,
} from '@kerb/domain/payers/contact-setters.ts';
import { contactsAreApproved } from '@kerb/domain/payers/payer-details.ts';
import { chooseFirst } from '@kerb/domain/payments/may-pay.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../test/builders.ts';
import { clientsOn } from '../../../test/clients.ts';
import { startLoanFixture, terms } from '../../../test/loan-fixture.ts';

const mobiles = { AU: ['0412 606 001', '0412 606 002'], NZ: ['021 606 001', '021 606 002'] } as const;

describe.each(['AU', 'NZ'] as const)('one admin in %s', async (COUNTRY) => {
  const fixture = await startLoanFixture({ env: { COUNTRY } });
  const { stage, build, tenantId, manager, admin } = fixture;
  // The only admin could approve alone.
  const other = await build.aPerson('admin');
  const [mine, another] = mobiles[COUNTRY];
  const approve = (by: Person, id: number) => fixture.setStatus(by, id, { status: 'approved' });
  const readied = (id: number) =>
    stage.db
      .updateTable('agreements')
      .set({ ...terms, status: statusRank('waiting-approval') })
      .where('id', '=', id)
      .execute();
  const aCampaign = async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    return { id, payer: payers[0]!, path: `/v1/signatories/${payers[0]!.id}` };
  };
  /** The loan is refused to this admin with these words, and another one can approve it. */
  async function expectRefused(id: number, words: string) {
    await readied(id);
    const refused = await approve(admin, id);
    expect([refused.statusCode, refused.json().displayText]).toEqual([409, words]);
    expect((await approve(other, id)).statusCode).toBe(200);
  }

  it('cannot approve a loan and then give the payer their own mailbox or mobile', async () => {
    const { id, path } = await aCampaign();
    await readied(id);
    expect((await approve(admin, id)).statusCode).toBe(200);
    for (const sent of [{ emailAddress: 'mine@example.com' }, { mobilePhone: mine }]) {
      for (const by of [admin, manager]) {
        const refused = await fixture.call(by)('PUT', path, sent);
        expect([refused.statusCode, JSON.stringify(refused.json().validation)]).toEqual([
          400,
          expect.stringContaining(contactsAreApproved),
        ]);
      }
    }
    // After the approval was taken back, the contacts can be corrected, and the next approval asks who did it.
    expect((await fixture.setStatus(admin, id, { status: 'waiting-approval' })).statusCode).toBe(200);
    expect((await fixture.call(admin)('PUT', path, { mobilePhone: mine })).statusCode).toBe(200);
    const again = await approve(admin, id);
    expect([again.statusCode, again.json().displayText]).toEqual([409, approvesOwnContacts]);
  });

  it('cannot approve a loan and then change the mobile as the payer, by impersonation', async () => {
    const { id, payer, path } = await aCampaign();
    const confirmed = { emailAddressConfirmationDate: '2026-11-01T00:00:00.000Z' };
    await stage.db.updateTable('signatories').set(confirmed).where('id', '=', payer.id).execute();
    await readied(id);
    expect((await approve(admin, id)).statusCode).toBe(200);
    const asPayer = { 'x-view-as': `user:${payer.userId}`, 'x-view-as-changes': 'on' };
    const refused = await stage.as(admin.userId)('PUT', path, { mobilePhone: mine }, asPayer);
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining(contactsAreApproved)]);
    expect((await stage.as(payer.userId)('PUT', path, { mobilePhone: another })).statusCode).toBe(200);
    // Before the approval it counts as entered by the admin.
    const before = await aCampaign();
    await stage.db.updateTable('signatories').set(confirmed).where('id', '=', before.payer.id).execute();
    const asOther = { 'x-view-as': `user:${before.payer.userId}`, 'x-view-as-changes': 'on' };
    const changed = await stage.as(admin.userId)('PUT', before.path, { mobilePhone: mine }, asOther);
    expect(changed.statusCode, changed.body).toBe(200);
    await expectRefused(before.id, approvesOwnContacts);
  });

  it('cannot approve a loan of which they are a payer', async () => {
    const { id, payer } = await aCampaign();
    const vendors = `/v2/campaigns/${id}/vendors`;
    const own = { ...build.aPayer(), emailAddress: admin.emailAddress };
    expect((await fixture.call(admin)('POST', vendors, own)).statusCode).toBe(201);
    expect((await fixture.call(admin)('DELETE', `${vendors}/${payer.id}`)).statusCode).toBe(204);
    const setters = await stage.db
      .selectFrom('signatories')
      .select('contactSetterIds')
      .where('agreementId', '=', id)
      .execute();
    expect(setters).toEqual([{ contactSetterIds: [admin.userId] }]);
    await expectRefused(id, approvesOwnLoan);
  });

  it('cannot let an account that they made enter the contacts', async () => {
    const { id, path } = await aCampaign();
    const asAdmin = fixture.call(admin);
    const person = { firstName: 'Second', surname: 'Mailbox', emailAddress: `second.${COUNTRY}@example.com` };
    const made = (await asAdmin('POST', '/v1/users', { ...person, role: 'tenant_user' })).json();
    const added = { user: { href: made.href }, tenantUserType: 'manager' };
    expect((await asAdmin('POST', `/v1/tenants/${tenantId}/users`, added)).statusCode).toBe(201);
    expect((await stage.as(made.id)('PUT', path, { mobilePhone: another })).statusCode).toBe(200);
    await expectRefused(id, approvesForMade);
  });

  it('cannot let a program that they made enter the contacts', async () => {
    const { id, path } = await aCampaign();
    const { aClient, tokenOf, withToken } = clientsOn(stage);
    const owner = { href: `/v1/users/${manager.userId}` };
    const program = await aClient(admin.userId, tenantId, { scopes: ['payers:write'], owner });
    const call = withToken(await tokenOf(program));
    const changed = await call('PUT', path, { mobilePhone: another });
    expect(changed.statusCode, changed.body).toBe(200);
    await expectRefused(id, approvesForMade);
  });
});

describe('the only admin', async () => {
  const { stage, build, tenantId, manager, admin, call, setStatus, logOf } = await startLoanFixture();
  const { aClient, tokenOf, withToken } = clientsOn(stage);

  /** Each changes the mobile of a payer by an account that the admin made. */
  const ways: Record<string, (path: string) => Promise<{ statusCode: number }>> = {
    'a manager whom they made': async (path) => {
      const person = {
        firstName: 'Second',
        surname: 'Mailbox',
        emailAddress: 'second@example.com',
        role: 'tenant_user',
      };
      const made = (await call(admin)('POST', '/v1/users', person)).json();
      const added = { user: { href: made.href }, tenantUserType: 'manager' };
      expect((await call(admin)('POST', `/v1/tenants/${tenantId}/users`, added)).statusCode).toBe(201);
      return stage.as(made.id)('PUT', path, { mobilePhone: '0412 606 002' });
    },
    'a program that they made': async (path) => {
      const owner = { href: `/v1/users/${manager.userId}` };
      const program = await aClient(admin.userId, tenantId, { scopes: ['payers:write'], owner });
      return withToken(await tokenOf(program))('PUT', path, { mobilePhone: '0412 606 002' });
    },
  };

  it.each(Object.keys(ways))('is warned before they approve with contacts that %s entered', async (way) => {
    const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    expect((await ways[way]!(`/v1/signatories/${payers[0]!.id}`)).statusCode).toBe(200);
    const ready = { ...terms, status: statusRank('waiting-approval') };
    await stage.db.updateTable('agreements').set(ready).where('id', '=', id).execute();
    const seen = async () => (await call(admin)('GET', `/v2/campaigns/${id}/vendors`)).json().items[0];
    expect(await seen()).toMatchObject({ contactsEnteredByMade: true, isAlone: true });
    expect((await seen()).contactsEnteredByYou).toBeUndefined();

    const other = await build.aPerson('admin');
    expect([(await seen()).contactsEnteredByMade, (await seen()).isAlone]).toEqual([true, undefined]);
    const elsewhere = (await call(other)('GET', `/v2/campaigns/${id}/vendors`)).json().items[0];
    expect(elsewhere.contactsEnteredByMade).toBeUndefined();
    const disabled = { disabledDate: '2026-11-01T00:00:00.000Z' };
    await stage.db.updateTable('users').set(disabled).where('id', '=', other.userId).execute();
    expect((await setStatus(admin, id, { status: 'approved' })).statusCode).toBe(200);
    expect((await logOf(id)).some(({ description }) => description === approvedAlone)).toBe(true);
  });

  it('is not told that they can approve a loan of their own', async () => {
    const { id } = await build.aCampaign(admin, tenantId, { status: 'waiting-invite' });
    const own = { ...build.aPayer(), emailAddress: admin.emailAddress };
    expect((await call(admin)('POST', `/v2/campaigns/${id}/vendors`, own)).statusCode).toBe(201);
    const { items } = (await call(admin)('GET', `/v2/campaigns/${id}/vendors`)).json();
    expect(items.map(({ isAlone }: { isAlone?: boolean }) => isAlone)).toEqual([undefined, undefined]);
  });
});

describe('a campaign that was approved without a loan', () => {
  it('gets no loan by the payment of its fee, after the contacts were changed', async () => {
    const { stage, build, tenantId, manager, admin, call, setStatus } = await startLoanFixture();
    const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    await call(admin)('POST', `/v1/agreements/${id}/finance-options`, { optionCode: 'pos' });
    expect((await setStatus(admin, id, { status: 'approved' })).statusCode).toBe(200);
    const mine = { emailAddress: 'mine@example.com' };
    expect((await call(admin)('PUT', `/v1/signatories/${payers[0]!.id}`, mine)).statusCode).toBe(200);
    const fee = { method: 'direct-deposit', amount: 504, serviceFee: 504, financeOptionCode: 'pos' };
    const paid = await stage.as(admin.userId)('POST', `/v1/agreements/${id}/pay`, fee, {
      'idempotency-key': crypto.randomUUID(),
    });
    expect([paid.statusCode, paid.json().displayText]).toEqual([409, chooseFirst]);
    expect((await call(admin)('GET', `/v1/agreements/${id}`)).json().financeOptionCode).toBeNull();
  });
});

describe('a payer who has applied', () => {
  it('keeps their address when another option is chosen', async () => {
    const { stage, build, tenantId, manager, call } = await startLoanFixture();
    const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    const path = `/v1/signatories/${payers[0]!.id}`;
    const applied = { submittedDate: '2026-11-14T00:00:00.000Z', agreedTermsVersion: 'pl-1' };
    await stage.db.updateTable('signatories').set(applied).where('agreementId', '=', id).execute();
    for (const financeOptionCode of ['pl', 'pos', 'pn', null] as const) {
      await stage.db.updateTable('agreements').set({ financeOptionCode }).where('id', '=', id).execute();
      const refused = await call(manager)('PUT', path, { emailAddress: 'other@example.com' });
      expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('has already applied')]);
    }
  });
});

describe('a campaign that was set back to draft', () => {
  it('gets a new link when a payer gets another address, and counts who gave it', async () => {
    const { stage, build, tenantId, admin, call } = await startLoanFixture();
    const { id, payers } = await build.aCampaign(admin, tenantId, { status: 'waiting-invite' });
    const sent = { sentDate: '2026-11-14T00:00:00.000Z' };
    await stage.db.updateTable('signatories').set(sent).where('agreementId', '=', id).execute();
    const stored = () =>
      stage.db
        .selectFrom('signatories')
        .select(['paymentLinkVersion', 'contactSetterIds'])
        .where('id', '=', payers[0]!.id)
        .executeTakeFirstOrThrow();
    const before = await stored();
    await stage.db
      .updateTable('agreements')
      .set({ status: statusRank('draft') })
      .where('id', '=', id)
      .execute();
    const changed = await call(admin)('PUT', `/v1/signatories/${payers[0]!.id}`, { emailAddress: 'new@example.com' });
    expect(changed.statusCode, changed.body).toBe(200);
    const after = await stored();
    expect(after.paymentLinkVersion).not.toBe(before.paymentLinkVersion);
    expect(after.contactSetterIds).toEqual([admin.userId]);
  });

  it('counts who gives it another payer, and ends a link that nobody was sent', async () => {
    const { stage, build, tenantId, admin, call, setStatus } = await startLoanFixture();
    const { id, payers } = await build.aCampaign(admin, tenantId, { status: 'waiting-invite' });
    const vendors = `/v2/campaigns/${id}/vendors`;
    const stored = () =>
      stage.db
        .selectFrom('signatories')
        .select(['id', 'paymentLinkVersion', 'contactSetterIds'])
        .where('agreementId', '=', id)
        .orderBy('id')
        .execute();
    const [before] = await stored();
    expect((await setStatus(admin, id, { status: 'draft' })).statusCode).toBe(200);
    const other = { emailAddress: 'new@example.com' };
    expect((await call(admin)('PUT', `/v1/signatories/${payers[0]!.id}`, other)).statusCode).toBe(200);
    const [after] = await stored();
    expect(after!.paymentLinkVersion).not.toBe(before!.paymentLinkVersion);
    expect((await call(admin)('DELETE', `${vendors}/${payers[0]!.id}`)).statusCode).toBe(204);
    expect((await call(admin)('POST', vendors, build.aPayer())).statusCode).toBe(201);
    expect(await stored()).toMatchObject([{ contactSetterIds: [admin.userId] }]);
  });
});
