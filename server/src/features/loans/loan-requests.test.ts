import { randomUUID } from 'node:crypto';
import { variationConsent } from '@kerb/domain/loans/variation-facts.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { accrueInterest } from '@kerb/server/features/loan-books/accrue-interest.ts';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { clockOf } from '@kerb/server/platform/clock.ts';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drawn, type LoanFixture, startLoanFixture, terms } from '../../../test/loan-fixture.ts';
import { codeIn } from '../../../test/signing-fixture.ts';
import { asOwner } from '../../../test/test-database.ts';

let fixture: LoanFixture;
let [id, payerId] = [0, 0];
let emails: string[] = [];
let payerIds: number[] = [];

const noon = (day: string) => `${day}T01:00:00.000Z`;
const setDay = async (day: string) => {
  fixture.stage.deps.clock = clockOf(() => Temporal.Instant.from(noon(day)));
  await accrueInterest(fixture.stage.deps);
};

/** A loan with two payers. The sale settled on 20 November, so it is due on the 27th. */
beforeAll(async () => {
  fixture = await startLoanFixture({ now: noon('2026-11-15') });
  const { build, manager, tenantId, stage, admin } = fixture;
  const payers = [build.aPayer(), build.aPayer()];
  const raised = await build.aCampaign(manager, tenantId, { payers, status: 'waiting-invite' });
  id = raised.id;
  payerIds = raised.payers.map(({ userId }) => userId);
  payerId = payerIds[0] ?? 0;
  emails = raised.payers.map(({ emailAddress }) => emailAddress);
  const columns = { ...terms, status: statusRank('executed'), campaignFinanceSignatureDate: '2026-11-01' };
  await stage.db.updateTable('agreements').set(columns).where('id', '=', id).execute();
  const moved = await fixture.call(admin)('PUT', `/v1/agreements/${id}`, {
    ...drawn,
    propertySettlementDate: '2026-11-20',
  });
  expect(moved.statusCode, moved.body).toBe(200);
  await setDay('2026-11-30');
});

afterEach(async () => expect(await brokenInvariants(fixture.stage.db)).toEqual([]));

type Who = Parameters<LoanFixture['call']>[0];
const path = (rest = '') => `/v1/agreements/${id}/loan-requests${rest}`;
const post = (who: Who, rest: string, body?: object, key: string = randomUUID()) =>
  fixture.call(who)('POST', path(rest), body, { 'idempotency-key': key });
const list = async (who: Who) => (await fixture.call(who)('GET', path())).json();
const account = async () => (await fixture.call(fixture.admin)('GET', `/v1/agreements/${id}/loan-account`)).json();
const asked = { kind: 'hardship', reason: 'I lost my job', canPay: '100 a week', wishedDate: '2027-02-01' };
const subjects = async () => (await fixture.messagesOf(id)).map(({ subject }) => subject);

/** The tables that every signature writes, and those that the last one also writes. */
const everyWrite = ['codes', 'loan_request_signatures', 'log_entries', 'idempotency_keys'];
const lastWrites = [...everyWrite, 'loan_requests', 'messages'];

/** The same request while each table in turn refuses to be written: nothing is signed, and the code is not used up. */
async function breakEachWrite(
  request: number,
  written: readonly string[],
  send: () => Promise<{ statusCode: number; body: string }>,
) {
  const { db } = fixture.stage;
  const state = async () => {
    const { rows } = await sql<{ row: string }>`
      select s::text as row from loan_request_signatures s where s.request_id = ${request}
      union all select r::text from loan_requests r where r.id = ${request}
      union all select count(*)::text from log_entries where target_agreement_id = ${id} order by 1`.execute(db);
    return rows;
  };
  const before = await state();
  for (const table of written) {
    await db.deleteFrom('throttles').execute();
    const condition =
      table === 'idempotency_keys' ? sql`for each row when (new.status is not null)` : sql`for each statement`;
    const event = table === 'idempotency_keys' ? sql`update` : sql`insert or update or delete`;
    await asOwner(db, async (tx) => {
      await sql`create or replace function break_here() returns trigger language plpgsql as $$ begin
        raise exception 'the disk is full'; end $$`.execute(tx);
      await sql`create trigger break_here before ${event} on ${sql.table(table)}
        ${condition} execute function break_here()`.execute(tx);
    });
    expect((await send()).statusCode, table).toBe(500);
    await asOwner(db, (tx) => sql`drop trigger break_here on ${sql.table(table)}`.execute(tx));
    expect(await state(), table).toEqual(before);
  }
  await db.deleteFrom('throttles').execute();
}

