import type { MoveName } from '@kerb/domain/payments/ledger-moves.ts';

type Row = { cause: string; moves: readonly MoveName[]; key: string | null };

/** What a plan does to invoices: see `planMoney`. */
const planned = ['bill', 'unbill', 'apply', 'unapply', 'divide', 'undivide'] as const satisfies readonly MoveName[];

/**
 * Every event of the ledger: its cause, the moves that it may be made of, and its key. The key is unique in the
 * database, so the same fact is never recorded twice. {version} is the version of the campaign's balances before it.
 */
// biome-ignore format: a table
export const ledgerEvents = {
  invoice:            { cause: 'A bank transfer is chosen, so the payer is invoiced',            moves: planned,                    key: 'invoice:{campaign}:{version}' },
  payment:            { cause: 'A card is charged, or money that came another way is recorded',  moves: ['receive', ...planned],    key: 'payment:{payment}' },
  void:               { cause: 'A payment without a card is voided, or its statement match undone', moves: ['takeBack', ...planned], key: 'void:{payment}' },
  'refund-requested': { cause: 'A card payment is voided, or a part of it refunded: the card gateway is asked for the refund', moves: ['setAside', 'keepFee', ...planned], key: 'refund:{refund}' },
  'refund-refused':   { cause: 'The card gateway refuses a refund',                              moves: ['putBack', 'waiveFee', ...planned], key: 'refund-refused:{refund}' },
  refunded:           { cause: 'The card gateway confirms a refund',                             moves: ['refunded'],               key: 'refunded:{refund}' },
  'refund-failed':    { cause: 'A confirmed refund fails later: the payer’s bank does not take it', moves: ['refundFailed', 'waiveFee', ...planned], key: 'refund-failed:{refund}' },
  'part-refund':      { cause: 'A part of a payment that did not come by card goes back to the payer', moves: ['takeBack', 'keepFee', ...planned], key: 'part-refund:{refund}' },
  'void-invoice':     { cause: 'An admin voids an unpaid invoice',                               moves: ['unbill'],                 key: 'void-invoice:{invoice}' },
  change:             { cause: 'Budget, fee or option changed',                                  moves: planned,                    key: 'change:{campaign}:{version}' },
  end:                { cause: 'The campaign is cancelled or declined',                          moves: planned,                    key: 'end:{campaign}:{version}' },
  reopen:             { cause: 'A campaign that ended is open again',                            moves: planned,                    key: 'reopen:{campaign}:{version}' },
  lend:               { cause: 'The agreement of a loan is signed',                              moves: ['lend'],                   key: 'lend:{campaign}:{version}' },
  unlend:             { cause: 'A signed campaign goes back, or ends, before its funds are ordered', moves: ['unlend'],             key: 'unlend:{campaign}:{version}' },
  order:              { cause: 'A batch is approved',                                            moves: ['order'],                  key: 'order:{batch}:{campaign}' },
  unorder:            { cause: 'An approved batch is discarded',                                 moves: ['unorder', 'clearShortfall'], key: 'unorder:{batch}:{campaign}' },
  transfer:           { cause: 'A batch is marked as transferred, or a transfer is recorded by hand', moves: ['transfer', 'transferByHand'], key: 'transfer:{batch}:{campaign}, or transfer:{campaign}:{version}' },
  bounce:             { cause: 'The bank sent a payment of a batch back',                        moves: ['bounce'],                 key: 'bounce:{batch}:{campaign}' },
  charge:             { cause: 'A loan is drawn, so its fees are charged, or its fees change later', moves: ['charge', 'uncharge'],    key: 'charge:{campaign}:{line}:{version}' },
  interest:           { cause: 'A day of a loan has ended. A job writes it once for each loan and day', moves: ['accrue'],           key: 'interest:{campaign}:{day}' },
  'interest-change':  { cause: 'The dates of a loan or its money change the interest of past days', moves: ['accrue', 'unaccrue'],   key: 'interest-change:{campaign}:{day}:{version}' },
  repayment:          { cause: 'Money for a drawn loan is recorded',                             moves: ['receive', 'repay', 'recover'], key: 'repayment:{payment}' },
  'repayment-void':   { cause: 'A repayment is voided, or its statement match undone',           moves: ['unrepay', 'unrecover', 'takeBack'], key: 'repayment-void:{payment}' },
  'repayment-change': { cause: 'The dates of a loan or other money divide a repayment anew',     moves: ['repay', 'unrepay', 'recover', 'unrecover'], key: 'repayment-change:{campaign}:{version}' },
  'write-off':        { cause: 'A rest of a loan is written off, divided anew, or owed again', moves: ['writeOff', 'unwriteOff'], key: 'write-off:{campaign}:{version}' },
  carry:              { cause: 'An upgrade: the loan was paid out or repaid before the ledger recorded it', moves: ['carry', 'uncarry'], key: 'carry:{campaign}:{version}' },
  return:             { cause: 'An admin records a return of held money',                        moves: ['giveBack'],               key: 'return:{campaign}:{version}' },
  payout:             { cause: 'A statement line is matched with a payout or a debit of the card gateway', moves: ['payout', 'gatewayDebit', 'gatewayFee', 'intoOperating', 'intoTrust'], key: null },
  movement:           { cause: 'Money was moved between the trust account and the operating account', moves: ['intoOperating', 'intoTrust'], key: null },
  landing:            { cause: 'The money of a payment came into the operating account',         moves: ['intoOperating'],          key: 'landing:{payment}:{count}' },
  reversal:           { cause: 'A payout, a movement or a landing no longer counts: its entries with opposite signs', moves: [],    key: null },
  opening:            { cause: 'An upgrade of the ledger, once for each campaign',               moves: ['toTrust', 'toOperating'], key: 'opening:{step}:{campaign}' },
  release:            { cause: 'Before that upgrade: the campaign ended, and its money was held', moves: [],                        key: null },
} as const satisfies Record<string, Row>;

export type LedgerEvent = keyof typeof ledgerEvents;
export const ledgerEventNames = Object.keys(ledgerEvents) as [LedgerEvent, ...LedgerEvent[]];
/** The events whose entries come from moves. */
export type MovedEvent = Exclude<LedgerEvent, 'reversal' | 'opening' | 'release'>;
