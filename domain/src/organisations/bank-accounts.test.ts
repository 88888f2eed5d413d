import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import { formatBankAccount, parseBankAccount } from '@kerb/domain/organisations/bank-accounts.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('a bank account', () => {
  const au = { accountName: ' Harbour Estate Trust ', bsbNumber: '62-000', accountNumber: '1234 5678' };

  it('of Australia has a BSB, and a warning for what was guessed', () => {
    expect(parseBankAccount(au, australia)).toEqual({
      ok: true,
      value: {
        account: { accountName: 'Harbour Estate Trust', bsbNumber: '062000', accountNumber: '12345678' },
        warnings: { bsbNumber: 'We read this as 062-000. Please check.' },
      },
    });
  });

  it('of New Zealand has no BSB, whatever is sent', () => {
    const typed = { accountName: 'Kōwhai Ltd', bsbNumber: '062000', accountNumber: '01-0902-0068389-00' };
    expect(parseBankAccount(typed, newZealand)).toEqual({
      ok: true,
      value: {
        account: { accountName: 'Kōwhai Ltd', bsbNumber: null, accountNumber: '0109020068389000' },
        warnings: {},
      },
    });
  });

  it.each([
    [australia, {}],
    [australia, { accountName: ' ', bsbNumber: '', accountNumber: null }],
    [newZealand, { accountName: null, bsbNumber: null, accountNumber: '' }],
  ])('is null if nothing is entered', (country, typed) => {
    expect(parseBankAccount(typed, country)).toEqual({ ok: true, value: null });
  });

  it('has an error for each wrong part', () => {
    const verdict = parseBankAccount({ accountName: '', bsbNumber: '1234567', accountNumber: 'x' }, australia);
    expect(verdict.ok ? {} : verdict.validation).toEqual({
      accountName: [{ type: 'isEmpty', message: 'Enter the account name.' }],
      bsbNumber: [{ type: 'stringLengthTooLong', message: 'A BSB has 6 digits.' }],
      accountNumber: [{ type: 'isEmpty', message: 'Enter the account number.' }],
    });
    const long = parseBankAccount({ ...au, accountName: 'x'.repeat(101) }, australia);
    expect(long.ok ? {} : long.validation).toHaveProperty('accountName');
  });

  it('is formatted as people of its country write it', () => {
    expect(formatBankAccount({ bsbNumber: '062000', accountNumber: '12345678' }, australia)).toBe('062-000 12345678');
    const nz = { bsbNumber: null, accountNumber: '0109020068389000' };
    expect(formatBankAccount(nz, newZealand)).toBe('01-0902-0068389-000');
  });

  it('is read back from its formatted form, and never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (accountName, bsbNumber, accountNumber) => {
        for (const country of [australia, newZealand]) {
          const verdict = parseBankAccount({ accountName, bsbNumber, accountNumber }, country);
          if (verdict.ok && verdict.value) {
            const again = parseBankAccount(verdict.value.account, country);
            expect(again.ok && again.value?.account).toEqual(verdict.value.account);
          }
        }
      }),
    );
  });
});
