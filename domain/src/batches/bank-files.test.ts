import { makeBankFile } from '@kerb/domain/batches/make-bank-file.ts';
import { largestPaymentCents } from '@kerb/domain/batches/owed.ts';
import type { Credit, FileRequest } from '@kerb/domain/countries/bank-file.ts';
import { hashTotal } from '@kerb/domain/countries/new-zealand/bank-files.ts';
import { addDays } from '@kerb/domain/kernel/dates.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/* The files are read back by the banks' own tables of positions, which share no code with the writers. */
type Layout = readonly (readonly [name: string, from: number, to: number])[];

// biome-ignore format: a table
const abaLayouts: Record<string, Layout> = {
  '0': [['type', 1, 1], ['ownBsb', 2, 8], ['ownAccount', 9, 17], ['blank', 18, 18], ['reel', 19, 20], ['bank', 21, 23], ['blank2', 24, 30], ['sender', 31, 56], ['userId', 57, 62], ['description', 63, 74], ['date', 75, 80], ['blank3', 81, 120]],
  '1': [['type', 1, 1], ['bsb', 2, 8], ['account', 9, 17], ['mark', 18, 18], ['code', 19, 20], ['cents', 21, 30], ['name', 31, 62], ['reference', 63, 80], ['senderBsb', 81, 87], ['senderAccount', 88, 96], ['remitter', 97, 112], ['tax', 113, 120]],
  '7': [['type', 1, 1], ['bsb', 2, 8], ['blank', 9, 20], ['net', 21, 30], ['credits', 31, 40], ['debits', 41, 50], ['blank2', 51, 74], ['count', 75, 80], ['blank3', 81, 120]],
};

function linesOf(text: string): string[] {
  expect(text).toMatch(/^[\x20-\x7e\r\n]*$/);
  expect(text.endsWith('\r\n')).toBe(true);
  const lines = text.slice(0, -2).split('\r\n');
  for (const line of lines) expect(line).not.toMatch(/[\r\n]/);
  return lines;
}

function readAba(text: string): Record<string, string>[] {
  return linesOf(text).map((line) => {
    expect(line).toHaveLength(120);
    const layout = abaLayouts[line[0]!];
    if (!layout) throw new Error(`no record of type ${line[0]}`);
    expect(layout.reduce((sum, [, from, to]) => sum + to - from + 1, 0)).toBe(120);
    const record = Object.fromEntries(layout.map(([name, from, to]) => [name, line.slice(from - 1, to)]));
    for (const [name, value] of Object.entries(record)) if (name.startsWith('blank')) expect(value.trim()).toBe('');
    return record;
  });
}

/** Branch and account are the third to thirteenth digit of an account without separators. */
const hashOf = (accounts: readonly string[]) =>
  String(accounts.reduce((sum, account) => sum + Number(account.slice(2, 13)), 0))
    .padStart(11, '0')
    .slice(-11);

const digits = (length: number) =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map((value) => String(value).padStart(length, '0'));
const day = fc.integer({ min: 0, max: 9_000 }).map((days) => addDays('2025-01-01', days));
const letters = fc.oneof(
  fc.constantFrom(...'aAzZ 09-.,"&=āēīōūĀéçñøßł物😀\t\n'),
  fc.nat({ max: 0xffff }).map(String.fromCharCode),
);
const name = fc.oneof(
  fc.constantFrom('Whangārei Realty', 'Harbour Estate Pty Ltd Trust Account Number Two', '物業', 'O’Brien, & Sons'),
  fc.string({ unit: letters, minLength: 1, maxLength: 60 }),
);
const bsbAccount = fc.record({
  accountName: name,
  bsbNumber: digits(6),
  accountNumber: fc.integer({ min: 1, max: 999_999_999 }).map(String),
});
const branchAccount = fc.record({
  accountName: name,
  bsbNumber: fc.constant(null),
  accountNumber: fc.tuple(digits(8), digits(8)).map((halves) => halves.join('')),
});

