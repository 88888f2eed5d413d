import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import * as fc from 'fast-check';
import { type Step, step } from './step.ts';

/** Settings of an organisation's option that its price follows from, and those that switch it off. */
const anySetting = fc.oneof(
  fc.boolean().map((enabled) => ({ enabled })),
  fc.boolean().map((active) => ({ active })),
  fc.constantFrom(null, 0, 0.05, 0.2).map((serviceFeePercent) => ({ serviceFeePercent })),
  fc.constantFrom(null, 0, 9.9, 22).map((interestRate) => ({ interestRate })),
  fc.constantFrom(null, 30, 90).map((interestFreeDays) => ({ interestFreeDays })),
  fc.boolean().map((interestFreeOffered) => ({ interestFreeOffered })),
);

/** Steps that change what is offered, and at which price. */
export const offeringSteps: readonly Step[] = [
  step({
    name: 'offer an option',
    often: 2,
    usually: 'the manager',
    values: fc.constantFrom(...financeOptionCodes, 'pos' as const),
    draft: ({ campaign }, optionCode) => ({
      method: 'POST',
      url: `/v1/agreements/${campaign.id}/finance-options`,
      words: `offers the option '${optionCode}'`,
      body: { optionCode },
    }),
  }),
  step({
    name: 'withdraw an option',
    often: 1,
    usually: 'the manager',
    values: fc.constantFrom(...financeOptionCodes),
    draft: ({ campaign }, optionCode) => ({
      method: 'DELETE',
      url: `/v1/agreements/${campaign.id}/finance-options/${optionCode}`,
      words: `stops offering the option '${optionCode}'`,
    }),
  }),
  step({
    name: 'switch the interest-free offer',
    often: 1,
    usually: 'the manager',
    values: fc.boolean(),
    draft: ({ campaign }, interestFreeOffered) => ({
      method: 'PUT',
      url: `/v1/agreements/${campaign.id}/finance-options/pl`,
      words: `switches the interest-free offer ${interestFreeOffered ? 'on' : 'off'}`,
      body: { interestFreeOffered },
    }),
  }),
  step({
    name: 'change an option of the organisation',
    often: 2,
    usually: 'an admin',
    values: fc.record({ code: fc.constantFrom(...financeOptionCodes), setting: anySetting }),
    draft: ({ world }, { code, setting }) => ({
      method: 'PUT',
      url: `/v1/tenants/${world.tenantId}/finance-options/${code}`,
      words: `sets ${JSON.stringify(setting)} for '${code}' of the organisation`,
      body: setting,
    }),
  }),
];
