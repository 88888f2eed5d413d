import { countries } from '@kerb/domain/countries/countries.ts';
import { transferFacts } from '@kerb/domain/payments/transfer-facts.ts';
import { expect, it } from 'vitest';

const instructions = {
  accountName: 'Kerb Demo Funds',
  accountNumber: '123456789',
  payId: 'pay@example.com',
  reference: 'FLOW-AU10001',
};

it('a transfer has a PayID only if the platform has one', () => {
  const labels = transferFacts({ ...instructions, bsbNumber: '012-345', payId: null }, countries.AU);
  expect(labels.map(([label]) => label)).toEqual(['Account name', 'BSB', 'Account number', 'Reference']);
});

it('a transfer names the account by the numbers that the country has', () => {
  expect(transferFacts({ ...instructions, bsbNumber: '012-345' }, countries.AU)).toEqual([
    ['Account name', 'Kerb Demo Funds'],
    ['BSB', '012-345'],
    ['Account number', '123456789'],
    ['PayID', 'pay@example.com'],
    ['Reference', 'FLOW-AU10001'],
  ]);
  expect(transferFacts({ ...instructions, bsbNumber: null }, countries.NZ).map(([label]) => label)).toEqual([
    'Account name',
    'Account number',
    'Reference',
  ]);
});
