import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import { loanJobs } from '@kerb/server/features/loans/loans.jobs.ts';
import { remindedStatement, remindPayers } from '@kerb/server/features/loans/remind-payers.ts';
import { allJobs } from '@kerb/server/jobs.ts';
import { clockOf } from '@kerb/server/platform/clock.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { brokenLog } from '../../../test/broken-row.ts';
import { type LoanFixture, startLoanFixture } from '../../../test/loan-fixture.ts';
import { asOwner } from '../../../test/test-database.ts';

let fixture: LoanFixture;
beforeAll(async () => {
  fixture = await startLoanFixture();
});

/** The same servers at another time. */
const at = (moment: string, offsetDays = 0) => {
  const clock = clockOf(() => Temporal.Instant.from(moment));
  return { ...fixture.stage.deps, clock: { ...clock, offsetDays: () => offsetDays } };
};
const runAt = (moment: string) => remindPayers(at(moment));
/** Noon in Sydney on a day, in summer or winter time. */
const noonOf = (day: string) =>
  Temporal.PlainDateTime.from(`${day}T12:00`).toZonedDateTime('Australia/Sydney').toInstant().toString();

const sentOf = async (id: number) =>
  (
    await fixture.stage.db
      .selectFrom('loanReminders')
      .select(['name', 'recipients'])
      .where('agreementId', '=', id)
      .orderBy('sentDate')
      .execute()
  ).map(({ name }) => name);
const mailsOf = async (id: number, kind: string) =>
  (await fixture.messagesOf(id)).filter((message) => message.kind === kind);
const from = (start: string) => ({ campaignFinanceLoanStartDate: start, campaignFinanceDrawdownDate: start });

describe('a running loan', () => {
  it('reminds its payers at 30, 90, 150 and 173 days, with their link and the amount', async () => {
    const { id, payer } = await fixture.aLoan('executed', from('2026-02-01'));
    for (const day of ['2026-03-02', '2026-03-03', '2026-05-02', '2026-07-01', '2026-07-24']) await runAt(noonOf(day));
    expect(await sentOf(id)).toEqual(['live-30', 'live-90', 'live-150', 'live-173']);
    const mails = await mailsOf(id, 'loan-reminder');
    expect(mails.map(({ recipient }) => recipient)).toEqual([1, 2, 3, 4].map(() => payer.emailAddress));
    expect(mails[0]!.subject).toContain('Loan live for 30 days');
    expect(mails[0]!.body).toContain('Repaying the loan today costs $10,853.18.');
    expect(mails[0]!.body).toContain(`See your loan:\n${secretPlace}`);
    expect(mails[3]!.body).toContain('ends in a week, on 31 July 2026');
    expect((await fixture.logOf(id)).filter(({ description }) => description.startsWith('Reminder sent'))).toHaveLength(
      4,
    );
  });

  it('sends one reminder for each occasion, however many servers run at once', async () => {
    const loans = await Promise.all([1, 2, 3].map(() => fixture.aLoan('executed', from('2026-01-05'))));
    const noon = noonOf('2026-02-04');
    await Promise.all([runAt(noon), runAt(noon), runAt(noon), runAt(noon)]);
    await runAt(noonOf('2026-02-05'));
    for (const { id } of loans) {
      expect(await sentOf(id)).toEqual(['live-30']);
      expect(await mailsOf(id, 'loan-reminder')).toHaveLength(1);
    }
  });

  it('is reminded although an earlier loan cannot be', async () => {
    const bad = await fixture.aLoan('executed', from('2025-12-10'));
    const good = await fixture.aLoan('executed', from('2025-12-10'));
    await brokenLog(fixture.stage.db, bad.id, async () => {
      await expect(runAt(noonOf('2026-01-09'))).rejects.toMatchObject({ errors: [{ message: 'a broken row' }] });
    });
    expect([await sentOf(bad.id), await sentOf(good.id)]).toEqual([[], ['live-30']]);
    await runAt(noonOf('2026-01-09'));
    expect(await sentOf(bad.id)).toEqual(['live-30']);
  });

  it('sends a reminder when its interest-free days end', async () => {
    const { id } = await fixture.aLoan('executed', { ...from('2026-08-01'), interestFreeDays: 45 });
    await runAt(noonOf('2026-09-14'));
    expect(await sentOf(id)).toEqual([]);
    await runAt(noonOf('2026-09-15'));
    expect(await sentOf(id)).toEqual(['interest-free-ends']);
  });

  it('sends reminders on its organisation’s day, across both clock changes, in working hours', async () => {
    // Daylight saving time ends on 5 April and begins on 4 October 2026 in Sydney.
    for (const [start, day] of [
      ['2026-03-06', '2026-04-05'],
      ['2026-09-04', '2026-10-04'],
    ] as const) {
      const { id } = await fixture.aLoan('executed', from(start));
      const local = (time: string) =>
        Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime('Australia/Sydney').toInstant().toString();
      for (const early of ['00:30', '07:59']) await runAt(local(early));
      expect(await sentOf(id)).toEqual([]);
      await runAt(local('08:05'));
      expect(await sentOf(id)).toEqual(['live-30']);
    }
  });

  it('sends reminders at most three days late, and none that either switch turns off', async () => {
    const late = await fixture.aLoan('executed', from('2026-06-01'));
    const lost = await fixture.aLoan('executed', from('2026-05-31'));
    const off = await fixture.aLoan('executed', { ...from('2026-06-01'), loanLiveReminders: false });
    const quiet = await fixture.build.aTenant();
    const offByOrganisation = await fixture.aLoan('executed', from('2026-06-01'), quiet);
    await fixture.stage.db.updateTable('tenants').set({ loanLiveReminders: false }).where('id', '=', quiet).execute();
    await runAt(noonOf('2026-07-04'));
    expect(await sentOf(late.id)).toEqual(['live-30']);
    for (const { id } of [lost, off, offByOrganisation]) expect(await sentOf(id)).toEqual([]);
    const { reminders, reminderSwitches } = await fixture.loanOf(fixture.admin, offByOrganisation.id);
    expect(reminders[0]).toMatchObject({ name: 'live-30', state: 'off', governedBy: 'loanLiveReminders', isOn: false });
    expect(reminderSwitches[0]).toEqual({ name: 'loanLiveReminders', isOn: true, isOnForOrganisation: false });
  });

  it('sends no reminder once it is repaid or withdrawn, or before it is drawn', async () => {
    const ids = [];
    for (const status of ['complete', 'withdrawn', 'signed', 'cancelled'] as const) {
      ids.push((await fixture.aLoan(status, from('2026-06-20'))).id);
    }
    await runAt(noonOf('2026-07-20'));
    for (const id of ids) expect(await sentOf(id)).toEqual([]);
  });
});

