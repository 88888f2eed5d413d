import { randomUUID } from 'node:crypto';
import { type CountryCode, countryCodes } from '@kerb/domain/countries/country.ts';
import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { AccountLineKey } from '@kerb/domain/loan-books/loan-account.contract.ts';
import { accrueInterest } from '@kerb/server/features/loan-books/accrue-interest.ts';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { clockOf } from '@kerb/server/platform/clock.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Person } from '../../../test/builders.ts';
import { type LoanFixture, startLoanFixture } from '../../../test/loan-fixture.ts';
import { codeIn } from '../../../test/signing-fixture.ts';
import { onPostgres } from '../../../test/test-database.ts';

/**
 * Random sequences of everything that happens to a drawn loan, compared with a plain calculation that shares no code
 * with the product: one step for each day, in exact parts of a cent.
 */
type Terms = { budget: number; fee: number; rate: number; freeDays: number };
type Receipt = { day: Day; amount: number; isWrittenOff?: true };
type Plain = { interest: number; paid: number; owed: number; used: Map<Receipt, number>; recovered: number };

/** Whole cents of exact interest, rounded half up. `rate` is in basis points. */
const rounded = (parts: bigint): number => Number((parts * 2n + 3_650_000n) / 7_300_000n);

/** What the loan owes on a day, after the money of that day, by one step for each day. */
function plainBalance(terms: Terms, start: Day, receipts: readonly Receipt[], until: Day): Plain {
  let [parts, principal, feesPaid, interestPaid] = [0n, terms.budget, 0, 0];
  let [lost, recovered] = [0, 0];
  const used = new Map<Receipt, number>();
  const firstDay = receipts.reduce((first, { day }) => (day < first ? day : first), start);
  for (let day = firstDay; day <= until; day = addDays(day, 1)) {
    for (const receipt of receipts.filter((each) => each.day === day)) {
      const { amount } = receipt;
      const fees = Math.min(amount, terms.fee - feesPaid);
      const interest = Math.min(amount - fees, rounded(parts) - interestPaid);
      const ofPrincipal = Math.min(amount - fees - interest, principal);
      principal -= ofPrincipal;
      used.set(receipt, fees + interest + ofPrincipal);
      [feesPaid, interestPaid] = [feesPaid + fees, interestPaid + interest];
      // Money for a loan that was written off before makes the loss smaller. The rest of it is held.
      if (receipt.isWrittenOff) lost += fees + interest + ofPrincipal;
      else recovered += Math.min(amount - fees - interest - ofPrincipal, lost - recovered);
    }
    const isCharged = day >= addDays(start, terms.freeDays) && day < until;
    if (isCharged) parts += BigInt(principal) * BigInt(terms.rate);
  }
  const interest = rounded(parts);
  const paid = feesPaid + interestPaid + terms.budget - principal;
  return { interest, paid, owed: terms.fee + interest + terms.budget - paid, used, recovered };
}

/** The first day on which nothing was owed. */
const plainRepaidDate = (terms: Terms, start: Day, receipts: readonly Receipt[]): Day | null =>
  receipts.find(({ day }, at) => plainBalance(terms, start, receipts.slice(0, at + 1), day).owed === 0)?.day ?? null;

type Step =
  | { kind: 'days pass'; days: number }
  | { kind: 'repay'; share: 'part' | 'exact' | 'over' | 'all but 50 cents'; cents: number; daysAgo: number }
  | { kind: 'void'; which: number }
  | { kind: 'write off' }
  | { kind: 'write off with a second admin'; isConfirmed: boolean }
  | { kind: 'reverse the write-off' }
  | { kind: 'more time'; days: number; how: 'signed' | 'granted' | 'declined' }
  | { kind: 'return'; isAll: boolean }
  | { kind: 'repaid date'; daysAgo: number | null }
  | { kind: 'start'; days: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('days pass' as const), days: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('repay' as const),
      share: fc.constantFrom('part' as const, 'exact' as const, 'over' as const, 'all but 50 cents' as const),
      cents: fc.integer({ min: 1, max: 900_000 }),
      daysAgo: fc.constantFrom(0, 0, 0, 1, 5, 12),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('void' as const), which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('write off' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('write off with a second admin' as const),
      isConfirmed: fc.nat(4).map((drawn) => drawn > 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse the write-off' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('more time' as const),
      days: fc.integer({ min: 1, max: 60 }),
      how: fc.constantFrom('signed' as const, 'signed' as const, 'granted' as const, 'declined' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('return' as const), isAll: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('repaid date' as const), daysAgo: fc.constantFrom(null, 0, 2, 9) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('start' as const), days: fc.integer({ min: -6, max: 6 }) }) },
);

