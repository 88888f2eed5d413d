import { describe, expect, it, vi } from 'vitest';
import { startSigningFixture } from '../../../test/signing-fixture.ts';

const { stage, build, tenantId, manager, admin } = await startSigningFixture();

async function aSignatory(surname: string, mobilePhone: string | null = '0412 345 678'): Promise<number> {
  const payers = [{ ...build.aPayer({ mobilePhone }), surname }];
  const { payers: rows } = await build.aCampaign(manager, tenantId, { payers });
  return rows[0]!.id;
}
const ask = (what: 'create-profile' | 'run-check' | 'send-sms', signatoryId: number) =>
  stage.as(admin.userId)('POST', `/v2/frankie-one/${what}`, { signatoryId });

describe('an identity check', () => {
  it('creates a profile once, runs the check, sends the SMS, and shows the times', async () => {
    const id = await aSignatory('Sampleton');
    expect((await ask('run-check', id)).json().displayText).toBe('Create the identity profile first.');
    const [made] = (await ask('create-profile', id)).json().identityChecks;
    expect(made).toMatchObject({ checkDate: null, smsSentDate: null });
    expect((await ask('create-profile', id)).json().identityChecks).toEqual([made]);
    expect((await ask('run-check', id)).json().identityChecks[0]).toMatchObject({ checkResult: 'pass' });
    const [done] = (await ask('send-sms', id)).json().identityChecks;
    expect([done.checkDate, done.smsSentDate].every(Boolean)).toBe(true);
    const seen = (await stage.as(manager.userId)('GET', `/v1/signatories/${id}`)).json();
    expect(seen).not.toHaveProperty('identityChecks');
  });

  // biome-ignore format: a table
  it.each([
    ['name',          { surname: 'Other' }],
    ['middle names',  { middleNames: 'May' }],
    ['date of birth', { dateOfBirth: '1960-01-01' }],
    ['mailbox',       { emailAddress: 'another.mailbox@example.com' }],
  ])('ends with its profile if the payer gets another %s', async (_what, changes) => {
    const id = await aSignatory('Sampleton');
    await ask('create-profile', id);
    expect((await ask('run-check', id)).json().identityChecks[0].checkResult).toBe('pass');
    const save = (body: object) => stage.as(admin.userId)('PUT', `/v1/signatories/${id}`, body);
    expect((await save({ employmentType: 'retired' })).json().identityChecks).toHaveLength(1);
    const saved = await save(changes);
    expect([saved.statusCode, saved.json().identityChecks]).toEqual([200, []]);
    const { description, logData } = await stage.db
      .selectFrom('logEntries')
      .select(['description', 'logData'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(description).toBe('Identity check ended because the details of the payer have changed');
    expect(logData).toMatchObject({ checkResult: { before: 'pass', after: null } });
    expect((await ask('run-check', id)).json().displayText).toBe('Create the identity profile first.');
  });

  it('makes no profile of a person whose name changed while the provider was asked', async () => {
    const id = await aSignatory('Sampleton');
    const { identity } = stage.deps;
    const made = vi.spyOn(identity!, 'createProfile').mockImplementationOnce(async () => {
      const renamed = await stage.as(admin.userId)('PUT', `/v1/signatories/${id}`, { surname: 'Other' });
      expect(renamed.statusCode).toBe(200);
      return { entityId: 'of-the-former-name', link: 'https://example.com' };
    });
    expect((await ask('create-profile', id)).statusCode).toBe(409);
    made.mockRestore();
    expect((await ask('run-check', id)).json().displayText).toBe('Create the identity profile first.');
  });

  it('that finds nobody says so', async () => {
    const id = await aSignatory('Nomatch');
    await ask('create-profile', id);
    expect((await ask('run-check', id)).json().identityChecks[0].checkResult).toBe('fail');
  });

  it('is passed, failed or abandoned on the sandbox’s page, whose link is in the SMS', async () => {
    const id = await aSignatory('Sampleton', '0412 345 999');
    const [{ entityId, link }] = (await ask('create-profile', id)).json().identityChecks;
    await ask('send-sms', id);
    const { items } = (await stage.as(null)('GET', '/v1/sandbox/messages?perPage=10')).json();
    expect(items[0]).toMatchObject({ channel: 'sms', to: '+61412345999', links: [link] });
    const page = `/v1/sandbox/identity/${entityId}`;
    expect(link.endsWith(page.replace('/v1', ''))).toBe(true);
    expect((await stage.as(null)('GET', page)).json()).toEqual({ entityId, outcome: null });
    const results = [];
    for (const outcome of ['fail', 'pass', 'left']) {
      expect((await stage.as(null)('POST', page, { outcome })).json()).toEqual({ entityId, outcome });
      results.push((await ask('run-check', id)).json().identityChecks[0].checkResult);
    }
    expect(results).toEqual(['fail', 'pass', 'fail']);
    expect((await stage.as(null)('POST', `${page}x`, { outcome: 'pass' })).statusCode).toBe(404);
  });

  it('that fails has a message for each of its three steps, and changes nothing', async () => {
    const none = await ask('create-profile', await aSignatory('Unreachable'));
    expect([none.statusCode, none.json().displayText]).toEqual([502, 'There was an error while creating profile']);
    const id = await aSignatory('Silent');
    await ask('create-profile', id);
    expect((await ask('run-check', id)).json().displayText).toBe('There was an error while running check');
    expect((await ask('send-sms', id)).json().displayText).toBe('There was an error while sending SMS');
    const [check] = (await stage.as(admin.userId)('GET', `/v1/signatories/${id}`)).json().identityChecks;
    expect(check).toMatchObject({ checkDate: null, smsSentDate: null });
  });

  it('by SMS needs a mobile', async () => {
    const id = await aSignatory('Sampleton', null);
    await ask('create-profile', id);
    expect((await ask('send-sms', id)).json().validation.mobilePhone[0].type).toBe('missing');
  });
});
