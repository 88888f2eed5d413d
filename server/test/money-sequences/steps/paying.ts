import type { CardBehaviour } from '@kerb/domain/sandbox/test-cards.ts';
import { financeOptionCodes, paymentMethodIntents } from '@kerb/domain/vocabulary/value-lists.ts';
import * as fc from 'fast-check';
import { testCardOf } from '../../cards.ts';
import type { Answer } from '../ask.ts';
import { forgetPayment, recordArrival } from '../outside-truth.ts';
import { cents, dollars, type World } from '../world.ts';
import { newKey, nothing, nth, place, read, type Scene, type Step, step } from './step.ts';

type Details = {
  financeOptionCode: (typeof financeOptionCodes)[number] | null;
  dueAmount: number;
  surcharges: { schemes: string[]; fundings: string[]; surcharge: number }[];
};
const detailsOf = ({ world, campaign }: Scene) => read<Details>(world, `/v1/agreements/${campaign.id}/payment-details`);

// biome-ignore format: a table
const behaviours: readonly CardBehaviour[] = [
  'approve', 'approve', 'approve', 'insufficient-funds', 'do-not-honour', 'slow', 'late', 'late', 'late-decline', 'no-answer', 'twice', 'unreachable',
];

export async function payByCard(scene: Scene, { behaviour, isStale }: { behaviour: CardBehaviour; isStale: boolean }) {
  const details = await detailsOf(scene);
  if (details.dueAmount === 0 && !isStale) return null;
  const card = testCardOf(behaviour);
  const row = details.surcharges.find(
    ({ schemes, fundings }) => schemes.includes(card.scheme) && fundings.includes(card.funding),
  );
  const amount = details.dueAmount + (isStale ? 10 : 0);
  return {
    method: 'POST' as const,
    url: `/v1/agreements/${scene.campaign.id}/pay`,
    key: newKey(),
    callsGateway: true as const,
    words: `pays ${amount} by a card that says '${behaviour}'`,
    body: {
      financeOptionCode: details.financeOptionCode ?? 'pn',
      method: 'card',
      amount,
      surcharge: row?.surcharge ?? 0,
      cardToken: await scene.world.stage.cards.tokenOf(card.number),
      receiptEmail: 'pat@example.com',
    },
  };
}

const shares = { part: 0.4, 'all but a cent': 1, exact: 1, over: 1.2 } as const;
type Share = keyof typeof shares;
const shareNames = Object.keys(shares) as Share[];

/** An amount of money that comes for a campaign with this much due, in dollars. */
export const shareOf = (due: number, share: Share): number => {
  const all = cents(due || 100);
  return dollars(Math.max(1, Math.round(all * shares[share]) - (share === 'all but a cent' ? 1 : 0)));
};
export const anyShare = fc.constantFrom<Share[]>(...shareNames, 'exact', 'exact', 'part');

type ByHand = { method: 'direct-deposit' | 'manual'; share: Share; otherFee: number | null };

function recordByHand(world: World, campaign: number, { method }: ByHand) {
  return (answer: Answer) => {
    const paid = answer.json() as { id: number; amount: number; surcharge: number };
    const amount = cents(paid.amount) + cents(paid.surcharge);
    if (method === 'manual') {
      world.truth.elsewhere.set(paid.id, { campaign, amount });
      return;
    }
    recordArrival(world, { campaign, amount, paymentId: paid.id });
  };
}

export async function payByHand(scene: Scene, drawn: ByHand) {
  const { method, otherFee } = drawn;
  const details = await detailsOf(scene);
  const isOtherFee = method === 'manual' && otherFee !== null;
  const amount = method === 'manual' ? details.dueAmount + (otherFee ?? 0) : shareOf(details.dueAmount, drawn.share);
  return {
    method: 'POST' as const,
    url: `/v1/agreements/${scene.campaign.id}/pay`,
    key: newKey(),
    words: `records ${amount} by ${method}${isOtherFee ? ` with a fee of ${otherFee}` : ''}`,
    body: {
      financeOptionCode: details.financeOptionCode ?? 'pn',
      method,
      amount,
      ...(isOtherFee && { serviceFee: otherFee }),
    },
    happened: recordByHand(scene.world, scene.campaign.id, drawn),
  };
}

export function voidPayment({ world, campaign }: Scene, at: number) {
  const payment = nth(campaign.payments.filter(({ status }) => status !== 'voided').toReversed(), at);
  if (!payment) return null;
  return {
    method: 'POST' as const,
    url: `/v1/payments/${payment.id}/void`,
    words: `voids the ${payment.method} payment of ${dollars(payment.total)}`,
    body: { reason: 'Paid by mistake' },
    ...(payment.method === 'card' && { callsGateway: true as const }),
    happened: () => (payment.method === 'card' ? undefined : forgetPayment(world.truth, payment.id)),
  };
}