const anyTerms: fc.Arbitrary<Terms> = fc.record({
  budget: fc.constantFrom(10_000_00, 333_33, 25_000_01),
  fee: fc.constantFrom(0, 734_00),
  rate: fc.constantFrom(1450, 1450, 999, 0),
  freeDays: fc.constantFrom(0, 0, 10),
});

const dollars = (cents: number): number => Math.round(cents) / 100;
const cents = (amount: number): number => Math.round(amount * 100);
const noon = (day: Day) => `${day}T01:00:00.000Z`;

type Account = {
  dueDate: Day;
  owed: number;
  held: number;
  lines: { key: AccountLineKey; amount: number }[];
  repayments: { id: number; status: string; date: Day; amount: number }[];
  writtenOff: number;
};

type Payer = { userId: number; emailAddress: string };
type Begun = { terms: Terms; id: number; second: Person; payer: Payer };

class Sequence {
  today: Day = '2026-11-15';
  start: Day = '2026-11-01';
  returned = 0;
  writeOffs: Receipt[] = [];
  varied: Day | null = null;
  story: string[] = [];
  readonly fixture: LoanFixture;
  readonly terms: Terms;
  readonly id: number;
  readonly second: Person;
  readonly payer: Payer;
  constructor(fixture: LoanFixture, { terms, id, second, payer }: Begun) {
    this.second = second;
    this.payer = payer;
    this.fixture = fixture;
    this.terms = terms;
    this.id = id;
  }

