import type { Cents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { type Account, type Entry, landsIn } from '@kerb/domain/payments/ledger.ts';
import type { PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';

type Line = readonly [account: Account | 'cash', sign: '+' | '-', amount: string];
type Row = { means: string; lines: readonly Line[]; isOfInvoice?: true };

/**
 * Every way in which money moves between accounts, as debits (+) and credits (-) of named amounts. `cash` is the
 * account that the payment method pays into. Each event of the ledger is made of these moves, and of nothing else.
 * What is earned, lent, repaid or lost moves between the trust account and ours, so payers' money and ours stay apart.
 */
// biome-ignore format: a table
export const moves = {
  bill:           { means: 'An invoice asks the payer for its amount',                lines: [['payer', '+', 'amount'], ['billed', '-', 'amount']], isOfInvoice: true },
  unbill:         { means: 'An invoice is voided and asks for nothing',               lines: [['billed', '+', 'amount'], ['payer', '-', 'amount']], isOfInvoice: true },
  receive:        { means: 'Money arrives and is the payer’s',                        lines: [['cash', '+', 'amount'], ['held', '-', 'amount']] },
  takeBack:       { means: 'Money that did not come by card goes back, or never came', lines: [['held', '+', 'amount'], ['cash', '-', 'amount']] },
  apply:          { means: 'The payer’s money pays a part of an invoice',             lines: [['held', '+', 'amount'], ['received', '-', 'amount'], ['billed', '+', 'amount'], ['payer', '-', 'amount']], isOfInvoice: true },
  unapply:        { means: 'An invoice is no longer paid, in part or whole',          lines: [['payer', '+', 'amount'], ['billed', '-', 'amount'], ['received', '+', 'amount'], ['held', '-', 'amount']], isOfInvoice: true },
  divide:         { means: 'An invoice is paid in full: the organisation’s part is kept for it, the rest is earned and ours', lines: [['received', '+', 'amount'], ['organisation', '-', 'sale'], ['discounts', '+', 'discount'], ['fees', '-', 'fees'], ['tax', '-', 'tax'], ['trust', '-', 'fees'], ['trust', '-', 'tax'], ['trust', '+', 'discount'], ['bank', '+', 'fees'], ['bank', '+', 'tax'], ['bank', '-', 'discount']], isOfInvoice: true },
  undivide:       { means: 'An invoice is no longer paid in full',                    lines: [['organisation', '+', 'sale'], ['discounts', '-', 'discount'], ['fees', '+', 'fees'], ['tax', '+', 'tax'], ['received', '-', 'amount'], ['trust', '+', 'fees'], ['trust', '+', 'tax'], ['trust', '-', 'discount'], ['bank', '-', 'fees'], ['bank', '-', 'tax'], ['bank', '+', 'discount']], isOfInvoice: true },
  setAside:       { means: 'A refund by card is requested: nobody else can have the money', lines: [['held', '+', 'amount'], ['refunds', '-', 'amount']] },
  putBack:        { means: 'The card gateway refused the refund: the money is the payer’s again', lines: [['refunds', '+', 'amount'], ['held', '-', 'amount']] },
  refunded:       { means: 'The card gateway has refunded the money',                 lines: [['refunds', '+', 'amount'], ['gateway', '-', 'amount']] },
  refundFailed:   { means: 'A refund that the card gateway had confirmed failed: the card gateway has the money, and it is the payer’s again', lines: [['gateway', '+', 'amount'], ['held', '-', 'amount']] },
  keepFee:        { means: 'A refund in part keeps the administration fee: it is earned', lines: [['held', '+', 'amount'], ['fees', '-', 'income'], ['tax', '-', 'tax'], ['trust', '-', 'amount'], ['bank', '+', 'amount']] },
  waiveFee:       { means: 'A refund in part was not made, so its fee is not kept',  lines: [['fees', '+', 'income'], ['tax', '+', 'tax'], ['held', '-', 'amount'], ['trust', '+', 'amount'], ['bank', '-', 'amount']] },
  lend:           { means: 'A signed agreement lends: the money is kept for the organisation', lines: [['agreed', '+', 'amount'], ['organisation', '-', 'amount']] },
  unlend:         { means: 'A loan that was not transferred ends',                    lines: [['organisation', '+', 'amount'], ['agreed', '-', 'amount']] },
  order:          { means: 'An approved batch takes what is kept for the organisation', lines: [['organisation', '+', 'amount'], ['transit', '-', 'amount']] },
  unorder:        { means: 'An approved batch is discarded',                          lines: [['transit', '+', 'amount'], ['organisation', '-', 'amount']] },
  clearShortfall: { means: 'A batch that would have paid more than was kept is discarded, so nothing has to be recovered', lines: [['organisation', '+', 'amount'], ['shortfall', '-', 'amount'], ['trust', '-', 'amount'], ['bank', '+', 'amount']] },
  transfer:       { means: 'The bank has paid what was on its way; the lent part is now lent', lines: [['transit', '+', 'amount'], ['loans', '+', 'lent'], ['agreed', '-', 'lent'], ['trust', '-', 'amount'], ['trust', '+', 'lent'], ['bank', '-', 'lent']] },
  transferByHand: { means: 'An admin has paid the organisation without a batch; the lent part is now lent', lines: [['organisation', '+', 'amount'], ['loans', '+', 'lent'], ['agreed', '-', 'lent'], ['trust', '-', 'amount'], ['trust', '+', 'lent'], ['bank', '-', 'lent']] },
  bounce:         { means: 'The bank sends a payment of a batch back: it is kept for the organisation again, and the lent part is not lent yet', lines: [['organisation', '-', 'amount'], ['agreed', '+', 'lent'], ['loans', '-', 'lent'], ['trust', '+', 'amount'], ['trust', '-', 'lent'], ['bank', '+', 'lent']] },
  charge:         { means: 'A drawn loan charges a fee',                              lines: [['charges', '+', 'amount'], ['lending', '-', 'income'], ['tax', '-', 'tax']] },
  uncharge:       { means: 'A fee of a loan is no longer charged, in part or whole',  lines: [['lending', '+', 'income'], ['tax', '+', 'tax'], ['charges', '-', 'amount']] },
  accrue:         { means: 'A day of a drawn loan has ended: its interest is earned', lines: [['accrued', '+', 'amount'], ['interest', '-', 'amount']] },
  unaccrue:       { means: 'The interest of a past day is not earned after all',      lines: [['interest', '+', 'amount'], ['accrued', '-', 'amount']] },
  repay:          { means: 'The payer’s money repays a loan: fees, then interest, then principal. `early` is principal that was not transferred yet', lines: [['held', '+', 'amount'], ['charges', '-', 'fees'], ['accrued', '-', 'interest'], ['loans', '-', 'principal'], ['agreed', '-', 'early'], ['trust', '-', 'amount'], ['bank', '+', 'amount'], ['trust', '+', 'early'], ['bank', '-', 'early']] },
  unrepay:        { means: 'A repayment is taken back, or divided anew',              lines: [['agreed', '+', 'early'], ['loans', '+', 'principal'], ['accrued', '+', 'interest'], ['charges', '+', 'fees'], ['held', '-', 'amount'], ['trust', '+', 'amount'], ['bank', '-', 'amount'], ['trust', '-', 'early'], ['bank', '+', 'early']] },
  writeOff:       { means: 'The rest of a loan is written off',                       lines: [['writeoffs', '+', 'amount'], ['charges', '-', 'fees'], ['accrued', '-', 'interest'], ['loans', '-', 'principal'], ['agreed', '-', 'early'], ['trust', '+', 'early'], ['bank', '-', 'early']] },
  unwriteOff:     { means: 'A written-off rest is divided anew, or owed again',       lines: [['agreed', '+', 'early'], ['loans', '+', 'principal'], ['accrued', '+', 'interest'], ['charges', '+', 'fees'], ['writeoffs', '-', 'amount'], ['trust', '-', 'early'], ['bank', '+', 'early']] },
  recover:        { means: 'Money comes for a loan that was written off: the loss is smaller', lines: [['held', '+', 'amount'], ['writeoffs', '-', 'amount'], ['trust', '-', 'amount'], ['bank', '+', 'amount']] },
  unrecover:      { means: 'Money for a written-off loan is taken back, or divided anew', lines: [['writeoffs', '+', 'amount'], ['held', '-', 'amount'], ['trust', '+', 'amount'], ['bank', '-', 'amount']] },
  carry:          { means: 'A running loan was paid out before the ledger recorded it', lines: [['loans', '+', 'amount'], ['carried', '-', 'amount']] },
  uncarry:        { means: 'A loan was repaid before the ledger recorded repayments', lines: [['carried', '+', 'amount'], ['loans', '-', 'amount']] },
  giveBack:       { means: 'Held money is returned to the payer from the trust account', lines: [['held', '+', 'amount'], ['trust', '-', 'amount']] },
  payout:         { means: 'The card gateway pays out card money to the trust account', lines: [['gateway', '-', 'amount'], ['trust', '+', 'amount']] },
  gatewayDebit:   { means: 'The card gateway takes money from the trust account, such as for refunds', lines: [['gateway', '+', 'amount'], ['trust', '-', 'amount']] },
  gatewayFee:     { means: 'The card gateway keeps a fee of the card money: we put it back',          lines: [['costs', '+', 'amount'], ['gateway', '-', 'amount'], ['trust', '+', 'amount'], ['bank', '-', 'amount']] },
  intoOperating:  { means: 'Our own money goes from the trust account to the operating account, or came into that one at once', lines: [['operating', '+', 'amount'], ['bank', '-', 'amount']] },
  intoTrust:      { means: 'Our own money goes from the operating account to the trust account', lines: [['bank', '+', 'amount'], ['operating', '-', 'amount']] },
  toTrust:        { means: 'Payers’ money of before is put on the trust account',     lines: [['trust', '+', 'amount'], ['bank', '-', 'amount']] },
  toOperating:    { means: 'Our money of before is put on the operating account',     lines: [['bank', '+', 'amount'], ['trust', '-', 'amount']] },
} as const satisfies Record<string, Row>;

export type MoveName = keyof typeof moves;
type AmountName<Name extends MoveName> = (typeof moves)[Name]['lines'][number][2];

/** One move with its amounts. `method` says which account `cash` is. */
export type Move = {
  [Name in MoveName]: {
    move: Name;
    amounts: Record<AmountName<Name>, Cents>;
    invoiceId?: number;
    method?: PaymentMethod;
  };
}[MoveName];

type DividedMove =
  | 'divide'
  | 'undivide'
  | 'transfer'
  | 'transferByHand'
  | 'bounce'
  | 'charge'
  | 'uncharge'
  | 'keepFee'
  | 'waiveFee'
  | DividedOverLoan;
/** Moves that are divided over the fees, the interest and the principal of a loan. */
export type DividedOverLoan = 'repay' | 'unrepay' | 'writeOff' | 'unwriteOff';
type SimpleMove = Exclude<MoveName, DividedMove>;
/** A move of one amount. */
export const moveOf = (move: SimpleMove, amount: Cents) => ({ move, amounts: { amount } }) as Move;

function entriesOfMove({ move, amounts, invoiceId, method }: Move): Entry[] {
  const { lines }: Row = moves[move];
  return lines.map(([account, sign, name]) => {
    const amount = must((amounts as Record<string, Cents>)[name], `the amount ${name} of ${move}`);
    return {
      account: account === 'cash' ? landsIn[must(method, `the method of ${move}`)] : account,
      amount: sign === '+' ? amount : -amount,
      invoiceId: invoiceId ?? null,
    };
  });
}

/** The entries of several moves, added up by account and invoice. Entries of zero are not written. */
export function entriesOf(made: readonly Move[]): Entry[] {
  const sums = new Map<string, Entry>();
  for (const entry of made.flatMap(entriesOfMove)) {
    // The invoice is part of the key for the accounts that follow an invoice. Cash and held money belong to no invoice.
    const invoiceId = namesInvoice.has(entry.account) ? entry.invoiceId : null;
    const key = `${entry.account} ${invoiceId}`;
    sums.set(key, { ...entry, invoiceId, amount: (sums.get(key)?.amount ?? 0) + entry.amount });
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0);
}

/** The accounts whose entries name their invoice. */
export const namesInvoice: ReadonlySet<Account> = new Set<Account>([
  'payer',
  'billed',
  'received',
  'organisation',
  'discounts',
  'fees',
  'tax',
]);