describe('a payer who cannot repay on time', () => {
  it('asks once, gets an acknowledgement, and has a day for the answer', async () => {
    expect((await account()).arrears).toMatchObject({ dueDate: '2026-11-27', daysPastDue: 3 });
    expect(await list(payerId)).toMatchObject({ items: [], mayAsk: true, earliestDate: '2026-12-01', payers: [] });
    const tooEarly = await post(payerId, '', { ...asked, wishedDate: '2026-11-30' });
    expect([tooEarly.statusCode, tooEarly.json().type]).toEqual([400, '/problems/extension-date']);
    const key = randomUUID();
    const first = await post(payerId, '', asked, key);
    expect(first.statusCode, first.body).toBe(200);
    expect((await post(payerId, '', asked, key)).body).toBe(first.body);
    expect(first.json().items).toMatchObject([
      { state: 'waiting', reason: 'I lost my job', answerBy: '2026-12-21', isLate: false, mayAnswer: false },
    ]);
    expect((await post(payerId, '', asked)).json().type).toBe('/problems/request-waiting');
    expect((await subjects()).filter((subject) => subject?.startsWith('We have your request'))).toHaveLength(1);
  });

  it('is read by admins and by the payer alone, and counted as late after the day of the law', async () => {
    const [own, other] = [(await list(payerId)).items[0], (await list(payerIds[1] ?? 0)).items[0]];
    expect([own.canPay, other.canPay, other.reason]).toEqual(['100 a week', null, null]);
    expect((await fixture.call(fixture.manager)('GET', path())).statusCode).toBe(403);
    expect((await list(fixture.admin)).items[0]).toMatchObject({ reason: 'I lost my job', mayAnswer: true });
    const book = async () => (await fixture.call(fixture.admin)('GET', '/v1/loan-book')).json().items[0];
    expect(await book()).toMatchObject({ answerBy: '2026-12-21', isAnswerLate: false });
    const { items } = (await fixture.call(fixture.admin)('GET', '/v1/needs')).json();
    expect(items).toContainEqual({ name: 'loanRequests', count: 1, isMore: false });
    await setDay('2026-12-22');
    expect((await list(fixture.admin)).items[0].isLate).toBe(true);
    expect(await book()).toMatchObject({ answerBy: '2026-12-21', isAnswerLate: true, dueDate: '2026-11-27' });
  });

  it('is declined only with a reason, and may ask again', async () => {
    const { id: request } = (await list(fixture.admin)).items[0];
    const blank = await post(fixture.admin, `/${request}/answer`, { outcome: 'declined' });
    expect([blank.statusCode, blank.body.includes('Write why, for the payer.')]).toEqual([400, true]);
    const declined = await post(fixture.admin, `/${request}/answer`, {
      outcome: 'declined',
      answer: 'You have savings',
    });
    expect(declined.json().items[0]).toMatchObject({ state: 'declined', answer: 'You have savings' });
    const again = await post(fixture.admin, `/${request}/answer`, { outcome: 'declined', answer: 'No' });
    expect(again.json().type).toBe('/problems/request-answered');
    expect((await post(payerId, '', { ...asked, kind: 'extension' })).statusCode).toBe(200);
  });

  it('has the new due day everywhere when every payer has signed the letter, and not before', async () => {
    const { id: request } = (await list(fixture.admin)).items[0];
    const granted = await post(fixture.admin, `/${request}/answer`, { outcome: 'granted', newDueDate: '2027-03-01' });
    expect(granted.statusCode, granted.body).toBe(200);
    expect(granted.json().items[0]).toMatchObject({ state: 'to-sign', earlierDueDate: '2026-11-27', maySign: false });
    const letter = await fixture.call(payerId)('GET', path(`/${request}/pdf`));
    expect([letter.statusCode, letter.headers['content-type']]).toEqual([200, 'application/pdf']);
    const early = sql`update loan_requests set signed_date = now() where id = ${request}`.execute(fixture.stage.db);
    await expect(early).rejects.toThrow('every payer has signed');
    for (const [place, payer] of payerIds.entries()) {
      expect((await account()).dueDate).toBe('2026-11-27');
      const sent = await post(payer, `/${request}/request-code`);
      expect(sent.statusCode, sent.body).toBe(200);
      const authorisationCode = await codeIn(fixture.stage, 'signing-code', emails[place] ?? '');
      const wrong = await post(payer, `/${request}/sign`, { authorisationCode: '000000' });
      expect(wrong.statusCode).toBe(400);
      const key = randomUUID();
      const isLast = place === payerIds.length - 1;
      await breakEachWrite(request, isLast ? lastWrites : everyWrite, () =>
        post(payer, `/${request}/sign`, { authorisationCode }, key),
      );
      const signed = await post(payer, `/${request}/sign`, { authorisationCode }, key);
      expect(signed.statusCode, signed.body).toBe(200);
      expect((await post(payer, `/${request}/sign`, { authorisationCode })).json().type).toBe(
        '/problems/nothing-to-sign',
      );
    }
    const after = await account();
    expect([after.dueDate, after.arrears]).toEqual(['2027-03-01', null]);
    const book = (await fixture.call(fixture.admin)('GET', '/v1/loan-book')).json();
    expect(book.items[0]).toMatchObject({ dueDate: '2027-03-01', daysPastDue: 0, ageing: 'not-due', answerBy: null });
    const loan = await fixture.loanOf(fixture.admin, id);
    expect(loan.dates.dueDate).toBe('2027-03-01');
    const planned = loan.reminders.items ?? loan.reminders;
    expect(planned).toContainEqual(expect.objectContaining({ name: 'payment-due', day: '2027-03-01' }));
    const { items } = (await fixture.call(fixture.admin)('GET', '/v1/needs')).json();
    expect(items).toContainEqual({ name: 'pastDue', count: 0, isMore: false });
    expect((await subjects()).filter((subject) => subject?.includes('is due later'))).toHaveLength(2);
    const log = (await fixture.logOf(id)).map(({ description }) => description);
    expect(log).toContain('Variation of the loan is in force');
  });

  it('has the evidence of each signature: who, how they were reached, what they confirmed, from where', async () => {
    const { rows } = await sql<Record<string, string | null>>`
      select legal_name, email_address, authorisation_type, local_time, consent, user_agent, ip_address,
        contact_verified_date is not null as is_verified, signature_date, document_key
      from loan_request_signatures order by signature_date, signatory_id`.execute(fixture.stage.db);
    expect(rows).toHaveLength(2);
    for (const [place, row] of rows.entries()) {
      expect(row).toMatchObject({ emailAddress: emails[place], authorisationType: 'email', consent: variationConsent });
      expect(row.legalName).toMatch(/\w+ \w+/);
      expect(row.localTime).toMatch(/^2026-12-\d\d \d\d:\d\d:\d\d\+1[01]:00$/);
      expect(row.userAgent).toBeTruthy();
      expect(row.ipAddress).toBeTruthy();
    }
    const evidences = async (who: Who) =>
      (await list(who)).items[0].signatures.map(({ evidence }: { evidence: object | null }) => evidence);
    expect(await evidences(fixture.admin)).toMatchObject(
      rows.map(({ legalName, emailAddress, documentKey }) => ({
        legalName,
        emailAddress,
        documentKey,
        codeSentBy: 'email',
      })),
    );
    expect(await evidences(payerId)).toEqual([null, null]);
  });

  it('has the requests and the signed letters in the file of their own data, and no other payer’s', async () => {
    const fileOf = async (userId: number) => (await fixture.call(userId)('GET', '/v1/account/data')).json();
    const [own, other] = [await fileOf(payerId), await fileOf(payerIds[1] ?? 0)];
    const { reason, canPay } = asked;
    expect(own.campaigns[0].loanRequests).toMatchObject([
      { kind: 'hardship', reason, canPay, outcome: 'declined', answer: 'You have savings', newDueDate: null },
      { kind: 'extension', reason, canPay, outcome: 'granted', newDueDate: '2027-03-01' },
    ]);
    expect(own.campaigns[0].signedLetters).toMatchObject([{ newDueDate: '2027-03-01', codeSentBy: 'email' }]);
    expect(other.campaigns[0].loanRequests).toEqual([]);
    expect(other.campaigns[0].signedLetters).toHaveLength(1);
    expect(JSON.stringify(other)).not.toContain(reason);
  });

  it('keeps the letter and its interest: no posting changes, and nobody can change what was signed', async () => {
    const changed = sql`update loan_requests set new_due_date = '2028-01-01' where signed_date is not null`;
    await expect(changed.execute(fixture.stage.db)).rejects.toThrow('does not change');
    const before = (await account()).owed;
    await setDay('2026-12-23');
    expect((await account()).owed).toBeGreaterThan(before);
  });

  it('has no open request any more once the loan is repaid', async () => {
    await post(payerId, '', { ...asked, wishedDate: '2027-06-01' });
    const { owed, today } = await account();
    const repaid = await fixture.call(fixture.admin)(
      'POST',
      `/v1/agreements/${id}/repayments`,
      { amount: owed, date: today },
      { 'idempotency-key': randomUUID() },
    );
    expect(repaid.statusCode, repaid.body).toBe(200);
    expect((await list(fixture.admin)).items[0]).toMatchObject({ state: 'ended', mayAnswer: false });
    expect((await list(payerId)).mayAsk).toBe(false);
  });
});