  async call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
    const headers = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    const answer = await this.fixture.call(this.fixture.admin)(method, path, body, headers);
    this.story.push(`${this.today} ${method} ${path} ${JSON.stringify(body ?? {})}: ${answer.statusCode}`);
    if (answer.statusCode >= 400) this.story.push(`  ${answer.json().displayText}`);
    expect(answer.statusCode, this.story.join('\n')).toBeLessThan(500);
    return answer;
  }
  ofLoan = (path = '') => `/v1/agreements/${this.id}${path}`;

  async setDay(day: Day): Promise<void> {
    this.today = day;
    this.fixture.stage.deps.clock = clockOf(() => Temporal.Instant.from(noon(day)));
    await accrueInterest(this.fixture.stage.deps);
  }

  async account(date?: Day): Promise<Account> {
    const answer = await this.fixture.call(this.fixture.admin)(
      'GET',
      this.ofLoan(`/loan-account${date ? `?date=${date}` : ''}`),
    );
    return answer.json();
  }

  async take(step: Step): Promise<void> {
    const { owed, held, repayments } = await this.account();
    switch (step.kind) {
      case 'days pass':
        return this.setDay(addDays(this.today, step.days));
      case 'repay': {
        const more = { part: 0, exact: cents(owed), over: cents(owed) + 5_00, 'all but 50 cents': cents(owed) - 50 };
        const amount = dollars(Math.max(1, step.share === 'part' ? step.cents : more[step.share]));
        await this.call('POST', this.ofLoan('/repayments'), { amount, date: addDays(this.today, -step.daysAgo) });
        return;
      }
      case 'void': {
        const payment = repayments[step.which];
        if (payment) await this.call('POST', `/v1/payments/${payment.id}/void`, { reason: 'It bounced' });
        return;
      }
      case 'write off': {
        const answer = await this.call('POST', this.ofLoan('/write-off-rest'), { reason: 'Bank fee' });
        if (answer.statusCode === 200)
          this.writeOffs.push({ day: this.today, amount: cents(owed), isWrittenOff: true });
        return;
      }
      case 'write off with a second admin':
        return this.writeOffAsTwo(step.isConfirmed, cents(owed));
      case 'reverse the write-off': {
        const answer = await this.call('POST', this.ofLoan('/write-off/reverse'), { reason: 'The payer was found' });
        if (answer.statusCode === 200) this.writeOffs = [];
        return;
      }
      case 'more time':
        return this.askForTime(step);
      case 'return': {
        const amount = step.isAll ? held : dollars(cents(held) / 2);
        const answer = await this.call('POST', this.ofLoan('/return-held-money'), { amount, description: 'Bank' });
        if (answer.statusCode === 200) this.returned += cents(amount);
        return;
      }
      case 'repaid date': {
        const day = step.daysAgo === null ? null : addDays(this.today, -step.daysAgo);
        await this.call('PUT', this.ofLoan(), { campaignFinanceRepaidDate: day });
        return;
      }
      case 'start': {
        const day = addDays(this.start, step.days);
        const answer = await this.call('PUT', this.ofLoan(), { campaignFinanceLoanStartDate: day });
        if (answer.statusCode === 200) this.start = day;
      }
    }
  }

  /** One admin asks, and another confirms or refuses it. */
  async writeOffAsTwo(isConfirmed: boolean, owed: number): Promise<void> {
    const asked = await this.call('POST', this.ofLoan('/write-off'), { reason: 'The payer is bankrupt' });
    if (asked.statusCode !== 200) return;
    const second = this.fixture.call(this.second);
    const { items } = (await second('GET', '/v1/pending-acts')).json() as { items: { id: number; outcome: string }[] };
    const act = must(
      items.find(({ outcome }) => !outcome),
      'an act',
    );
    const how = isConfirmed ? 'confirm' : 'refuse';
    const note = isConfirmed ? {} : { note: 'Not yet' };
    const decided = await second('POST', `/v1/pending-acts/${act.id}/${how}`, note, {
      'idempotency-key': randomUUID(),
    });
    this.story.push(`${this.today} the second admin ${how}s it: ${decided.statusCode}`);
    expect(decided.statusCode, `${this.story.join('\n')}\n${decided.body}`).toBe(200);
    if (isConfirmed) this.writeOffs.push({ day: this.today, amount: owed, isWrittenOff: true });
  }

  /** The payer asks for more time, an admin answers, and the payer signs the letter or does not. */
  async askForTime({ days, how }: Extract<Step, { kind: 'more time' }>): Promise<void> {
    const { dueDate } = await this.account();
    const wishedDate = addDays(dueDate > this.today ? dueDate : this.today, days);
    const headers = () => ({ 'idempotency-key': randomUUID() });
    const path = this.ofLoan('/loan-requests');
    const [payer, admin] = [this.fixture.call(this.payer.userId), this.fixture.call(this.fixture.admin)];
    const body = { kind: 'extension', reason: 'It is not sold yet', canPay: 'All of it then', wishedDate };
    const asked = await payer('POST', path, body, headers());
    this.story.push(`${this.today} the payer asks for time until ${wishedDate}: ${asked.statusCode}`);
    expect(asked.statusCode, this.story.join('\n')).toBeLessThan(500);
    if (asked.statusCode !== 200) return;
    const request = `${path}/${asked.json().items[0].id}`;
    const outcome = how === 'declined' ? 'declined' : 'granted';
    const given = outcome === 'granted' ? { newDueDate: wishedDate } : { answer: 'No' };
    const answered = await admin('POST', `${request}/answer`, { outcome, ...given }, headers());
    expect(answered.statusCode, `${this.story.join('\n')}\n${answered.body}`).toBe(200);
    this.story.push(`${this.today} an admin: ${how}`);
    if (how !== 'signed') return;
    await payer('POST', `${request}/request-code`, undefined, headers());
    const authorisationCode = await codeIn(this.fixture.stage, 'signing-code', this.payer.emailAddress);
    const signed = await payer('POST', `${request}/sign`, { authorisationCode }, headers());
    expect(signed.statusCode, `${this.story.join('\n')}\n${signed.body}`).toBe(200);
    this.varied = wishedDate;
  }

  async judge(): Promise<void> {
    const about = () => this.story.join('\n');
    const account = await this.account();
    // A signed letter is the due day, whatever happens to the loan afterwards.
    expect(account.dueDate, about()).toBe(this.varied ?? addDays(this.start, 180));
    const valid = account.repayments.filter(({ status }) => status === 'approved').sort((a, b) => a.id - b.id);
    const money = valid.map(({ date, amount }) => ({ day: date, amount: cents(amount) }));
    const receipts: Receipt[] = [...money, ...this.writeOffs].sort((a, b) => a.day.localeCompare(b.day));
    const record = await this.fixture.read(this.fixture.admin, this.id);
    const repaidDate = plainRepaidDate(this.terms, this.start, receipts);
    expect(record.campaignFinanceRepaidDate, about()).toBe(repaidDate);
    expect(record.status === 'complete', about()).toBe(repaidDate !== null);
    for (const day of [this.start, addDays(this.start, 7), addDays(this.today, -3), this.today]) {
      if (day > this.today) continue;
      const { lines, owed } = await this.account(day);
      const plain = plainBalance(this.terms, this.start, receipts, day);
      const amountOf = (key: AccountLineKey) => cents(lines.find((line) => line.key === key)?.amount ?? 0);
      const seen = [amountOf('principal'), amountOf('serviceFee'), amountOf('interest'), 0 - amountOf('repaid')];
      expect(seen, `${day}\n${about()}`).toEqual([this.terms.budget, this.terms.fee, plain.interest, plain.paid]);
      expect(cents(owed), `${day}\n${about()}`).toBe(plain.owed);
    }
    const { used, recovered } = plainBalance(this.terms, this.start, receipts, this.today);
    const over = money.reduce((sum, each) => sum + each.amount - (used.get(each) ?? 0), 0);
    expect(cents(account.held), about()).toBe(over - recovered - this.returned);
    // Money of an earlier day takes the place of what was written off.
    this.writeOffs = this.writeOffs.map((each) => ({ ...each, amount: used.get(each) ?? 0 }));
    expect(cents(account.writtenOff), about()).toBe(
      this.writeOffs.reduce((sum, { amount }) => sum + amount, 0) - recovered,
    );
    const statement = await this.call('GET', this.ofLoan(`/loan-statement?to=${addDays(this.today, -1)}`));
    if (this.start < this.today && !receipts.some(({ day }) => day === this.today)) {
      expect(cents(statement.json().closing), about()).toBe(cents(account.owed));
    }
    this.story.pop();
    expect(await brokenInvariants(this.fixture.stage.db), about()).toEqual([]);
  }
}

