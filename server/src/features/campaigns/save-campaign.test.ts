import {
  type AgreementFieldName,
  agreementFieldNames,
  agreementFields,
} from '@kerb/domain/agreements/agreement-fields.ts';
import type { FieldGroupName } from '@kerb/domain/agreements/field-groups.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let admin: Person;
let manager: Person;
let employee: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
});

const path = (id: number) => `/v1/agreements/${id}`;
const read = async (who: Person, id: number) => (await stage.as(who.userId)('GET', path(id))).json();
const save = (who: Person, id: number, change: object) => stage.as(who.userId)('PUT', path(id), change);

const amy = { agentFirstName: 'Amy', agentSurname: 'Agent', agentEmail: 'amy@example.com' };

describe('the contacts of a campaign', () => {
  it('are normalised: phones with dial codes, addresses separated by a comma and a space', async () => {
    const { id } = await build.aCampaign(employee, tenantId);
    const answer = await save(employee, id, {
      ...amy,
      agentPhone: '0412 345 678',
      agentOrg: ' Harbour Estate ',
      agentCcEmails: 'a@example.com,b@example.com',
      noConveyancer: true,
    });
    expect(answer.json()).toMatchObject({
      ...amy,
      agentPhone: '+61412345678',
      agentOrg: 'Harbour Estate',
      agentCcEmails: 'a@example.com, b@example.com',
      noConveyancer: true,
    });
    expect((await save(employee, id, { agentCcEmails: '' })).json().agentCcEmails).toBeNull();
  });

  // biome-ignore format: a table
  it.each([
    ['an emptied name',         { ...amy, agentSurname: '' },                'agentSurname',     'This is required.'],
    ['an invalid address',      { ...amy, agentEmail: 'amy' },              'agentEmail',       'That email address is not valid.'],
    ['an invalid copy address', { ...amy, agentCcEmails: 'a@example.com, b' }, 'agentCcEmails',  'That email address is not valid.'],
    ['an invalid phone',        { ...amy, agentPhone: '123' },               'agentPhone',       'That phone number is not valid.'],
  ])('refuse %s, name the field, and change nothing', async (_what, change, field, message) => {
    const { id } = await build.aCampaign(manager, tenantId);
    const before = await read(admin, id);
    const answer = await save(manager, id, change);
    expect([answer.statusCode, answer.json().validation[field][0].message]).toEqual([400, message]);
    expect(await read(admin, id)).toEqual(before);
  });

  it('cannot be changed by a payer, who cannot see the copies either', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId);
    await save(manager, id, { ...amy, agentCcEmails: 'a@example.com' });
    const payer = payers[0]!.userId;
    expect((await stage.as(payer)('PUT', path(id), { agentFirstName: 'Eve' })).statusCode).toBe(403);
    const seen = (await stage.as(payer)('GET', path(id))).json();
    expect(seen.agentFirstName).toBe('Amy');
    expect(seen).not.toHaveProperty('agentCcEmails');
  });
});

describe('a partial body', () => {
  /** Fields that are neither a date, an amount, a flag nor free text. */
  const samples: Partial<Record<AgreementFieldName, unknown>> = {
    interestRate: 12.5,
    interestFreeDays: 30,
    natureOfOwnership: 'investment',
    methodOfSale: 'eoi',
    mortgageBalanceRange: 'lt75',
    agentEmail: 'amy@example.com',
    agentCcEmails: 'cc@example.com',
    agentPhone: '0412345678',
    conveyancerEmail: 'cy@example.com',
    conveyancerPhone: '0412345679',
    externalListingUrl: 'https://example.com/listing',
  };
  function sampleOf(name: AgreementFieldName, current: unknown): unknown {
    if (name in samples) return samples[name];
    if (typeof current === 'boolean') return !current;
    if (agreementFields[name].storage === 'hundredths') return 500;
    return name.endsWith('Date') ? '2026-12-15' : 'Changed';
  }
  const ofLoan: readonly (FieldGroupName | null)[] = ['loanDates', 'saleEnd', 'reminders'];
  const savedNames = (isOfLoan: boolean) =>
    agreementFieldNames.filter((name) => {
      const { group } = agreementFields[name];
      const isChosenElsewhere = name === 'financeOptionCode' || name === 'agentUser';
      return group !== null && !isChosenElsewhere && ofLoan.includes(group) === isOfLoan;
    });

  it('may have any single field of a campaign', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const current = await read(admin, id);
    const refused: string[] = [];
    for (const name of savedNames(false)) {
      const answer = await save(admin, id, { [name]: sampleOf(name, current[name]) });
      if (answer.statusCode !== 200) refused.push(`${name}: ${answer.body}`);
    }
    expect(refused).toEqual([]);
  });

  it('may have any single field of a loan that has been drawn', async () => {
    const refused: string[] = [];
    const drawn = { financeOptionCode: 'pl', campaignFinanceDrawdownDate: '2026-01-02' } as const;
    for (const name of savedNames(true)) {
      const { id } = await build.aCampaign(manager, tenantId, { status: 'executed' });
      await stage.db.updateTable('agreements').set(drawn).where('id', '=', id).execute();
      const current = await read(admin, id);
      const isPast = name === 'campaignFinanceRepaidDate';
      const answer = await save(admin, id, { [name]: isPast ? '2026-01-03' : sampleOf(name, current[name]) });
      if (answer.statusCode !== 200) refused.push(`${name}: ${answer.body}`);
    }
    expect(refused).toEqual([]);
  });
});

