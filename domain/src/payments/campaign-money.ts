import { hasPaidInvoices, isPaidInFull } from '@kerb/domain/agreements/invoiced-books.ts';
import type { LoanReceipt } from '@kerb/domain/agreements/loan-receipts.ts';
import type { Day, Moment } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { type Account, accountNames, type Entry } from '@kerb/domain/payments/ledger.ts';
import type { PaymentState } from '@kerb/domain/vocabulary/payment-state.ts';

/** What went through a campaign's accounts in all, which no balance shows. */
export const turnovers = ['settled', 'transferred', 'returned', 'repaid', 'collected'] as const;

/**
 * A campaign's balances in every account, as the database keeps them with each ledger entry. `settled` is the amount
 * of the valid invoices that are paid in full, `transferred` what its organisation received and its bank
 * did not send back, `returned` what was
 * returned to the payer. `repaid` is the principal of a loan that was repaid or written off, `collected` that with
 * fees and interest.
 */
export type Books = Record<Account | (typeof turnovers)[number], Cents> & {
  /** Since when something is owed to the organisation; null if nothing is. */
  owedSince: Moment | null;
  /** Counts the events of the ledger. */
  version: number;
  /** Repayments of the loan and rests that were written off, by day. */
  receipts: readonly LoanReceipt[];
  /** The due day of the loan's last variation that every payer has signed; null if there is none. */
  variedDue: Day | null;
};

const zeros = Object.fromEntries([...accountNames, ...turnovers].map((name) => [name, 0])) as Omit<
  Books,
  'owedSince' | 'version' | 'receipts' | 'variedDue'
>;
/** The books of a campaign without any event. */
export const emptyBooks: Books = { ...zeros, owedSince: null, version: 0, receipts: [], variedDue: null };

/** The figures that every screen, message and document says. Each is read from the ledger, and from nothing else. */
export type CampaignMoney = {
  /** Paid on valid invoices. */
  paid: Cents;
  /** Still to pay on valid invoices. */
  due: Cents;
  /** The payer's money that we hold. */
  held: Cents;
  /** Requested from the card gateway as a refund, and not confirmed yet. */
  underRefund: Cents;
  /** Kept for the organisation, and not ordered from the bank. */
  kept: Cents;
  /** Ordered from the bank, and not confirmed as transferred. */
  onItsWay: Cents;
  /** Owed to the organisation: kept for it, or on its way. */
  owed: Cents;
  transferred: Cents;
  returned: Cents;
  /** Fees, surcharges and their tax. */
  earned: Cents;
  discounts: Cents;
  /** Lent by signed agreements and not transferred yet. */
  agreed: Cents;
  /** Transferred to the organisation as a loan, also if it was repaid since. */
  lent: Cents;
  shortfall: Cents;
};

/** Minus zero would be written and compared as another number. */
const opposite = (amount: Cents): Cents => (amount === 0 ? 0 : -amount);

export const moneyOf = (books: Books): CampaignMoney => ({
  paid: books.settled - books.received,
  due: books.payer,
  held: opposite(books.held),
  underRefund: opposite(books.refunds),
  kept: opposite(books.organisation),
  onItsWay: opposite(books.transit),
  owed: opposite(books.organisation + books.transit),
  transferred: books.transferred,
  returned: books.returned,
  earned: opposite(books.fees + books.tax),
  discounts: books.discounts,
  agreed: books.agreed,
  lent: books.loans + books.carried + books.repaid,
  shortfall: books.shortfall,
});

/** The accounts into which an invoice that is paid in full is divided. */
const dividedInto: ReadonlySet<Account> = new Set<Account>(['organisation', 'fees', 'tax', 'discounts']);

/** The balances after further entries about invoices, as the database would add them up. */
export function booksAfter(books: Books, entries: readonly Entry[]): Books {
  const after = { ...books };
  for (const { account, amount, invoiceId } of entries) {
    after[account] += amount;
    if (invoiceId !== null && dividedInto.has(account)) after.settled -= amount;
  }
  return after;
}

/** How far the campaign's invoices are paid. The database computes the same column from the same balances. */
export function paymentStateOf(books: Books): PaymentState {
  if (books.refunds < 0) return 'refunding';
  if (isPaidInFull(books)) return 'paid';
  return hasPaidInvoices(books) ? 'part' : 'none';
}

/** Whether any of the payer's money is with us or was passed on: then budget, fee and option are locked. */
export const hasMoney = ({ settled, received, held, refunds, transit, transferred }: Books): boolean =>
  settled - received - held - refunds > 0 || transit < 0 || transferred > 0;
