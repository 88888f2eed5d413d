import type { Account } from '@kerb/domain/payments/ledger.ts';
import type { LedgerEvent } from '@kerb/domain/payments/ledger-events.ts';

export const accountClasses = ['asset', 'liability', 'equity', 'income', 'expense'] as const;
export type AccountClass = (typeof accountClasses)[number];
export const accountClassLabels: Record<AccountClass, string> = {
  asset: 'Asset',
  liability: 'Liability',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expense',
};

/** The accounts of the ledger as an accountant reads them. */
// biome-ignore format: a table
export const bookAccounts: Record<Account, { label: string; class: AccountClass }> = {
  gateway:      { label: 'Card gateway',                     class: 'asset'     },
  trust:        { label: 'Trust account',                    class: 'asset'     },
  bank:         { label: 'Operating money',                  class: 'asset'     },
  operating:    { label: 'Operating account',                class: 'asset'     },
  elsewhere:    { label: 'Received elsewhere',               class: 'asset'     },
  payer:        { label: 'Invoiced to payers',               class: 'asset'     },
  billed:       { label: 'Invoiced, not received',           class: 'liability' },
  received:     { label: 'Part payments',                    class: 'liability' },
  held:         { label: 'Held for payers',                  class: 'liability' },
  refunds:      { label: 'Under refund',                     class: 'liability' },
  organisation: { label: 'Kept for organisations',           class: 'liability' },
  transit:      { label: 'On its way to organisations',      class: 'liability' },
  fees:         { label: 'Service fees and surcharges',      class: 'income'    },
  tax:          { label: 'GST',                              class: 'liability' },
  discounts:    { label: 'Discounts',                        class: 'expense'   },
  agreed:       { label: 'Loans signed, not transferred',    class: 'asset'     },
  loans:        { label: 'Loans',                            class: 'asset'     },
  charges:      { label: 'Loan fees owed',                   class: 'asset'     },
  accrued:      { label: 'Interest owed',                    class: 'asset'     },
  lending:      { label: 'Loan fees',                        class: 'income'    },
  interest:     { label: 'Interest',                         class: 'income'    },
  costs:        { label: 'Card gateway fees',                class: 'expense'   },
  writeoffs:    { label: 'Write-offs',                       class: 'expense'   },
  carried:      { label: 'Carried over from before',         class: 'equity'    },
  shortfall:    { label: 'Overpaid to organisations',        class: 'asset'     },
};

/** The kind of a posting. */
// biome-ignore format: a table
export const postingKinds: Record<LedgerEvent, string> = {
  invoice:            'Invoice',
  payment:            'Payment',
  void:               'Payment voided',
  'refund-requested': 'Refund requested',
  'refund-refused':   'Refund refused',
  refunded:           'Refunded',
  'refund-failed':    'Refund failed',
  'part-refund':      'Refunded in part',
  'void-invoice':     'Invoice voided',
  change:             'Budget, fee or option changed',
  end:                'Campaign ended',
  reopen:             'Campaign opened again',
  lend:               'Loan signed',
  unlend:             'Loan ended before transfer',
  order:              'Batch approved',
  unorder:            'Batch discarded',
  transfer:           'Transferred to organisation',
  bounce:             'Sent back by the bank',
  charge:             'Loan fee',
  interest:           'Interest of a day',
  'interest-change':  'Interest changed',
  repayment:          'Repayment',
  'repayment-void':   'Repayment voided',
  'repayment-change': 'Repayment divided anew',
  'write-off':        'Write-off',
  carry:              'Carried over from before',
  return:             'Returned to payer',
  payout:             'Payout of the card gateway',
  movement:           'Moved between bank accounts',
  landing:            'Came into the operating account',
  reversal:           'Reversed',
  opening:            'Opening balance',
  release:            'Released to payer',
};