async function begin(fixture: LoanFixture, terms: Terms, second: Person): Promise<Sequence> {
  fixture.stage.deps.clock = clockOf(() => Temporal.Instant.from(noon('2026-11-15')));
  const { id, payer } = await fixture.aLoan('signed', {
    campaignFinanceSignatureDate: '2026-11-01',
    campaignBudget: (terms.budget / 100).toFixed(2),
    serviceFee: (terms.fee / 100).toFixed(2),
    caveatFee: '0.00',
    interestRate: (terms.rate / 100).toFixed(2),
    interestFreeDays: terms.freeDays,
  });
  const sequence = new Sequence(fixture, { terms, id, second, payer });
  const drawn = { campaignFinanceLoanStartDate: '2026-11-01', campaignFinanceDrawdownDate: '2026-11-02' };
  expect((await sequence.call('PUT', sequence.ofLoan(), drawn)).statusCode).toBe(200);
  return sequence;
}

/** `LOAN_RUNS` and `LOAN_SEED` draw more sequences, and others. */
const numRuns = Number(process.env.LOAN_RUNS ?? (onPostgres ? 4 : 2));
const firstSeed = Number(process.env.LOAN_SEED ?? 7);

it.each(countryCodes)(
  'random sequences of a loan keep its balance of every day, its repaid date and its held money, in %s',
  { timeout: 600_000 },
  async (country: CountryCode) => {
    const fixture = await startLoanFixture({ env: { COUNTRY: country }, now: noon('2026-11-15') });
    const second = await fixture.build.aPerson('admin');
    const steps = fc.array(anyStep, { minLength: 6, maxLength: 16, size: 'max' });
    await fc.assert(
      fc.asyncProperty(anyTerms, steps, async (terms, drawn) => {
        const sequence = await begin(fixture, terms, second);
        await sequence.judge();
        for (const step of drawn) {
          await sequence.take(step);
          await sequence.judge();
        }
      }),
      { numRuns, seed: firstSeed + countryCodes.indexOf(country), endOnFailure: true },
    );
  },
);
