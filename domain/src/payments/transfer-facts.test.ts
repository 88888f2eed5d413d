import { countries } from '@kerb/domain/countries/countries.ts';
import { transferFacts } from '@kerb/domain/payments/transfer-facts.ts';
import { expect, it } from 'vitest';

const instructions = { accountName: 'Kerb Demo Funds', accountNumber: '123456789', reference: 'FLOW-AU10001' };

it('a transfer names the account by the numbers that the country has', () => {
  expect(transferFacts({ ...instructions, bsbNumber: '012-345' }, countries.AU)).toEqual([
    ['Account name', 'Kerb Demo Funds'],
    ['BSB', '012-345'],
    ['Account number', '123456789'],
    ['Reference', 'FLOW-AU10001'],
  ]);
  expect(transferFacts({ ...instructions, bsbNumber: null }, countries.NZ).map(([label]) => label)).toEqual([
    'Account name',
    'Account number',
    'Reference',
  ]);
});