const requestFor = (format: string): fc.Arbitrary<FileRequest> => {
  const account = format === 'aba' ? bsbAccount : branchAccount;
  const credit: fc.Arbitrary<Credit> = fc.record({
    account,
    organisationName: name,
    amountCents: fc.oneof(fc.integer({ min: 1, max: 9_999_99 }), fc.constantFrom(1, 99, 100, 1_000_000_00)),
    reference: fc.integer({ min: 10_001, max: 999_999_999 }).map((id) => `DNZ${id}`),
    isFirstToAccount: fc.boolean(),
  });
  return fc.record({
    batchId: fc.integer({ min: 1, max: 99_999 }),
    brand: fc.constantFrom('KerbPay', 'KerbFlow'),
    from: fc.record({
      format: fc.constant(format),
      account: account.map((own) => ({ ...own, accountName: 'Kerb Pty Ltd Funds Account of the Platform' })),
      bankCode: fc.constantFrom('ANZ', 'CBA', 'NAB', 'WBC'),
      userIdNumber: fc.integer({ min: 1, max: 999_999 }).map(String),
      namesOwnAccount: fc.boolean(),
      isSelfBalancing: fc.boolean(),
    }),
    dueDate: day,
    createdDate: day,
    credits: fc.array(credit, { minLength: 1, maxLength: 8 }),
  });
};

const fileOf = (request: FileRequest) => {
  const verdict = makeBankFile(request, { code: request.from.format === 'aba' ? 'AU' : 'NZ' });
  if (!verdict.ok) throw new Error(verdict.because);
  return verdict.value;
};
const sumOf = (credits: readonly Credit[]) => credits.reduce((sum, { amountCents }) => sum + amountCents, 0);
const readsBack = (format: string, check: (request: FileRequest, text: string) => void) =>
  fc.assert(
    fc.property(requestFor(format), (request) => check(request, fileOf(request).text)),
    { numRuns: 40 },
  );
const [yy, mm, dd] = [(d: string) => d.slice(2, 4), (d: string) => d.slice(5, 7), (d: string) => d.slice(8)];
const withoutMarks = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** The payee's name in the file: the account name in ASCII, cut to its length, and never empty. */
function expectNamed(written: string, credit: Credit, longest: number) {
  expect(written).not.toBe('');
  expect(written.length).toBeLessThanOrEqual(longest);
  const { accountName } = credit.account;
  if (/^[A-Za-z0-9][A-Za-z0-9 ]*$/.test(withoutMarks(accountName)) && !/ {2}/.test(accountName)) {
    expect(written).toBe(withoutMarks(accountName).slice(0, longest).trim());
  }
}

describe('an ABA file', () => {
  it('has every position of the bank’s tables, whatever is paid to whom', () => {
    readsBack('aba', ({ from, credits, dueDate, brand, batchId }, text) => {
      const [header, ...rest] = readAba(text);
      const trailer = rest.at(-1)!;
      const details = rest.slice(0, -1);
      expect(header).toMatchObject({
        type: '0',
        ownBsb: from.namesOwnAccount
          ? `${from.account.bsbNumber!.slice(0, 3)}-${from.account.bsbNumber!.slice(3)}`
          : ' '.repeat(7),
        ownAccount: (from.namesOwnAccount ? from.account.accountNumber : '').padStart(9),
        reel: '01',
        bank: from.bankCode,
        sender: 'Kerb Pty Ltd Funds Account',
        userId: from.userIdNumber.padStart(6, '0'),
        description: `BATCH ${batchId}`.padEnd(12),
        date: dd(dueDate) + mm(dueDate) + yy(dueDate),
      });
      expect(details).toHaveLength(credits.length + (from.isSelfBalancing ? 1 : 0));
      for (const [place, credit] of credits.entries()) {
        const { bsbNumber, accountNumber } = credit.account;
        expect(details[place]).toMatchObject({
          type: '1',
          bsb: `${bsbNumber!.slice(0, 3)}-${bsbNumber!.slice(3)}`,
          account: accountNumber.padStart(9, ' '),
          mark: credit.isFirstToAccount ? 'N' : ' ',
          code: '50',
          reference: credit.reference.padEnd(18),
          senderBsb: `${from.account.bsbNumber!.slice(0, 3)}-${from.account.bsbNumber!.slice(3)}`,
          senderAccount: from.account.accountNumber.padStart(9, ' '),
          remitter: brand.padEnd(16),
          tax: '00000000',
        });
        expect(Number(details[place]!.cents)).toBe(credit.amountCents);
        expectNamed(details[place]!.name!.trimEnd(), credit, 32);
      }
      const total = sumOf(credits);
      expect(trailer).toMatchObject({ type: '7', bsb: '999-999' });
      const totals = [trailer.net, trailer.credits, trailer.debits, trailer.count].map(Number);
      const debit = from.isSelfBalancing ? total : 0;
      expect(totals).toEqual([total - debit, total, debit, details.length]);
      if (from.isSelfBalancing) {
        const { code, cents, account, mark } = details.at(-1)!;
        expect([code, Number(cents), account!.trim(), mark]).toEqual(['13', total, from.account.accountNumber, ' ']);
      }
    });
  });
});

