import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import type { Settings } from '@kerb/domain/organisations/setting-fields.ts';
import { settingNames } from '@kerb/domain/organisations/setting-fields.ts';
import { newSettings } from '@kerb/domain/organisations/setting-values.ts';
import { settleBankAccounts } from '@kerb/server/features/organisations/change-bank-account.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { clientsOn } from '../../../test/clients.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let [admin, otherAdmin, manager, otherManager]: Person[] = [];
let tenantId: number;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
  otherAdmin = await build.aPerson('admin');
});
beforeEach(async () => {
  tenantId = await build.aTenant({ name: 'Harbour Estate' });
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  otherManager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  await stage.db.deleteFrom('messages').execute();
});

const at = (path = '') => `/v1/tenants/${tenantId}/settings${path}`;
const read = async (by: Person | undefined = admin) => (await stage.as(by!.userId)('GET', at())).json();
const save = (by: Person | undefined, sent: object, version?: number) =>
  stage.as(by!.userId)('PUT', at(), sent, version === undefined ? {} : { 'if-match': `"${version}"` });
const settle = (by: Person | undefined, how: 'apply' | 'reject', fields?: string[]) =>
  stage.as(by!.userId)('POST', at(`/${how}`), {
    ...(fields && { fields }),
    ...(how === 'apply' && { callBackNote }),
  });
const logged = async () =>
  stage.db
    .selectFrom('logEntries')
    .select(['description', 'logData', 'userId'])
    .where('targetTenantId', '=', tenantId)
    .where('activityCode', '=', 'tenant_update')
    .orderBy('id')
    .execute();
const mailed = async () =>
  (await stage.db.selectFrom('messages').select(['kind', 'recipient']).orderBy('id').execute()).map(
    ({ kind, recipient }) => `${kind} ${recipient}`,
  );
const callBackNote = 'Called Jo Harbour on the number of the contract, today.';
/** A day later, the confirmed account of this organisation is live. Other tests leave accounts that are not due yet. */
const aDayLater = () =>
  inTransaction(stage.deps, byTheProduct, (work) =>
    settleBankAccounts({ ...work, now: addMinutes(work.now, 24 * 60) }, tenantId),
  );
const account = { accountName: 'Harbour Trust', bsbNumber: '062-000', accountNumber: '12345678' };
const keptAccount = { ...account, bsbNumber: '062000' };