describe('the address of a listing', () => {
  it.each(['javascript:alert(1)', 'ftp://example.com/x', 'example.com'])('is never %s', async (externalListingUrl) => {
    const { id } = await build.aCampaign(manager, tenantId);
    const answer = await save(admin, id, { externalListingUrl });
    expect([answer.statusCode, answer.json().validation.externalListingUrl[0].message]).toEqual([
      400,
      'Enter a web address that begins with http:// or https://.',
    ]);
  });

  it('can be changed and removed by the organisation’s team, in every status', async () => {
    const { id } = await build.aCampaign(employee, tenantId, { status: 'complete' });
    const externalListingUrl = 'https://example.com/12-wattle-st';
    expect((await save(employee, id, { externalListingUrl })).json().externalListingUrl).toBe(externalListingUrl);
    expect((await save(employee, id, { externalListingUrl: null })).json().externalListingUrl).toBeNull();
  });
});

describe('the budget of a campaign', () => {
  it('cannot be emptied once the campaign has been sent, nor can its date', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    expect((await save(manager, id, { campaignBudget: null })).statusCode).toBe(200);
    await save(manager, id, { campaignBudget: 4200 });
    await stage.as(manager.userId)('POST', `${path(id)}/set-status`, { status: 'waiting-invite' });
    const answer = await save(manager, id, { campaignBudget: null, campaignPlannedStartDate: null });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().displayText).toBe(
      'The following information must be added before the agreement can be sent to a vendor for review: ' +
        'Marketing Budget, Funding Request Date',
    );
    expect(Object.keys(answer.json().validation)).toEqual(['campaignBudget', 'campaignPlannedStartDate']);
    expect(await read(manager, id)).toMatchObject({ campaignBudget: 4200, campaignPlannedStartDate: '2026-12-01' });
  });

  it('cannot be raised over $10,000 without the Marketing Schedule once it was sent', async () => {
    const { id } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    for (const person of [manager, admin]) {
      const refused = await save(person, id, { campaignBudget: 15_000 });
      expect(refused.json().type).toBe('/problems/marketing-schedule-missing');
      const [{ message }] = refused.json().validation.campaignBudget;
      expect(message).toContain('A Marketing Schedule is required for campaigns over $10,000.');
    }
    expect((await save(manager, id, { campaignBudget: 10_000 })).statusCode).toBe(200);
    const draft = await build.aCampaign(manager, tenantId);
    expect((await save(manager, draft.id, { campaignBudget: 15_000 })).statusCode).toBe(200);
  });

  it('cannot change once submitted, but an admin may still choose to fund it manually', async () => {
    const { id } = await build.aCampaign(manager, tenantId, { status: 'waiting-approval' });
    expect((await save(admin, id, { campaignBudget: 1 })).statusCode).toBe(400);
    expect((await save(manager, id, { fundManually: true })).statusCode).toBe(400);
    expect((await save(admin, id, { fundManually: true })).json().fundManually).toBe(true);
  });
});

describe('the person who created a campaign and the person who last changed its status', () => {
  it('come from the log, also for those who may not read the log', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    expect(await read(manager, id)).toMatchObject({ createdByName: manager.displayName, statusChangedByName: null });
    await stage.as(admin.userId)('POST', `${path(id)}/set-status`, { status: 'waiting-info' });
    const moved = await read(manager, id);
    expect(moved.statusChangedByName).toBe(admin.displayName);
    await save(manager, id, { name: 'Elsewhere' });
    expect((await read(manager, id)).statusChangedByName).toBe(admin.displayName);
  });

  it('have the name that the log has, even if the person was renamed', async () => {
    const raiser = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const { id } = await build.aCampaign(raiser, tenantId);
    await stage.db.updateTable('users').set({ surname: 'Renamed' }).where('id', '=', raiser.userId).execute();
    expect((await read(admin, id)).createdByName).toBe(raiser.displayName);
  });

  it('are hidden from a payer', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    const seen = (await stage.as(payers[0]!.userId)('GET', path(id))).json();
    expect(seen).not.toHaveProperty('statusChangedByName');
  });
});