const csv = (text: string) => linesOf(text).map((line) => line.split(','));
const field = (text: string) => expect(text.length).toBeLessThanOrEqual(12);

describe('a file of BNZ', () => {
  it('has a header, one line per payment and a control record', () => {
    readsBack('bnz', ({ from, credits, dueDate, createdDate, brand }, text) => {
      const [header, ...rest] = csv(text);
      const control = rest.pop();
      const [due, created] = [dueDate, createdDate].map((d) => yy(d) + mm(d) + dd(d));
      expect(header).toEqual(['1', '', '', '', from.account.accountNumber, '7', due, created, '']);
      expect(rest).toHaveLength(credits.length);
      for (const [place, credit] of credits.entries()) {
        const [type, account, code, cents, payee, ref, theirCode, empty, particulars, ...own] = rest[place]!;
        expect([type, account, code, Number(cents)]).toEqual([
          '2',
          credit.account.accountNumber,
          '50',
          credit.amountCents,
        ]);
        expect([ref, particulars, empty]).toEqual([credit.reference, brand, '']);
        expectNamed(payee!, credit, 20);
        const [ownName, ownCode, ownReference, ownParticulars, ...more] = own;
        expect([ownName, ownReference, more]).toEqual(['Kerb Pty Ltd Funds A', credit.reference, []]);
        for (const text of [theirCode, ownCode, ownParticulars]) field(text!);
      }
      const hash = hashOf(credits.map(({ account }) => account.accountNumber));
      expect(control).toEqual(['3', String(sumOf(credits)), String(credits.length), hash]);
    });
  });
});

describe('a file of ANZ', () => {
  it('has a header, one line per payment and a control record', () => {
    readsBack('anz', ({ from, credits, dueDate, createdDate }, text) => {
      const [header, ...rest] = csv(text);
      const control = rest.pop();
      const [due, created] = [dueDate, createdDate].map((d) => d.slice(0, 4) + mm(d) + dd(d));
      expect(header!.slice(0, 9)).toEqual(['1', 'C', due, '', created, from.account.accountNumber, '', 'S', '']);
      expect(header).toHaveLength(16);
      for (const text of header!.slice(9, 13)) field(text);
      expect(header!.slice(13)).toEqual(['', '', '']);
      expect(rest).toHaveLength(credits.length);
      for (const [place, credit] of credits.entries()) {
        const [type, account, code, cents, payee, ...texts] = rest[place]!;
        expect([type, account, code, Number(cents)]).toEqual([
          '2',
          credit.account.accountNumber,
          '50',
          credit.amountCents,
        ]);
        expectNamed(payee!, credit, 32);
        expect(texts).toHaveLength(9);
        for (const text of texts.slice(0, 6)) field(text);
        expect([texts[2], texts[5], ...texts.slice(6)]).toEqual([credit.reference, credit.reference, '', '', '']);
      }
      const hash = hashOf(credits.map(({ account }) => account.accountNumber));
      expect(control).toEqual(['3', '', String(sumOf(credits)), String(credits.length), hash, '', '', '']);
    });
  });
});

describe('a file of ASB', () => {
  it('has one line per payment, in dollars', () => {
    readsBack('asb', ({ from, credits, dueDate }, text) => {
      const rows = csv(text);
      expect(rows).toHaveLength(credits.length);
      for (const [place, credit] of credits.entries()) {
        const [batch, due, own, dollars, part, code, ref, account, ownPart, ownCode, ownRef, payee, ...more] =
          rows[place]!;
        expect(batch!.length).toBeLessThanOrEqual(20);
        expect([due, own, account, more]).toEqual([
          ...[dueDate.replaceAll('-', '/'), from.account.accountNumber, credit.account.accountNumber, []],
        ]);
        expect(dollars).toMatch(/^\d+\.\d\d$/);
        expect(Math.round(Number(dollars) * 100)).toBe(credit.amountCents);
        for (const text of [part, code, ownPart, ownCode]) field(text!);
        expect([ref, ownRef]).toEqual([credit.reference, credit.reference]);
        expectNamed(payee!, credit, 32);
      }
    });
  });
});