describe('the settings of an organisation', () => {
  it('have defaults in a new organisation, and a column for every field', async () => {
    const settings = await read();
    const start = newSettings(
      { name: 'Harbour Estate', type: 'agency', defaultTimeZone: 'Australia/Sydney' },
      stage.deps.country,
    );
    for (const name of settingNames) expect({ [name]: settings[name] }).toEqual({ [name]: start[name] });
    expect(settings).toMatchObject({ draftContent: null, pendingChanges: [], logoUrl: null });
    expect(settings).toMatchObject({ payNowActive: true, payLaterEnabled: true, payOnSuccessActive: true });
  });

  it('are the defaults of a new campaign and its payers', async () => {
    await save(admin, {
      fundManually: true,
      websiteUrl: 'https://harbour.example',
      loanLiveReminders: false,
      recommendConveyancer: true,
      recommendConveyancerSettings: { partnerName: 'landmark', defaultResponse: 'yes' },
      amlDelegation: true,
      amlDelegationSettings: { askAgent: true, defaultResponse: 'yes' },
    });
    const { id, payers } = await build.aCampaign(manager!, tenantId);
    expect((await stage.as(admin!.userId)('GET', `/v1/agreements/${id}`)).json()).toMatchObject({
      fundManually: true,
      loanLiveReminders: false,
      preSettlementReminders: true,
      recommendConveyancer: true,
    });
    const asPayer = await stage.as(payers[0]!.userId)('GET', `/v1/agreements/${id}`);
    expect(asPayer.json().tenantWebsiteUrl).toBe('https://harbour.example');
    expect(payers).toMatchObject([{ amlCheckCompleted: true }]);
  });

  it('store every field that an admin saves, with old and new values in the log', async () => {
    const sent: Partial<Settings> = {
      legalName: 'Harbour Estate Pty Ltd',
      abn: '51 824 753 556',
      websiteUrl: 'https://harbour.example',
      brandColour: '#1A6B54',
      billingAddress: {
        address: '1 Quay St',
        address2: null,
        address3: null,
        city: 'Darwin',
        state: 'NT',
        postalCode: '0800',
        phone: '08 7010 0000',
      },
      amlDelegation: true,
      batchPaymentSchedule: 'M28',
      internalNotes: 'Pays late.',
      settlementInvoiceContactsSecondary: ['campaignVendors'],
    };
    expect((await save(admin, sent)).statusCode).toBe(200);
    expect(await read()).toMatchObject({
      ...sent,
      abn: '51824753556',
      brandColour: '#1a6b54',
      settlementInvoiceContactsSecondary: ['campaignVendors', 'kerbSettlementsTeam'],
    });
    expect((await logged())[0]?.logData).toMatchObject({
      legalName: { before: null, after: 'Harbour Estate Pty Ltd' },
      batchPaymentSchedule: { before: null, after: 'M28' },
      brandColour: { before: null, after: '#1a6b54' },
    });
  });

  it('log nothing if nothing changes, and store empty text as null', async () => {
    await save(admin, { legalName: '', enableDeposits: false });
    expect(await logged()).toEqual([]);
  });

  it('hide the platform’s own fields from a manager', async () => {
    await save(admin, { internalNotes: 'Pays late.', xeroContactRef: 'X-1' });
    const settings = await read(manager);
    expect(Object.keys(settings)).not.toContain('internalNotes');
    expect(JSON.stringify(settings)).not.toContain('X-1');
    expect((await save(manager, { internalNotes: 'x' })).json().validation).toHaveProperty('internalNotes');
  });

  // biome-ignore format: a table
  it.each([
    [{ abn: '51 824 753 557' },                'abn'],
    [{ billingAddress: { address: null, address2: null, address3: null, city: null, state: null, postalCode: '10000', phone: null } }, 'billingAddress.postalCode'],
    [{ bankAccount: { ...account, accountNumber: '1234567890' } }, 'bankAccount.accountNumber'],
    [{ name: ' ' },                            'name'],
    [{ batchPaymentSchedule: 'M29' },          'batchPaymentSchedule'],
    [{ logo: { href: '/v1/assets/999999' } },  'logo'],
    [{ status: 'x' },                          'status'],
  ])('refuse %o and name the field %s', async (sent, field) => {
    const answer = await save(admin, sent);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().validation)).toEqual([field]);
  });

  it('ask back an account that was read with a warning, and show the warning to the second person', async () => {
    const short = { ...account, bsbNumber: '62-000', accountNumber: '12345' };
    for (const who of [admin, manager]) {
      const asked = await save(who, { bankAccount: short });
      expect([asked.statusCode, asked.json().validation]).toMatchObject([
        400,
        {
          'bankAccount.bsbNumber': [{ type: 'notValid', message: expect.stringContaining('We read this as 062-000.') }],
          'bankAccount.accountNumber': [{ message: expect.stringContaining('bankAccountConfirmed') }],
        },
      ]);
    }
    expect((await read()).pendingChanges).toEqual([]);
    const saved = await save(manager, { bankAccount: short, bankAccountConfirmed: true });
    expect(saved.json().pendingChanges).toMatchObject([
      { field: 'bankAccount', warnings: ['We read this as 12345. Please check.'] },
    ]);
    expect((await settle(admin, 'apply')).json().bankAccountNext.account).toEqual({
      ...keptAccount,
      accountNumber: '12345',
    });
  });

  it('report a conflict to the second of two managers who save at once', async () => {
    const { version } = await stage.db
      .selectFrom('tenants')
      .select('version')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    expect((await save(manager, { legalName: 'One' }, version)).statusCode).toBe(200);
    const second = await save(otherManager, { brandName: 'Two' }, version);
    expect([second.statusCode, second.json().type]).toEqual([412, '/problems/precondition-failed']);
    expect((await read(manager)).draftContent).toEqual({ legalName: 'One' });
  });
});

