import { approvedOtherwise, propertyIsApproved } from '@kerb/domain/agreements/approved-loan.ts';
import { ownPersonIsApproved, personIsApproved } from '@kerb/domain/payers/payer-details.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { paymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { describe, expect, it } from 'vitest';
import { aBrowser } from '../../../test/browser.ts';
import { startLoanFixture, terms } from '../../../test/loan-fixture.ts';

/** An address that is complete in both countries. */
const addresses = {
  AU: { address: '12 Wattle St', city: 'Yass', state: 'NSW', postalCode: '2582' },
  NZ: { address: '12 Wattle St', city: 'Napier', postalCode: '4110' },
} as const;

describe.each(['AU', 'NZ'] as const)('a loan that was approved in %s', async (COUNTRY) => {
  const fixture = await startLoanFixture({ env: { COUNTRY } });
  const { stage, build, admin, call, setStatus } = fixture;
  // With a second admin, nobody approves the payers whose contact details they have entered.
  const otherAdmin = await build.aPerson('admin');
  const tenantId = await build.aTenant({ allowAddingProperty: true });
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });

  /** A loan of an employee's campaign with a property, which another admin than the payer's approves. */
  async function approved() {
    const { id, payers } = await build.aCampaign(employee, tenantId, { status: 'waiting-invite' });
    const [payer] = payers;
    const added = await call(admin)('POST', '/v1/properties', { type: 'house', ...addresses[COUNTRY] });
    expect(added.statusCode, added.body).toBe(201);
    const property = { href: added.json().href as string };
    expect((await call(admin)('PUT', `/v1/agreements/${id}`, { property })).statusCode).toBe(200);
    const waiting = { ...terms, status: statusRank('waiting-approval') };
    await stage.db.updateTable('agreements').set(waiting).where('id', '=', id).execute();
    expect((await setStatus(admin, id, { status: 'approved' })).statusCode).toBe(200);
    return { id, payer: payer!, path: `/v1/signatories/${payer!.id}`, property };
  }

  /** Sends requests as somebody who has opened the payer's link, and entered no code. */
  async function byLink(payer: { id: number }) {
    const { paymentLinkVersion: version } = await stage.db
      .selectFrom('signatories')
      .select('paymentLinkVersion')
      .where('id', '=', payer.id)
      .executeTakeFirstOrThrow();
    const browser = aBrowser(stage);
    const link = `/pay/${paymentToken(stage.deps, { id: payer.id, version })}`;
    const { accessToken } = await browser.exchange(await browser.get(link));
    const headers = { authorization: `Bearer ${accessToken}` };
    return (url: string, payload: object) => stage.app.inject({ method: 'PUT', url, payload, headers });
  }

  it('keeps the person for whom it was approved, against any change of the name', async () => {
    const { id, payer, path } = await approved();
    const withLink = await byLink(payer);
    const sent = { firstName: 'Jane', middleNames: 'May', surname: 'Owner' };
    const fields = Object.keys(sent).sort();
    for (const by of [admin, manager, employee]) {
      const refused = await call(by)('PUT', path, sent);
      expect([refused.statusCode, Object.keys(refused.json().validation).sort()]).toEqual([400, fields]);
      expect(refused.body).toContain(personIsApproved);
    }
    const own = { ...sent, dateOfBirth: '1960-01-01' };
    for (const refused of [await withLink(path, own), await call(payer.userId)('PUT', path, own)]) {
      expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining(ownPersonIsApproved)]);
    }
    expect((await setStatus(admin, id, { status: 'waiting-approval' })).statusCode).toBe(200);
    expect((await call(employee)('PUT', path, sent)).statusCode).toBe(200);
  });

  it('keeps the property for which it was approved', async () => {
    const { id, property } = await approved();
    for (const by of [admin, manager, employee]) {
      const refused = await call(by)('PUT', property.href, { address: '14 Wattle St' });
      expect([refused.statusCode, refused.json().displayText]).toEqual([409, propertyIsApproved]);
    }
    const other = await call(admin)('POST', '/v1/properties', { type: 'house', ...addresses[COUNTRY] });
    const attached = await call(admin)('PUT', `/v1/agreements/${id}`, { property: { href: other.json().href } });
    expect([attached.statusCode, attached.json().displayText]).toEqual([409, propertyIsApproved]);
    expect((await call(employee)('PUT', property.href, { bedrooms: 4 })).statusCode).toBe(200);
    expect((await setStatus(admin, id, { status: 'waiting-approval' })).statusCode).toBe(200);
    expect((await call(employee)('PUT', property.href, { address: '14 Wattle St' })).statusCode).toBe(200);
  });

  it.each(['name', 'property'] as const)('is not signed with another %s, however it was changed', async (what) => {
    const { id, payer, path, property } = await approved();
    const ask = () => call(payer.userId)('POST', `${path}/request-signature`, { authorisationMethod: 'email' });
    expect((await ask()).statusCode).toBe(200);
    if (what === 'name') {
      await stage.db.updateTable('signatories').set({ surname: 'Owner' }).where('id', '=', payer.id).execute();
    } else {
      const propertyId = Number(property.href.split('/').at(-1));
      await stage.db.updateTable('properties').set({ address: '14 Wattle St' }).where('id', '=', propertyId).execute();
    }
    const refused = await ask();
    expect([refused.statusCode, refused.json().displayText]).toEqual([409, approvedOtherwise]);
    const signed = await stage.as(payer.userId)(
      'POST',
      `/v1/agreements/${id}/sign`,
      { termsVersion: 'any', signatoryId: payer.id, authorisationCode: '000000' },
      { 'idempotency-key': crypto.randomUUID() },
    );
    expect([signed.statusCode, signed.json().displayText]).toEqual([409, approvedOtherwise]);
    expect((await setStatus(admin, id, { status: 'waiting-approval' })).statusCode).toBe(200);
    expect((await setStatus(admin, id, { status: 'approved' })).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(200);
  });

  it.each(['name', 'property', 'terms', 'payers'] as const)(
    'is approved only as the admin has read it: %s',
    async (what) => {
      const { id, payer, path, property } = await approved();
      expect((await setStatus(admin, id, { status: 'waiting-approval' })).statusCode).toBe(200);
      const read = async () => String((await call(admin)('GET', `/v1/agreements/${id}`)).headers.etag);
      const approve = (etag: string) =>
        stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status: 'approved' }, { 'if-match': etag });
      const before = await read();
      const changed = {
        name: async () => (await byLink(payer))(path, { surname: 'Owner' }),
        property: () => call(employee)('PUT', property.href, { address: '14 Wattle St' }),
        terms: () => call(admin)('PUT', `/v1/agreements/${id}`, { campaignAdditionalAmount: 100 }),
        payers: () => call(otherAdmin)('POST', `/v2/campaigns/${id}/vendors`, build.aPayer()),
      };
      const answer = await changed[what]();
      expect(answer.statusCode, answer.body).toBeLessThan(300);
      expect((await approve(before)).statusCode).toBe(412);
      const approvedNow = await approve(await read());
      expect(approvedNow.statusCode, approvedNow.body).toBe(200);
    },
  );

  it('gets a larger amount only from an admin who may approve it', async () => {
    const { id } = await approved();
    const raise = (by: typeof admin, body: object) => call(by)('PUT', `/v1/agreements/${id}`, body);
    const raisedByAdmin = { createdByUserId: admin.userId, campaignBudget: '5000.00' };
    await stage.db.updateTable('agreements').set(raisedByAdmin).where('id', '=', id).execute();
    for (const body of [{ campaignBudget: 5_100 }, { campaignAdditionalAmount: 100 }]) {
      const refused = await raise(admin, body);
      expect([refused.statusCode, Object.keys(refused.json().validation ?? {})]).toEqual([400, Object.keys(body)]);
      const raised = await raise(otherAdmin, body);
      expect(raised.statusCode, raised.body).toBe(200);
    }
    // A lending rule: the loan may be only a small part of the valuation.
    expect((await raise(otherAdmin, { campaignAdditionalAmount: 900_000 })).statusCode).toBe(400);
  });

  it('is signed as before if a server of the release before approved it', async () => {
    const { id, payer, path } = await approved();
    await stage.db.updateTable('agreements').set({ approvedKey: null }).where('id', '=', id).execute();
    const asked = await call(payer.userId)('POST', `${path}/request-signature`, { authorisationMethod: 'email' });
    expect(asked.statusCode, asked.body).toBe(200);
  });
});