describe('a file of Westpac DeskBank', () => {
  it('has a header and one numbered line per payment, with accounts in parts', () => {
    readsBack('westpac', ({ from, credits, dueDate }, text) => {
      const [header, ...rest] = csv(text);
      const parts = (account: string) => [
        account.slice(0, 2),
        account.slice(2, 6),
        account.slice(6, 13),
        account.slice(13),
      ];
      const own = parts(from.account.accountNumber);
      const [kind, sequence, bank, branch, customer, empty, description, due, ...end] = header!;
      expect([kind, sequence, bank, branch, empty, end]).toEqual(['A', '1', own[0], own[1], '', ['']]);
      expect([customer, due]).toEqual(['Kerb Pty Ltd Funds Account of', dd(dueDate) + mm(dueDate) + yy(dueDate)]);
      expect(description!.length).toBeLessThanOrEqual(20);
      expect(rest).toHaveLength(credits.length);
      for (const [place, credit] of credits.entries()) {
        const row = rest[place]!;
        expect(row).toHaveLength(19);
        expect(row.slice(0, 2)).toEqual(['D', String(place + 2)]);
        expect(row.slice(2, 6)).toEqual(parts(credit.account.accountNumber));
        expect(row.slice(6, 9)).toEqual(['50', 'DC', String(credit.amountCents)]);
        expectNamed(row[9]!, credit, 20);
        for (const text of row.slice(10, 13)) field(text);
        expect(row[12]).toBe(credit.reference);
        expect(row.slice(13)).toEqual([...own, 'Kerb Pty Ltd Funds A', '']);
      }
    });
  });
});

describe('any bank file', () => {
  const [request] = fc.sample(requestFor('aba'), { seed: 1, numRuns: 1 }) as [FileRequest];
  const paying = (...amounts: number[]): FileRequest => ({
    ...request,
    credits: amounts.map((amountCents, place) => ({
      ...request.credits[0]!,
      amountCents,
      reference: `AU1000${place}`,
    })),
  });
  const refusal = (made: FileRequest) => {
    const verdict = makeBankFile(made, { code: 'AU' });
    return verdict.ok ? null : verdict.because;
  };

  it('is never one of another country', () => {
    const foreign = { ...request, from: { ...request.from, format: 'bnz' } };
    expect(refusal(foreign)).toBe("There is no bank file 'bnz' in this country.");
  });

  it("has the hash total of the banks' published example", () => {
    expect(hashTotal(['0112641349786000', '0198756794815000'])).toBe('11398144601');
  });

  it('is named after the product, the batch and its day', () => {
    const named = { ...request, brand: 'KerbPay', batchId: 12, dueDate: '2026-11-16' };
    expect(fileOf(named).name).toBe('KerbPay-batch-12-2026-11-16.aba');
    const [nz] = fc.sample(requestFor('asb'), { seed: 1, numRuns: 1 }) as [FileRequest];
    expect(fileOf(nz).name).toMatch(/\.csv$/);
  });

  it('is the same for the same batch, byte for byte', () => {
    readsBack('aba', (made, text) => {
      expect(fileOf({ ...made, credits: [...made.credits] }).text).toBe(text);
    });
  });

  it('is refused if empty or too large', () => {
    expect(refusal(paying())).toBe('There is nothing to pay.');
    expect(refusal(paying(100, 0))).toBe('The amount of AU10001 cannot be paid by a bank file.');
    expect(refusal(paying(100, -1))).toBe('The amount of AU10001 cannot be paid by a bank file.');
    expect(refusal(paying(largestPaymentCents + 1))).toBe('The amount of AU10000 cannot be paid by a bank file.');
    expect(refusal(paying(largestPaymentCents))).toBeNull();
    expect(refusal(paying(largestPaymentCents, 1))).toBe(
      'The total is more than one bank file can hold. Make smaller batches.',
    );
  });
});