describe('a manager’s changes', () => {
  it('wait as a draft, and admins are notified', async () => {
    await save(manager, { legalName: 'Harbour Pty Ltd', name: 'Harbour' });
    const settings = await read(manager);
    expect(settings).toMatchObject({ name: 'Harbour Estate', legalName: null });
    expect(settings.draftContent).toEqual({ name: 'Harbour', legalName: 'Harbour Pty Ltd' });
    expect(settings.pendingChanges[0]).toMatchObject({ field: 'name', userName: manager!.displayName, isOwn: true });
    expect(await mailed()).toEqual([admin, otherAdmin].map((to) => `tenant-change-requested ${to!.emailAddress}`));
    expect(await logged()).toMatchObject([{ description: 'Organisation changes requested', userId: manager!.userId }]);
  });

  it('can never include the batch schedule', async () => {
    const answer = await save(manager, { batchPaymentSchedule: 'W1' });
    expect(answer.json().validation).toHaveProperty('batchPaymentSchedule');
  });

  it('are added to the draft, and a value equal to the live one leaves the draft', async () => {
    await save(manager, { legalName: 'One', brandName: 'Two' });
    await save(otherManager, { brandName: null });
    expect((await read()).draftContent).toEqual({ legalName: 'One' });
  });

  it('can be applied by an admin, field by field or all at once', async () => {
    await save(manager, { legalName: 'One', brandName: 'Two', realEstateLicense: 'L-3' });
    await settle(admin, 'apply', ['legalName']);
    expect(await read()).toMatchObject({
      legalName: 'One',
      brandName: null,
      draftContent: { brandName: 'Two', realEstateLicense: 'L-3' },
    });
    await settle(admin, 'apply');
    expect(await read()).toMatchObject({ brandName: 'Two', draftContent: null });
    expect((await mailed()).filter((mail) => mail.startsWith('tenant-change-applied'))).toHaveLength(2);
    expect((await logged()).at(-1)).toMatchObject({
      description: 'Pending changes applied',
      logData: { brandName: { before: null, after: 'Two' } },
    });
    expect((await settle(admin, 'apply')).json().displayText).toBe('No pending changes are left.');
  });

  it('can be rejected by an admin, field by field or all at once', async () => {
    await save(manager, { legalName: 'One', brandName: 'Two' });
    await settle(admin, 'reject', ['legalName']);
    expect((await read()).draftContent).toEqual({ brandName: 'Two' });
    await settle(admin, 'reject');
    expect(await read()).toMatchObject({ legalName: null, brandName: null, draftContent: null });
    expect((await mailed()).filter((mail) => mail.includes('rejected'))).toEqual(
      Array(2).fill(`tenant-change-rejected ${manager!.emailAddress}`),
    );
  });

  it('cannot be applied or rejected with an outdated version', async () => {
    await save(manager, { legalName: 'One' });
    const { headers } = await stage.as(admin!.userId)('GET', at());
    const resolveSeen = (how: 'apply' | 'reject') =>
      stage.as(admin!.userId)('POST', at(`/${how}`), {}, { 'if-match': headers.etag as string });
    await save(otherManager, { legalName: 'Two' });
    expect((await resolveSeen('apply')).statusCode).toBe(412);
    expect((await resolveSeen('reject')).statusCode).toBe(412);
    expect(await read()).toMatchObject({ legalName: null, draftContent: { legalName: 'Two' } });
  });

  it('and an admin’s, made at once: one succeeds completely, the others get a conflict', async () => {
    await save(manager, { legalName: 'One', brandName: 'Two' });
    const { headers } = await stage.as(admin!.userId)('GET', at());
    const ifMatch = { 'if-match': headers.etag as string };
    const answers = await Promise.all([
      stage.as(admin!.userId)('POST', at('/apply'), { fields: ['legalName'] }, ifMatch),
      stage.as(otherAdmin!.userId)('POST', at('/reject'), {}, ifMatch),
      stage.as(manager!.userId)('PUT', at(), { realEstateLicense: 'L-3' }, ifMatch),
      stage.as(otherAdmin!.userId)('PUT', at(), { legalName: 'Ours' }, ifMatch),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412, 412, 412]);
    expect(await logged()).toHaveLength(2);
  });

  it('are cleared by an admin’s own save', async () => {
    await save(manager, { legalName: 'One' });
    await save(admin, { brandName: 'Ours' });
    expect(await read()).toMatchObject({ legalName: null, brandName: 'Ours', draftContent: null });
  });
});

