import type { Cents } from '@kerb/domain/kernel/money.ts';
import { feesKept, isEnded, lent, receivedNet, repaidOf, said, sum, underRefund } from './campaign-money.ts';
import { isPaidInFull, type Rule } from './screens.ts';
import { cents } from './world.ts';

/** The money of one campaign. Each rule says what is wrong, or null. */
export const campaignRules: Record<string, Rule> = {
  'no organisation is paid more than was received or lent for it': (campaign) => {
    const most = receivedNet(campaign) - underRefund(campaign) + lent(campaign);
    const { paidOut } = campaign.outside;
    return paidOut > most ? `${said(paidOut)} was paid out of ${said(most)}` : null;
  },
  'payers’ money is what is held for the payer and the organisation, and never less than nothing': (campaign) => {
    const account = (name: string): Cents => campaign.books[name] ?? 0;
    const cash = account('gateway') + account('trust') + account('elsewhere');
    const parts = ['held', 'received', 'refunds', 'organisation', 'transit'].map((name) => -account(name));
    const owed = sum(parts) - account('agreed');
    return cash === owed && cash >= 0 ? null : `payers’ money is ${said(cash)}, and ${said(owed)} is held for others`;
  },
  'our own money is what was earned and collected, less what was lent and given': (campaign) => {
    const account = (name: string): Cents => campaign.books[name] ?? 0;
    const earnedOf = ['fees', 'tax', 'lending', 'interest', 'carried'].map((name) => -account(name));
    const spent = ['discounts', 'loans', 'charges', 'accrued', 'writeoffs', 'shortfall'].map(account);
    const own = sum(earnedOf) - sum(spent);
    return account('bank') === own ? null : `${said(account('bank'))} is ours, not ${said(own)}`;
  },
  'the gateway, the bank and the other money are in the books': ({ books: all, outside }) => {
    const books: Record<string, Cents> = { ...all, inBank: (all.bank ?? 0) + (all.trust ?? 0) };
    const expected = {
      gateway: outside.charged - outside.refunded,
      inBank: outside.deposited - outside.returned - outside.backFromBank - outside.paidOut,
      elsewhere: outside.elsewhere - outside.backElsewhere,
    };
    const wrong = Object.entries(expected).filter(([account, amount]) => (books[account] ?? 0) !== amount);
    return wrong.length > 0
      ? wrong.map(([account, amount]) => `${account} is ${said(books[account] ?? 0)}, not ${said(amount)}`).join(', ')
      : null;
  },
  'standing invoices ask for what is due': (campaign) => {
    const unpaid = sum(campaign.invoices.map(({ unpaidAmount }) => cents(unpaidAmount)));
    const asksNothing = campaign.option === 'pl' || isEnded(campaign);
    const due = asksNothing ? 0 : cents(campaign.details.dueAmount);
    if (!asksNothing && campaign.invoices.length === 0) return null;
    return unpaid === due ? null : `the invoices ask for ${said(unpaid)} and ${said(due)} is due`;
  },
  'Pay Later has nothing to pay now': ({ option, details }) =>
    option === 'pl' && details.dueAmount !== 0 ? `${details.dueAmount} is due` : null,
  'Pay On Success bills no budget': ({ option, invoices }) =>
    option === 'pos' && invoices.some(({ lines }) => lines.some(({ type }) => type === 'sale'))
      ? 'an invoice has the budget as a line'
      : null,
  '‘paid’ is said exactly where everything is paid': (campaign) => {
    const { details } = campaign;
    if (isEnded(campaign) || campaign.option === 'pl' || details.kind === null) return null;
    if (details.isPaid && details.dueAmount > 0) return `paid, and ${details.dueAmount} is due`;
    const left = receivedNet(campaign) - campaign.held - underRefund(campaign) - feesKept(campaign);
    const hasPaid = left - repaidOf(campaign) > 0;
    return !details.isPaid && details.dueAmount === 0 && hasPaid ? 'nothing is due, and it is not called paid' : null;
  },
  'the Payments card says what the ledger and the outside say': (campaign) => {
    const { money, books, outside, held, details } = campaign;
    const account = (name: string): Cents => -(books[name] ?? 0);
    // biome-ignore format: a table
    const expected: [name: keyof typeof money, amount: Cents][] = [
      ['due',         -account('payer')],
      ['held',        account('held')],
      ['held',        held],
      ['underRefund', account('refunds')],
      ['underRefund', underRefund(campaign)],
      ['kept',        account('organisation')],
      ['onItsWay',    account('transit')],
      ['transferred', outside.paidOut],
      ['returned',    outside.returned],
    ];
    const wrong = expected.find(([name, amount]) => cents(money[name]) !== amount);
    if (wrong) return `${wrong[0]} is ${money[wrong[0]]}, not ${said(wrong[1])}`;
    // While one payment is being refunded, others may pay for everything.
    const isPaid = money.paymentState === 'refunding' ? isPaidInFull(campaign) : money.paymentState === 'paid';
    const isCalledPaid = details.isPaid === isPaid || isEnded(campaign);
    return isCalledPaid ? null : `paid is ${details.isPaid}, and the state is ${money.paymentState}`;
  },
  'nothing is negative': ({ books, held }) => {
    const wrong = ['organisation', 'held'].filter((account) => (books[account] ?? 0) > 0);
    return wrong.length > 0 || held < 0 ? wrong.map((name) => `${name} is ${said(books[name] ?? 0)}`).join(', ') : null;
  },
};