describe('a loan that settles', () => {
  it('sends its invoice a week before, the day after and when payment is due, to the settlement contact', async () => {
    const settling = { ...from('2026-06-02'), propertySettlementDate: '2026-10-20' };
    const { id } = await fixture.aLoan('waiting-settlement', {
      ...settling,
      conveyancerEmail: 'conveyancer@example.com',
    });
    await fixture.stage.db
      .updateTable('tenants')
      .set({ settlementInvoiceContactPrimary: 'campaignConveyancer' })
      .where('id', '=', fixture.tenantId)
      .execute();
    for (const day of ['2026-10-13', '2026-10-20', '2026-10-21', '2026-10-27']) await runAt(noonOf(day));
    expect(await sentOf(id)).toEqual(['pre-settlement', 'post-settlement', 'payment-due']);
    const mails = await mailsOf(id, 'loan-invoice');
    expect(mails.map(({ recipient }) => recipient)).toEqual(
      [1, 2, 3].flatMap(() => ['conveyancer@example.com', 'settlements@example.com']),
    );
    expect(mails[0]).toMatchObject({ attachmentKind: 'loan-invoice', attachmentId: expect.any(Number) });
    expect(mails[0]!.body).toContain('settles on 20 October 2026');
  });

  // biome-ignore format: a table
  it.each([
    ['on the last day of its longest term, without a settlement',    'executed',           {},                                              ['2026-12-07', '2026-12-08'], 'has reached the end of its longest term'],
    ['on that day, if it settles the day before',                    'waiting-settlement', { propertySettlementDate: '2026-12-07' },        ['2026-12-07', '2026-12-08'], 'settled on 7 December 2026'],
    ['on that day, if it settles half a year later',                 'waiting-settlement', { propertySettlementDate: '2027-06-11' },        ['2026-12-07', '2026-12-08'], 'has reached the end of its longest term'],
    ['seven days after it is withdrawn',                             'withdrawn',          { propertyWithdrawnFromSaleDate: '2026-07-03' }, ['2026-07-09', '2026-07-10'], 'was withdrawn from sale on 3 July 2026'],
  ] as const)('says that payment is due %s, and only then', async (_when, status, columns, [before, due], words) => {
    const { id, payer } = await fixture.aLoan(status, { ...from('2026-06-11'), ...columns });
    await runAt(noonOf(before));
    expect(await sentOf(id)).not.toContain('payment-due');
    await runAt(noonOf(due));
    expect(await sentOf(id)).toContain('payment-due');
    const mails = (await mailsOf(id, 'loan-invoice')).filter(({ subject }) => subject?.includes('Payment is due'));
    expect(mails[0]!.body).toContain(words);
    if (!words.startsWith('settled')) expect(mails.map(({ recipient }) => recipient)).toContain(payer.emailAddress);
    const { dates } = await fixture.loanOf(fixture.admin, id);
    expect(dates.dueDate).toBe(due);
  });

  it('has a new occasion if the settlement date changes', async () => {
    const { id } = await fixture.aLoan('waiting-settlement', {
      ...from('2026-06-03'),
      propertySettlementDate: '2026-09-20',
    });
    await runAt(noonOf('2026-09-13'));
    await fixture.stage.db
      .updateTable('agreements')
      .set({ propertySettlementDate: '2026-09-25' })
      .where('id', '=', id)
      .execute();
    await runAt(noonOf('2026-09-18'));
    expect(await sentOf(id)).toEqual(['pre-settlement', 'pre-settlement']);
  });
});