describe('a change of bank account', () => {
  it('waits for a second person, even if an admin requests it', async () => {
    await save(admin, { bankAccount: account, legalName: 'At once' });
    expect(await read()).toMatchObject({
      bankAccount: null,
      legalName: 'At once',
      draftContent: { bankAccount: keptAccount },
    });
    for (const fields of [undefined, ['bankAccount']]) {
      const own = await settle(admin, 'apply', fields);
      expect([own.statusCode, own.json().type]).toEqual([403, '/problems/second-person']);
    }
    expect((await settle(otherAdmin, 'apply', ['bankAccount'])).statusCode).toBe(200);
    await aDayLater();
    expect(await read()).toMatchObject({ bankAccount: keptAccount, draftContent: null });
    const { bankAccountChangedDate } = await stage.db
      .selectFrom('tenants')
      .selectAll()
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    expect(bankAccountChangedDate).not.toBeNull();
  });

  it('is not confirmed if nobody knows who asked for it', async () => {
    await save(manager, { bankAccount: account, legalName: 'One' });
    await sql`
      update tenants set draft_content = jsonb_set(jsonb_set(draft_content, '{bankAccount,userId}', 'null'),
        '{legalName,userId}', 'null') where id = ${tenantId}`.execute(stage.db);
    const refused = await settle(admin, 'apply', ['bankAccount']);
    expect([refused.statusCode, refused.json().type]).toEqual([403, '/problems/asker-left']);
    expect((await settle(admin, 'apply', ['legalName'])).statusCode).toBe(200);
    expect(await read()).toMatchObject({ bankAccount: null, bankAccountNext: null, legalName: 'One' });
  });

  it('is confirmed by the admin who applies a manager’s draft', async () => {
    await save(manager, { bankAccount: account });
    await settle(admin, 'apply');
    await aDayLater();
    expect((await read()).bankAccount).toEqual(keptAccount);
  });

  it('survives an admin’s save of other fields, and can be withdrawn by its requester or rejected', async () => {
    await save(admin, { bankAccount: account });
    await save(otherAdmin, { legalName: 'Other' });
    expect((await read()).draftContent).toEqual({ bankAccount: keptAccount });
    await save(admin, { bankAccount: null });
    expect((await read()).draftContent).toBeNull();
  });

  it('stays pending if its requester applies the draft; the rest is applied', async () => {
    await save(admin, { bankAccount: account });
    await save(manager, { legalName: 'One' });
    expect((await settle(admin, 'apply')).statusCode).toBe(200);
    expect(await read()).toMatchObject({
      legalName: 'One',
      bankAccount: null,
      draftContent: { bankAccount: keptAccount },
    });
  });

  it('is announced to those who get billing e-mails, when it is requested and when it is applied', async () => {
    await stage.db
      .updateTable('tenantUsers')
      .set({ receivesBillingEmailNotices: true })
      .where('userId', '=', otherManager!.userId)
      .execute();
    await save(admin, { bankAccount: account });
    await settle(otherAdmin, 'apply');
    await aDayLater();
    const readers = [otherManager, admin, otherAdmin].map((person) => person!.emailAddress);
    const notified = (await mailed()).filter((mail) => mail.startsWith('tenant-bank'));
    expect(notified).toEqual(
      ['requested', 'confirmed', 'changed'].flatMap((what) => readers.map((reader) => `tenant-bank-${what} ${reader}`)),
    );
  });
});

