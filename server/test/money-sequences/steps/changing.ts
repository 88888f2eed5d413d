import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import * as fc from 'fast-check';
import { cents, today } from '../world.ts';
import { type Draft, type Scene, type Step, step } from './step.ts';

const save = ({ campaign }: Scene, words: string, body: object): Draft => ({
  method: 'PUT',
  url: `/v1/agreements/${campaign.id}`,
  words,
  body,
});

export const anyBudget = fc.constantFrom(400, 1000, 1500.55, 2000, 4200, 8999.99);

const loanDates = [
  'campaignFinanceDrawdownDate',
  'propertySettlementDate',
  'propertyWithdrawnFromSaleDate',
  'campaignFinanceRepaidDate',
] as const;

const daysAfter = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

export const changingSteps: readonly Step[] = [
  step({
    name: 'save the budget',
    often: 4,
    usually: 'the manager',
    values: anyBudget,
    draft: (scene, campaignBudget) =>
      cents(campaignBudget) === scene.campaign.budget
        ? null
        : save(scene, `saves a budget of ${campaignBudget}`, { campaignBudget }),
  }),
  step({
    name: 'save the option',
    often: 1,
    usually: 'an admin',
    values: fc.constantFrom(null, ...financeOptionCodes),
    draft: (scene, financeOptionCode) => save(scene, `saves the option '${financeOptionCode}'`, { financeOptionCode }),
  }),
  step({
    name: 'save the service fee',
    often: 1,
    usually: 'an admin',
    values: fc.constantFrom(0, 150, 504, 654),
    draft: (scene, serviceFee) => save(scene, `saves a service fee of ${serviceFee}`, { serviceFee }),
  }),
  step({
    name: 'save the additional amount',
    often: 1,
    usually: 'an admin',
    values: fc.constantFrom(0, 500, 2500.5),
    draft: (scene, campaignAdditionalAmount) =>
      save(scene, `saves an additional amount of ${campaignAdditionalAmount}`, { campaignAdditionalAmount }),
  }),
  step({
    name: 'save a date of the loan',
    often: 3,
    usually: 'an admin',
    values: fc.record({ name: fc.constantFrom(...loanDates), days: fc.constantFrom(-1, 0, 0, 30) }),
    draft: (scene, { name, days }) => {
      const isLoan = scene.campaign.option === 'pl' || scene.campaign.option === 'pos';
      if (!isLoan) return null;
      const day = daysAfter(today(scene.world), days);
      return save(scene, `saves ${name} ${day}`, { [name]: day });
    },
  }),
  step({
    name: 'switch Fund Manually',
    often: 1,
    usually: 'an admin',
    values: fc.boolean(),
    draft: (scene, fundManually) => save(scene, `sets Fund Manually to ${fundManually}`, { fundManually }),
  }),
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
];
