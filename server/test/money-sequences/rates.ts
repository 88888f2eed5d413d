import { Broken } from './ask.ts';
import { readCampaigns } from './model.ts';
import { read } from './steps/step.ts';
import { moveClock, today, userOf, type World } from './world.ts';

type Value = { name: string; value: number };
type Acts = { items: { id: number; kind: string; outcome: string | null }[] };
type Priced = { serviceFee: number | null; caveatFee: number | null; interestRate: number | null };

// biome-ignore format: a table
export const dearer: readonly (readonly Value[])[] = [
  [{ name: 'payLaterInterest', value: 19 }, { name: 'payLaterFee', value: 7 }],
  [{ name: 'payOnSuccessFee', value: 17 }],
  [{ name: 'securityRegistrationFee', value: 311 }],
  [{ name: 'cardSurcharge1', value: 2.2 }, { name: 'cardSurcharge2', value: 2.9 }],
];

/** What each campaign costs and what is due for it, without the surcharge of a card. */
async function pricesOf(world: World): Promise<string> {
  const prices = (await readCampaigns(world)).map(async ({ id }) => {
    const { serviceFee, caveatFee, interestRate } = await read<Priced>(world, `/v1/agreements/${id}`);
    const { dueAmount } = await read<{ dueAmount: number }>(world, `/v1/agreements/${id}/payment-details`);
    return { id, serviceFee, caveatFee, interestRate, dueAmount };
  });
  return JSON.stringify(await Promise.all(prices));
}

/** Two admins change the rates, and the first day of the change comes. No campaign that was sent costs more. */
export async function changeRates(world: World, values: readonly Value[]): Promise<string> {
  const from = Temporal.PlainDate.from(today(world)).add({ days: 2 }).toString();
  const asked = await world.stage.as(userOf(world, 'an admin', 0))('POST', '/v1/rates', {
    from,
    values,
    reason: 'The bank raised its rate',
  });
  const { items } = await read<Acts>(world, '/v1/pending-acts');
  const act = items.find(({ kind, outcome }) => kind === 'rate' && outcome === null);
  if (asked.statusCode !== 200 || !act) return `the rates stay: ${asked.body}`;
  const before = await pricesOf(world);
  const asSecond = world.stage.as(userOf(world, 'a second admin', 0));
  const confirmed = await asSecond('POST', `/v1/pending-acts/${act.id}/confirm`, {});
  if (confirmed.statusCode !== 200) throw new Broken(`rates were not confirmed: ${confirmed.body}`);
  await moveClock(world, 3);
  const after = await pricesOf(world);
  if (after !== before) throw new Broken(`a change of rates changed a quoted campaign: ${before} is now ${after}`);
  return `from ${from} on, the rates are ${JSON.stringify(values)}, and three days pass`;
}