type Part = { at: number; share: Share; keepsFee: boolean };

/** Refunds a part of a payment: of what can be refunded, or more than that. */
export async function refundPart({ world, campaign }: Scene, { at, share, keepsFee }: Part) {
  const payment = nth(campaign.payments.filter(({ status }) => status !== 'voided').toReversed(), at);
  if (!payment) return null;
  const { items } = await read<{ items: { id: number; refundableAmount: number }[] }>(
    world,
    `/v1/agreements/${campaign.id}/payments`,
  );
  const refundable = items.find(({ id }) => id === payment.id)?.refundableAmount ?? 0;
  const [amount, key, isCard] = [shareOf(refundable, share), newKey(), payment.method === 'card'];
  const back = cents(amount) - (keepsFee ? 25_00 : 0);
  return {
    method: 'POST' as const,
    url: `/v1/payments/${payment.id}/refund`,
    key,
    words: `refunds ${amount} of ${refundable} of the ${payment.method} payment${keepsFee ? ', less the fee' : ''}`,
    body: { amount, keepsFee, reason: 'Fewer photos' },
    ...(isCard && { callsGateway: true as const }),
    happened: () => {
      if (isCard) return;
      const isBank = payment.method === 'direct-deposit';
      world.truth.wentBack.set(key, { campaign: campaign.id, amount: back, isBank });
    },
  };
}

export async function returnHeld({ world, campaign }: Scene, share: Share) {
  const url = `/v1/agreements/${campaign.id}`;
  const { heldAmount } = await read<{ heldAmount: number }>(world, `${url}/held-money`);
  if (heldAmount === 0 && share !== 'over') return null;
  const [amount, key] = [shareOf(heldAmount, share), newKey()];
  return {
    method: 'POST' as const,
    url: `${url}/return-held-money`,
    key,
    words: `returns ${amount} of ${heldAmount} held`,
    body: { amount, description: 'By bank transfer' },
    happened: () => void world.truth.returns.set(key, { campaign: campaign.id, amount: cents(amount) }),
  };
}

export function voidInvoice({ campaign }: Scene, at: number) {
  const invoice = nth(
    campaign.invoices.filter(({ status }) => status !== 'voided'),
    at,
  );
  if (!invoice) return null;
  const words = 'voids an invoice';
  return { method: 'POST' as const, url: `/v1/invoices/${invoice.id}/void`, words, body: { reason: 'Wrong' } };
}

export const payingSteps: readonly Step[] = [
  step({
    name: 'choose a payment option',
    often: 3,
    usually: 'the payer',
    values: fc.constantFrom(...financeOptionCodes, 'pl' as const),
    draft: ({ campaign }, financeOptionCode) => ({
      method: 'POST',
      url: `/v1/agreements/${campaign.id}/choose-option`,
      words: `chooses the option '${financeOptionCode}'`,
      body: { financeOptionCode },
    }),
  }),
  step({
    name: 'choose a payment method',
    often: 3,
    usually: 'the payer',
    values: fc.constantFrom(...paymentMethodIntents, 'bank-transfer' as const),
    draft: ({ campaign }, intent) => ({
      method: 'POST',
      url: `/v1/agreements/${campaign.id}/payment-method`,
      words: `chooses to pay by ${intent}`,
      body: { intent },
    }),
  }),
  step({
    name: 'pay by card',
    often: 5,
    usually: 'the payer',
    values: fc.record({
      behaviour: fc.constantFrom(...behaviours),
      isStale: fc.nat(9).map((n) => n === 9),
    }),
    draft: payByCard,
  }),
  step({
    name: 'record a payment by hand',
    often: 6,
    usually: 'an admin',
    values: fc.record({
      method: fc.constantFrom('direct-deposit' as const, 'direct-deposit' as const, 'manual' as const),
      share: anyShare,
      otherFee: fc.constantFrom(null, null, 50),
    }),
    draft: payByHand,
  }),
  step({ name: 'void a payment', often: 4, usually: 'an admin', values: place, draft: voidPayment }),
  step({
    name: 'refund a part of a payment',
    often: 4,
    usually: 'an admin',
    values: fc.record({ at: place, share: anyShare, keepsFee: fc.boolean() }),
    draft: refundPart,
  }),
  step({
    name: 'void an invoice',
    often: 1,
    usually: 'an admin',
    values: place,
    draft: voidInvoice,
  }),
  step({ name: 'return held money', often: 3, usually: 'an admin', values: anyShare, draft: returnHeld }),
  step({
    name: 'read what is due',
    often: 1,
    usually: 'the payer',
    values: nothing,
    draft: ({ campaign }) => ({
      method: 'GET',
      url: `/v1/agreements/${campaign.id}/payment-details`,
      words: 'reads what is due',
    }),
  }),
];
