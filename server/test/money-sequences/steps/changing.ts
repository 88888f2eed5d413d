import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import * as fc from 'fast-check';
import { Broken } from '../ask.ts';
import { cents, today, userOf } from '../world.ts';
import { followRepaidDate } from './repaying.ts';
import { type Draft, newKey, type Scene, type Step, step } from './step.ts';

const save = ({ campaign }: Scene, words: string, body: object): Draft => ({
  method: 'PUT',
  url: `/v1/agreements/${campaign.id}`,
  words,
  body,
});

export const anyBudget = fc.constantFrom(400, 1000, 1500.55, 2000, 4200, 8999.99);

type Change = { campaignBudget?: number; financeOptionCode?: string; serviceFee?: number };
type Figures = { kept: number; due: number; held: number };
type Drawn = { change: Change; isStale: boolean; isReturned: boolean };

/** Changes what was paid for, as the preview shows it. A preview that the product refuses is sent all the same. */
export async function changeAfterPayment({ world, campaign }: Scene, { change, isStale, isReturned }: Drawn) {
  if (!isStale && campaign.payments.every(({ status }) => status !== 'approved')) return null;
  const url = `/v1/agreements/${campaign.id}/money-change`;
  const preview = await world.stage.as(userOf(world, 'an admin', campaign.id))('POST', `${url}/preview`, { change });
  const none: Figures = { kept: 0, due: 0, held: 0 };
  const after: Figures = preview.statusCode === 200 ? preview.json().after : none;
  const expected = { kept: after.kept + (isStale ? 1 : 0), billed: after.due, held: after.held };
  const [key, amount] = [newKey(), isReturned ? after.held : 0];
  const returned = amount > 0 && { returned: { amount, description: 'By bank transfer' } };
  const draft: Draft = {
    method: 'POST',
    url,
    key,
    words: `changes ${JSON.stringify(change)} after payment${isStale ? ' with outdated figures' : ''}${
      returned ? ` and returns ${amount}` : ''
    }`,
    body: { change, reason: 'As the payer asked', expected, ...returned },
    happened: (answer) => {
      const { money } = answer.json() as { money: Figures };
      if (returned) world.truth.returns.set(key, { campaign: campaign.id, amount: cents(amount) });
      const isAsShown = money.kept === after.kept && money.due === after.due && money.held === after.held - amount;
      if (!isAsShown) throw new Broken(`the change did not do what it showed: ${JSON.stringify({ after, money })}`);
    },
  };
  return draft;
}

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: anyBudget.map((campaignBudget) => ({ campaignBudget })) },
  { weight: 3, arbitrary: fc.constantFrom(...financeOptionCodes).map((financeOptionCode) => ({ financeOptionCode })) },
  { weight: 2, arbitrary: fc.constantFrom(0, 150, 504, 654).map((serviceFee) => ({ serviceFee })) },
  { weight: 1, arbitrary: fc.constant({}) },
);

const loanDates = [
  'campaignFinanceDrawdownDate',
  'propertySettlementDate',
  'propertyWithdrawnFromSaleDate',
  'campaignFinanceRepaidDate',
] as const;

const daysAfter = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

export const changingSteps: readonly Step[] = [
  step({
    name: 'change after payment',
    often: 7,
    usually: 'an admin',
    values: fc.record({
      change: anyChange,
      isStale: fc.nat(9).map((n) => n === 9),
      isReturned: fc.nat(3).map((n) => n === 3),
    }),
    draft: changeAfterPayment,
  }),
  step({
    name: 'preview a change',
    often: 1,
    usually: 'an admin',
    values: anyChange,
    draft: ({ campaign }, change) => ({
      method: 'POST',
      url: `/v1/agreements/${campaign.id}/money-change/preview`,
      words: `looks at ${JSON.stringify(change)} after payment`,
      body: { change },
      changesNothing: true,
    }),
  }),
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
      const happened = () => followRepaidDate(scene.world, scene.campaign.id);
      return { ...save(scene, `saves ${name} ${day}`, { [name]: day }), happened };
    },
  }),
  step({
    name: 'switch Fund Manually',
    often: 1,
    usually: 'an admin',
    values: fc.boolean(),
    draft: (scene, fundManually) => save(scene, `sets Fund Manually to ${fundManually}`, { fundManually }),
  }),
];
