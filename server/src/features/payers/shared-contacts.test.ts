import type { SharedContact } from '@kerb/domain/payers/shared-contacts.ts';
import { describe, expect, it } from 'vitest';
import { startSigningFixture } from '../../../test/signing-fixture.ts';

const { stage, build, tenantId, manager, admin } = await startSigningFixture();

async function sharedOf(userId: number, id: number): Promise<(SharedContact[] | undefined)[]> {
  const { items } = (await stage.as(userId)('GET', `/v2/campaigns/${id}/vendors`)).json();
  return items.map(({ sharedContacts }: { sharedContacts?: SharedContact[] }) => sharedContacts);
}

const giveMobile = (userId: number, mobilePhone: string | null) =>
  stage.db.updateTable('users').set({ mobilePhone }).where('id', '=', userId).execute();

describe('the list of payers', () => {
  it('tells an admin, and nobody else, that a team member has the payer’s mobile or e-mail address', async () => {
    await giveMobile(manager.userId, '+61412600001');
    const byMobile = await build.aCampaign(manager, tenantId, {
      payers: [build.aPayer({ mobilePhone: '0412 600 001' })],
    });
    const byMail = await build.aCampaign(manager, tenantId, {
      payers: [build.aPayer({ emailAddress: manager.emailAddress.toUpperCase() })],
    });
    const whoElse = { name: manager.displayName, holder: 'team' };
    expect(await sharedOf(admin.userId, byMobile.id)).toEqual([[{ field: 'mobilePhone', ...whoElse }]]);
    expect(await sharedOf(admin.userId, byMail.id)).toEqual([[{ field: 'emailAddress', ...whoElse }]]);
    for (const { id, payers } of [byMobile, byMail]) {
      for (const userId of [manager.userId, payers[0]!.userId]) {
        expect(await sharedOf(userId, id)).toEqual([undefined]);
      }
    }
  });

  it('names the person who created the campaign, and no member of another organisation', async () => {
    const [creator, stranger] = [
      await build.aPerson('admin'),
      await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' }),
    ];
    await giveMobile(creator.userId, '+61412600002');
    await giveMobile(stranger.userId, '+61412600003');
    const payers = [
      build.aPayer({ firstName: 'Ann', mobilePhone: '0412 600 002' }),
      build.aPayer({ firstName: 'Bo', mobilePhone: '0412 600 003' }),
    ];
    const { id } = await build.aCampaign(manager, tenantId, { payers });
    await stage.db.updateTable('agreements').set({ createdByUserId: creator.userId }).where('id', '=', id).execute();
    expect(await sharedOf(admin.userId, id)).toEqual([
      [{ field: 'mobilePhone', name: creator.displayName, holder: 'creator' }],
      undefined,
    ]);
  });

  it('names an admin, who could approve and sign with these codes', async () => {
    const other = await build.aPerson('admin');
    await giveMobile(other.userId, '+61412600005');
    const payers = [
      build.aPayer({ firstName: 'Ann', mobilePhone: '0412 600 005' }),
      build.aPayer({ firstName: 'Bo', emailAddress: other.emailAddress.toUpperCase() }),
    ];
    const { id } = await build.aCampaign(manager, tenantId, { payers });
    const whoElse = { name: other.displayName, holder: 'admin' };
    expect(await sharedOf(admin.userId, id)).toEqual([
      [{ field: 'mobilePhone', ...whoElse }],
      [{ field: 'emailAddress', ...whoElse }],
    ]);
  });

  it('names a payer with another name, but not the same person in another campaign', async () => {
    const mobilePhone = '0412 600 004';
    const ann = build.aPayer({ firstName: 'Ann', mobilePhone });
    const earlier = await build.aCampaign(manager, tenantId, { payers: [ann] });
    const again = await build.aCampaign(manager, tenantId, { payers: [ann] });
    expect(await sharedOf(admin.userId, again.id)).toEqual([undefined]);
    const bo = build.aPayer({ firstName: 'Bo', mobilePhone });
    const other = await build.aCampaign(manager, tenantId, { payers: [bo] });
    const name = `Ann ${ann.surname}`;
    expect(await sharedOf(admin.userId, other.id)).toEqual([[{ field: 'mobilePhone', name, holder: 'payer' }]]);
    const carl = { ...build.aPayer({ firstName: 'Carl' }), emailAddress: ann.emailAddress };
    const last = await build.aCampaign(manager, tenantId, { payers: [carl] });
    expect(await sharedOf(admin.userId, last.id)).toEqual([[{ field: 'emailAddress', name, holder: 'payer' }]]);
    expect(await sharedOf(admin.userId, earlier.id)).toMatchObject([[{ holder: 'payer' }, { holder: 'payer' }]]);
  });
});