describe('a sandbox whose clock was moved', () => {
  it('sends the reminders of the skipped days, at any hour', async () => {
    const { id } = await fixture.aLoan('executed', from('2026-11-10'));
    await remindPayers(at('2027-02-20T15:00:00.000Z', 97));
    expect(await sentOf(id)).toEqual(['live-30', 'live-90']);
  });
});

describe('an overdue loan', () => {
  const flagOf = async (id: number) =>
    (
      await fixture.stage.db
        .selectFrom('agreements')
        .select('actionSuggested')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).actionSuggested;

  it('has a suggested action from the day after its due day, once', async () => {
    // Due a week after its settlement.
    const { id } = await fixture.aLoan('waiting-settlement', {
      ...from('2026-03-01'),
      propertySettlementDate: '2026-05-10',
    });
    await runAt(noonOf('2026-05-17'));
    expect(await flagOf(id)).toBe(false);
    await runAt(noonOf('2026-05-18'));
    expect(await flagOf(id)).toBe(true);
    expect((await fixture.logOf(id)).filter(({ description }) => description === 'Loan overdue')).toHaveLength(1);
    const done = { actionSuggested: false, actionSuggestedLastUpdate: noonOf('2026-05-18') };
    await fixture.stage.db.updateTable('agreements').set(done).where('id', '=', id).execute();
    await runAt(noonOf('2026-05-19'));
    expect(await flagOf(id)).toBe(false);
  });
});

it('the reminder job runs every hour, as one of the product’s jobs', () => {
  expect(allJobs).toEqual(expect.arrayContaining(loanJobs));
  expect(loanJobs).toMatchObject([{ every: '23 * * * *' }]);
});

it('the reminder query finds few loans among many by indexes', async () => {
  const { stage, tenantId } = fixture;
  await sql`
    insert into agreements (tenant_id, budget_owner_tenant_id, name, status, campaign_budget_funds_purpose, created_date,
      last_update_date, finance_option_code, campaign_finance_loan_start_date, interest_free_days, property_settlement_date, property_withdrawn_from_sale_date)
    select ${tenantId}, ${tenantId}, 'Filler', (array[8, 9, 10])[n % 3 + 1], 'marketing', now(), now(), 'pl',
      date '2020-01-01' + n % 1500, n % 60, date '2020-06-01' + n % 1500, date '2020-06-01' + n % 1500
    from generate_series(1, 6000) n`.execute(stage.db);
  await asOwner(stage.db, (tx) => sql`analyze agreements`.execute(tx));
  const statement = remindedStatement({ zone: 'Australia/Sydney', today: '2026-07-20' }, 3, stage.deps.country);
  const { rows } = await sql<Record<string, string>>`explain ${statement}`.execute(stage.db);
  const plan = rows.map((row) => Object.values(row)[0]).join('\n');
  for (const index of [
    'agreements_loans_by_start',
    'agreements_loans_by_interest_start',
    'agreements_loans_by_settlement',
    'agreements_withdrawn_loans_by_start',
    'agreements_withdrawn_loans_by_day',
  ]) {
    expect(plan).toContain(index);
  }
  expect(plan).not.toContain('Seq Scan on agreements');
});
