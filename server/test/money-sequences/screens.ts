import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { CampaignSeen, RecordSeen, Sight } from './sight.ts';
import { cents } from './world.ts';

export type Rule = (campaign: CampaignSeen, sight: Sight) => string | null | Promise<string | null>;

const isEnded = ({ status }: CampaignSeen): boolean => status === 'cancelled' || status === 'rejected';
const balance = ({ books }: CampaignSeen, account: string): Cents => books[account] ?? 0;

/** Invoices are there, and nothing of them is left to pay. */
export const isPaidInFull = (campaign: CampaignSeen): boolean =>
  campaign.invoices.some(({ status }) => status === 'paid') &&
  balance(campaign, 'payer') === 0 &&
  balance(campaign, 'received') === 0;

function fundsOf({ money }: CampaignSeen): string {
  if (money.onItsWay > 0) return 'on-its-way';
  if (money.kept > 0) return 'kept';
  return money.transferred > 0 ? 'transferred' : 'none';
}

const methods: Record<string, string> = { card: 'card', 'direct-deposit': 'dc', manual: 'manual' };

const ways: Record<string, string> = { card: 'credit-card', dc: 'bank-transfer', manual: 'bank-transfer' };
const wayOf = ({ campaignUpfrontPaymentMethod: method }: RecordSeen) => (method === null ? null : ways[method]);

/** The reference names a payment that counts, by the method that the campaign says. */
function wrongReference({ payments, record }: CampaignSeen, reference: string): string | null {
  const payment = payments.find(({ id }) => id === Number(reference.replace(/\D/g, '')));
  if (payment?.status !== 'approved' || payment.isBeingVoided) return `${reference} is a payment that does not count`;
  const method = record.campaignUpfrontPaymentMethod;
  return method !== null && method !== methods[payment.method] ? `paid by ${method}, not ${payment.method}` : null;
}

/** The fields that say that a campaign is paid, by its option. */
const references: Partial<Record<string, keyof RecordSeen>> = {
  pn: 'campaignUpfrontPaymentRef',
  pos: 'serviceFeePaymentRef',
};

/** What the screens of a campaign say, besides the Payments card. */
export const screenRules: Record<string, Rule> = {
  'a campaign and its row in a list say what the ledger says': (campaign) => {
    const { record, row, money, status } = campaign;
    const isPaid = money.paymentState === 'paid' && campaign.option === 'pn';
    const said: [string, unknown, unknown][] = [
      ['paymentState', record.paymentState, money.paymentState],
      ['fundsState', record.fundsState, fundsOf(campaign)],
      ['isMoneyHeld', record.isMoneyHeld, money.held > 0],
      ['status in the list', row?.status, status],
      ['paymentState in the list', row?.paymentState, money.paymentState],
      ['way of payment in the list', isPaid && row?.paymentWay, isPaid && wayOf(record)],
    ];
    const wrong = said.find(([, seen, expected]) => seen !== expected);
    return wrong ? `${wrong[0]} is ${wrong[1]}, not ${wrong[2]}` : null;
  },
  'the paid fields of a campaign name the payment and the amount that count': (campaign) => {
    const { record, option, details } = campaign;
    const name = references[option ?? ''];
    if (isEnded(campaign) || !name) return null;
    const reference = record[name] as string | null;
    const isPaid = isPaidInFull(campaign);
    if ((reference !== null) !== isPaid) return `${name} is ${reference}, and paid in full is ${isPaid}`;
    if (reference === null) return null;
    const amount = option === 'pn' ? cents(record.campaignUpfrontAmount ?? 0) : null;
    if (amount !== null && amount !== cents(details.amount)) return `${amount / 100} is paid of ${details.amount}`;
    return wrongReference(campaign, reference);
  },
  'a loan on success asks for what is left of the budget and its fee': (campaign) => {
    const { option, record, details, budget } = campaign;
    // The signed terms of a loan that ended stay as they were signed.
    if (isEnded(campaign)) return null;
    const asked = record.campaignFinanceTotalDue ?? null;
    if (option !== 'pos' || asked === null) return null;
    // A loan that runs asks for the rest. A loan that was repaid states what it cost.
    const repaid = campaign.repaidOn === null ? (campaign.loan?.repaid ?? 0) : 0;
    const expected = budget + cents(record.serviceFee ?? 0) - cents(details.paidAmount) - repaid;
    return cents(asked) === expected ? null : `${asked} is asked for, not ${expected / 100}`;
  },
};
