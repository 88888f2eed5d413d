import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let admin: Person;
let manager: Person;

beforeAll(async () => {
  stage = await startStage({ now: '2026-11-15T14:00:00.000Z' });
  build = buildersFor(stage);
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});

const path = (id: number) => `/v1/agreements/${id}`;
const read = async (id: number) => (await stage.as(admin.userId)('GET', path(id))).json();
const save = (who: Person, id: number, change: object) => stage.as(who.userId)('PUT', path(id), change);

const drawn = { campaignFinanceLoanStartDate: '2026-11-01', campaignFinanceDrawdownDate: '2026-11-02' };

async function aLoan(status: AgreementStatus, columns: object = {}, of = tenantId): Promise<number> {
  const { id } = await build.aCampaign(admin, of, { payers: [] });
  const loan = { status: statusRank(status), financeOptionCode: 'pl' as const, ...columns };
  await stage.db.updateTable('agreements').set(loan).where('id', '=', id).execute();
  return id;
}

async function movesOf(id: number): Promise<unknown[]> {
  const entries = await stage.db
    .selectFrom('logEntries')
    .select(['activityCode', 'logData'])
    .where('targetAgreementId', '=', id)
    .where('activityCode', '=', 'campaign_status_change')
    .execute();
  return entries.map(({ logData }) => (logData as { status: unknown }).status);
}