describe('a confirmed bank account', () => {
  const other = { ...keptAccount, accountNumber: '87654321' };
  const confirmed = async () => {
    await save(admin, { bankAccount: account });
    await settle(otherAdmin, 'apply');
    await aDayLater();
    await save(manager, { bankAccount: other });
    return settle(otherAdmin, 'apply', ['bankAccount']);
  };

  it('waits 24 hours, which managers and admins see, and the old one is paid meanwhile', async () => {
    expect((await confirmed()).statusCode).toBe(200);
    const { bankAccount, bankAccountNext, draftContent } = await read();
    expect({ bankAccount, draftContent }).toEqual({ bankAccount: keptAccount, draftContent: null });
    expect(bankAccountNext).toEqual({ account: other, date: expect.any(String), callBackNote });
    const hours = (Date.parse(bankAccountNext.date) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    expect((await read(manager)).bankAccountNext).toMatchObject({ account: other, callBackNote: null });
    const settleNow = () => inTransaction(stage.deps, byTheProduct, settleBankAccounts);
    await settleNow();
    expect((await read()).bankAccount).toEqual(keptAccount);
    await aDayLater();
    expect(await read()).toMatchObject({ bankAccount: other, bankAccountNext: null });
  });

  it('can be stopped by a manager, which all hear of', async () => {
    await confirmed();
    await stage.db.deleteFrom('messages').execute();
    const stop = () => stage.as(manager!.userId)('POST', at('/stop-bank-change'));
    expect((await stop()).json().bankAccountNext).toBeNull();
    const told = await mailed();
    for (const person of [manager, otherManager, admin, otherAdmin]) {
      expect(told).toContain(`tenant-bank-stopped ${person!.emailAddress}`);
    }
    await aDayLater();
    expect((await read()).bankAccount).toEqual(keptAccount);
    expect((await stop()).statusCode).toBe(409);
  });

  it('needs a note about the call to the organisation', async () => {
    await save(manager, { bankAccount: account, legalName: 'One' });
    for (const sent of [{}, { callBackNote: ' ' }, { callBackNote: 'Called' }]) {
      const answer = await stage.as(admin!.userId)('POST', at('/apply'), sent);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().validation.callBackNote[0].message).toBe(
        'Write whom you called, on which number, and when.',
      );
    }
    expect(await read()).toMatchObject({ legalName: null, bankAccountNext: null });
    const others = await stage.as(admin!.userId)('POST', at('/apply'), { fields: ['legalName'] });
    expect(others.json()).toMatchObject({ legalName: 'One', draftContent: { bankAccount: keptAccount } });
  });

  it('is not confirmed by somebody who was made or changed less than three days ago', async () => {
    await save(manager, { bankAccount: account });
    const fresh = await build.aPerson('admin');
    const standingSince = addMinutes(new Date().toISOString(), -3 * 24 * 60 + 5);
    await stage.db.updateTable('users').set({ standingSince }).where('id', '=', fresh.userId).execute();
    const answer = await settle(fresh, 'apply');
    expect([answer.statusCode, answer.json().type]).toEqual([403, '/problems/too-new']);
    expect(answer.json().displayText).toContain('less than three days ago');
    expect((await read()).bankAccountNext).toBeNull();
    // Other tests of this file count the messages to all admins.
    await stage.db.updateTable('users').set({ disabledDate: standingSince }).where('id', '=', fresh.userId).execute();
  });

  it('is written into the log with its last digits and the note', async () => {
    await confirmed();
    await aDayLater();
    const entries = (await logged()).slice(-2);
    expect(entries.map(({ description }) => description)).toEqual([
      'New bank account confirmed',
      'New bank account took effect',
    ]);
    const change = { before: '•••678', after: '•••321' };
    expect(entries[0]!.logData).toMatchObject({ bankAccount: change, callBackNote });
    expect(entries[1]!.logData).toEqual({ bankAccount: change });
  });
});

describe('deleting an organisation', () => {
  const remove = () => stage.as(admin!.userId)('DELETE', `/v1/tenants/${tenantId}`);

  it('removes its team’s access and all its data, and is logged', async () => {
    const own = (path: string, body: object, method: 'POST' | 'PUT' = 'POST') =>
      stage.as(admin!.userId)(method, path.replace('{}', `/v1/tenants/${tenantId}`), body);
    const owner = { href: `/v1/users/${manager!.userId}` };
    const tenant = { href: `/v1/tenants/${tenantId}` };
    const invitee = { firstName: 'New', surname: 'Member', emailAddress: `new${tenantId}@example.com` };
    const made = [
      await own('{}/webhooks', { url: 'http://127.0.0.1:9/kerb', events: ['campaign_create'] }),
      await own('{}/service-identities', { name: 'Sync', scopes: ['campaigns:read'], owner }),
      await own('{}/finance-options/pl', { enabled: false }, 'PUT'),
      await own('/v1/user-invitations', { tenant, ...invitee }),
    ];
    expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201, 200, 201]);
    const ask = () => clientsOn(stage).ask(made[1]!.json());
    expect((await ask()).statusCode).toBe(200);
    expect((await remove()).statusCode).toBe(204);
    expect((await ask()).statusCode).toBe(401);
    expect((await stage.as(admin!.userId)('GET', `/v1/tenants/${tenantId}`)).statusCode).toBe(404);
    const entry = await stage.db
      .selectFrom('logEntries')
      .select('activityCode')
      .where('targetTenantId', '=', tenantId)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry?.activityCode).toBe('tenant_delete');
  });

  it('is refused if it has a campaign', async () => {
    await build.aCampaign(manager!, tenantId);
    expect((await remove()).statusCode).toBe(409);
    expect((await read()).name).toBe('Harbour Estate');
  });
});