describe('saving a loan’s dates', () => {
  it('makes it live once it is drawn, computes its end, and logs it', async () => {
    const id = await aLoan('signed');
    expect((await save(admin, id, drawn)).json()).toMatchObject({ status: 'executed', loanEndDate: '2027-04-30' });
    expect(await movesOf(id)).toEqual([{ before: 'signed', after: 'executed' }]);
  });

  it('starts it with the drawdown, if that is after the last signature, unless an admin entered a start', async () => {
    const signed = { campaignFinanceSignatureDate: '2026-11-08', campaignFinanceLoanStartDate: '2026-11-08' };
    const id = await aLoan('signed', signed);
    const dated = async (change: object) => {
      const { campaignFinanceLoanStartDate: start, loanEndDate: end } = (await save(admin, id, change)).json();
      return [start, end];
    };
    expect(await dated({ campaignFinanceDrawdownDate: '2026-11-12' })).toEqual(['2026-11-12', '2027-05-11']);
    expect(await dated({ campaignFinanceLoanStartDate: '2026-11-10' })).toEqual(['2026-11-10', '2027-05-09']);
    expect(await dated({ campaignFinanceDrawdownDate: '2026-11-13' })).toEqual(['2026-11-10', '2027-05-09']);
    expect(await dated({ campaignFinanceLoanStartDate: null })).toEqual(['2026-11-13', '2027-05-12']);
    const early = await save(admin, id, { campaignFinanceDrawdownDate: '2026-11-07' });
    expect(early.json().validation.campaignFinanceDrawdownDate[0].message).toBe(
      'The loan cannot be drawn before everyone has signed.',
    );
  });

  it('moves it through settlement to complete', async () => {
    const id = await aLoan('executed', drawn);
    expect((await save(manager, id, { propertySettlementDate: '2027-01-15' })).json()).toMatchObject({
      status: 'waiting-settlement',
      loanEndDate: '2027-01-15',
    });
    expect((await read(id)).propertySettlementDateLastUpdate).toBeTruthy();
    expect((await save(admin, id, { campaignFinanceRepaidDate: '2026-11-15' })).json().status).toBe('complete');
    expect((await save(admin, id, { campaignFinanceNotes: 'Paid in full.' })).json().status).toBe('complete');
  });

  it('clears the settlement of a withdrawn campaign, which only an admin can undo', async () => {
    const id = await aLoan('waiting-settlement', { ...drawn, propertySettlementDate: '2027-01-15' });
    expect((await save(manager, id, { propertyWithdrawnFromSaleDate: '2026-11-15' })).json()).toMatchObject({
      status: 'withdrawn',
      propertySettlementDate: null,
    });
    expect((await save(manager, id, { propertyWithdrawnFromSaleDate: null })).statusCode).toBe(400);
    expect((await save(admin, id, { propertyWithdrawnFromSaleDate: null })).json().status).toBe('executed');
  });

  it('refuses a loan that is repaid before it was drawn, names the field, and changes nothing', async () => {
    const id = await aLoan('signed');
    const before = await read(id);
    const answer = await save(admin, id, { campaignFinanceRepaidDate: '2026-11-15' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().validation.campaignFinanceRepaidDate[0].message).toBe(
      'The repaid date can be entered only once there is a drawdown date.',
    );
    expect(await read(id)).toEqual(before);
  });

  it.each([
    ['Australia/Perth', '2026-11-15', '2026-11-16'],
    ['Australia/Sydney', '2026-11-16', '2026-11-17'],
  ])('refuses a repaid date in the future, on the organisation’s day in %s', async (zone, today, tomorrow) => {
    const of = await build.aTenant();
    await stage.db.updateTable('tenants').set({ defaultTimeZone: zone }).where('id', '=', of).execute();
    const id = await aLoan('executed', drawn, of);
    const answer = await save(admin, id, { campaignFinanceRepaidDate: tomorrow });
    expect([answer.statusCode, answer.json().validation]).toEqual([
      400,
      { campaignFinanceRepaidDate: [{ type: 'notValid', message: 'The repaid date cannot be in the future.' }] },
    ]);
    expect((await read(id)).status).toBe('executed');
    expect((await save(admin, id, { campaignFinanceRepaidDate: today })).json().status).toBe('complete');
  });

  it('refuses an end before the start', async () => {
    const id = await aLoan('executed', drawn);
    const answer = await save(admin, id, { loanEndDate: '2026-10-31' });
    expect(answer.json().validation.loanEndDate[0].message).toBe('The loan cannot end before it starts.');
  });

  it('refuses an organisation’s changes of the platform’s fields: start, drawdown and repayment', async () => {
    const id = await aLoan('executed', drawn);
    for (const change of [{ campaignFinanceDrawdownDate: '2026-11-03' }, { campaignFinanceRepaidDate: '2026-11-15' }]) {
      expect((await save(manager, id, change)).statusCode).toBe(400);
    }
    expect((await read(id)).status).toBe('executed');
  });

  it('is refused before there is a loan', async () => {
    const id = await aLoan('approved');
    expect((await save(admin, id, drawn)).statusCode).toBe(400);
    expect((await read(id)).status).toBe('approved');
  });
});

describe('an organisation’s equity referral', () => {
  const words = { subject: 'Your next home', body: 'We can help with what comes after the sale.' };
  const writes = (equityReferralSettings: object) =>
    stage.db
      .updateTable('tenants')
      .set({ equityReferralSettings: JSON.stringify(equityReferralSettings) } as never)
      .where('id', '=', tenantId)
      .execute();
  const sentOf = (agreementId: number) =>
    stage.db
      .selectFrom('messages')
      .select(['recipient', 'subject', 'body', 'audience'])
      .where('kind', '=', 'equity-referral')
      .where('agreementId', '=', agreementId)
      .execute();

  async function aLoanOf(payers: ReturnType<typeof build.aPayer>[]): Promise<number> {
    const { id } = await build.aCampaign(admin, tenantId, { payers });
    const loan = { status: statusRank('executed'), financeOptionCode: 'pl' as const, ...drawn };
    await stage.db.updateTable('agreements').set(loan).where('id', '=', id).execute();
    return id;
  }

  it('is sent once to each payer, in the organisation’s words, once the settlement is known', async () => {
    await writes(words);
    const payers = [build.aPayer({ firstName: 'Pat' }), build.aPayer({ firstName: 'Sam' })];
    const id = await aLoanOf(payers);
    await save(admin, id, { campaignFinanceNotes: 'Rang the agent.' });
    expect(await sentOf(id)).toEqual([]);
    const saved = await save(manager, id, { propertySettlementDate: '2027-01-15' });
    expect(saved.statusCode).toBe(200);
    const sent = await sentOf(id);
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual(payers.map((payer) => payer.emailAddress).sort());
    expect(sent[0]).toMatchObject({ subject: words.subject, audience: 'vendor' });
    expect(sent[0]!.body).toMatch(/^Hello (Pat|Sam),\n\nWe can help with what comes after the sale\.\n\n/);
    expect((await read(id)).equityReferralSentDate).toBeTruthy();
    await save(admin, id, { propertySettlementDate: '2027-02-15' });
    expect(await sentOf(id)).toHaveLength(2);
  });

  it('is not sent if it is empty or incomplete', async () => {
    await writes({ ...words, body: null });
    const id = await aLoanOf([build.aPayer()]);
    expect((await save(admin, id, { propertySettlementDate: '2027-01-15' })).statusCode).toBe(200);
    expect([await sentOf(id), (await read(id)).equityReferralSentDate]).toEqual([[], null]);
  });
});
