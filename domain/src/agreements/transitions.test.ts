import type { Standing } from '@kerb/domain/access/actor.ts';
import {
  decideStatusChange,
  endsPaymentLinks,
  loanPaidOut,
  loanRepaid,
  movesAllowedFor,
  onReaching,
  type StatusActor,
  type TransitionName,
  transitions,
} from '@kerb/domain/agreements/transitions.ts';
import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

/**
 * The grids state both what is allowed and what is refused. A row is the current status, a column the new status, both
 * in progress order.
 * ✓ allowed · ? allowed if the campaign is ready to be sent · . refused · = already in this status
 */
// biome-ignore format: a table
const columns: AgreementStatus[] = [
  'cancelled', 'rejected', 'draft', 'waiting-invite', 'waiting-info', 'waiting-approval',
  'approved', 'signed', 'executed', 'withdrawn', 'waiting-settlement', 'complete',
];
// biome-ignore format: a table
const staff = {
  'cancelled':          '= . . . . . . . . . . .',
  'rejected':           '. = . . . . . . . . . .',
  'draft':              '✓ . = ? . . . . . . . .',
  'waiting-invite':     '✓ . . = . . . . . . . .',
  'waiting-info':       '. . . . = . . . . . . .',
  'waiting-approval':   '. . . . . = . . . . . .',
  'approved':           '. . . . . . = . . . . .',
  'signed':             '. . . . . . . = . . . .',
  'executed':           '. . . . . . . . = . . .',
  'withdrawn':          '. . . . . . . . . = . .',
  'waiting-settlement': '. . . . . . . . . . = .',
  'complete':           '. . . . . . . . . . . =',
};
// biome-ignore format: a table
const grids: Record<StatusActor, Record<AgreementStatus, string>> = {
  admin: {
    'cancelled':          '= ✓ ✓ ? ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓',
    'rejected':           '✓ = ✓ ? ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓',
    'draft':              '✓ ✓ = ? ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓',
    'waiting-invite':     '✓ ✓ ✓ = ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓',
    'waiting-info':       '✓ ✓ ✓ ? = ✓ ✓ ✓ ✓ ✓ ✓ ✓',
    'waiting-approval':   '✓ ✓ ✓ ? ✓ = ✓ ✓ ✓ ✓ ✓ ✓',
    'approved':           '✓ ✓ ✓ ? ✓ ✓ = ✓ ✓ ✓ ✓ ✓',
    'signed':             '✓ ✓ ✓ ? ✓ ✓ ✓ = ✓ ✓ ✓ ✓',
    'executed':           '✓ ✓ ✓ ? ✓ ✓ ✓ ✓ = ✓ ✓ ✓',
    'withdrawn':          '✓ ✓ ✓ ? ✓ ✓ ✓ ✓ ✓ = ✓ ✓',
    'waiting-settlement': '✓ ✓ ✓ ? ✓ ✓ ✓ ✓ ✓ ✓ = ✓',
    'complete':           '✓ ✓ ✓ ? ✓ ✓ ✓ ✓ ✓ ✓ ✓ =',
  },
  manager: staff,
  employee: staff,
  vendor: {
    'cancelled':          '= . . . . . . . . . . .',
    'rejected':           '. = . . . . . . . . . .',
    'draft':              '. . = . . . . . . . . .',
    'waiting-invite':     '. . . = . . . . . . . .',
    'waiting-info':       '. . . . = . . . . . . .',
    'waiting-approval':   '✓ . . . . = . . . . . .',
    'approved':           '✓ . . . . . = . . . . .',
    'signed':             '. . . . . . . = . . . .',
    'executed':           '. . . . . . . . = . . .',
    'withdrawn':          '. . . . . . . . . = . .',
    'waiting-settlement': '. . . . . . . . . . = .',
    'complete':           '. . . . . . . . . . . =',
  },
  product: {
    'cancelled':          '= . . . . . . . . . . .',
    'rejected':           '. = . . . . . . . . . .',
    'draft':              '. . = . . . . . . . . .',
    'waiting-invite':     '. . . = . ✓ ✓ . . . . .',
    'waiting-info':       '. . . . = ✓ . . . . . .',
    'waiting-approval':   '. . . . . = ✓ . . . . .',
    'approved':           '. . . . . ✓ = ✓ . . . ✓',
    'signed':             '. . . . . . . = ✓ ✓ ✓ ✓',
    'executed':           '. . . . . . . . = ✓ ✓ ✓',
    'withdrawn':          '. . . . . . . . ✓ = ✓ ✓',
    'waiting-settlement': '. . . . . . . . ✓ ✓ = ✓',
    'complete':           '. . . . . . . . ✓ ✓ ✓ =',
  },
};

const ready = { campaignBudget: 4_200_00, campaignPlannedStartDate: '2026-11-20' };
const unready = { campaignBudget: null, campaignPlannedStartDate: null };

function verdict(standing: StatusActor, from: AgreementStatus, to: AgreementStatus): string {
  const whenReady = decideStatusChange({ status: from, ...ready }, to, standing);
  const whenUnready = decideStatusChange({ status: from, ...unready }, to, standing);
  const code = whenReady.ok ? 'ok' : whenReady.code;
  const unreadyCode = whenUnready.ok ? 'ok' : whenUnready.code;
  const signs: Record<string, string> = { ok: '✓', 'status-not-allowed': '.', 'status-unchanged': '=' };
  if (code === unreadyCode) return signs[code] ?? code;
  return code === 'ok' && unreadyCode === 'not-ready-to-send' ? '?' : `${code} or ${unreadyCode}`;
}

describe.each(Object.keys(grids) as StatusActor[])(
  'a change of status by a person of standing, or the product: %s',
  (standing) => {
    it.each(columns)('from %s is allowed or refused as the grid says', (from) => {
      expect(columns.map((to) => verdict(standing, from, to)).join(' ')).toBe(grids[standing][from]);
    });
  },
);

describe('a change of status', () => {
  it('is in the grid for every status', () => {
    expect(columns).toEqual([...agreementStatuses]);
  });

  it('returns the new status', () => {
    expect(decideStatusChange({ status: 'draft', ...ready }, 'waiting-invite', 'employee')).toEqual({
      ok: true,
      value: 'waiting-invite',
    });
  });

  const verdictOf = (facts: Parameters<typeof decideStatusChange>[0], to: AgreementStatus, actor: StatusActor) => {
    const verdict = decideStatusChange(facts, to, actor);
    return verdict.ok ? 'ok' : verdict.because;
  };

  it('never goes back while the funds are on their way to the organisation', () => {
    const paid = { status: 'approved', ...ready, books: { transit: -420_000, loans: 0 } } as const;
    const refusal = 'The funds are on their way to the organisation. Discard their batch first.';
    for (const to of ['cancelled', 'rejected', 'draft', 'waiting-info', 'waiting-approval'] as const) {
      expect(verdictOf(paid, to, 'admin')).toBe(refusal);
    }
    expect(verdictOf(paid, 'cancelled', 'vendor')).toBe(refusal);
    expect(verdictOf(paid, 'waiting-approval', 'product')).toBe(refusal);
    expect(verdictOf(paid, 'complete', 'product')).toBe('ok');
    expect(verdictOf({ ...paid, books: { transit: 0, loans: 0 } }, 'cancelled', 'admin')).toBe('ok');
  });

  it('never goes back to before the signature once the loan was paid out', () => {
    const lent = { status: 'executed', ...ready, books: { transit: 0, loans: 420_000 } } as const;
    const refused = agreementStatuses.filter((to) => verdictOf(lent, to, 'admin') === loanPaidOut);
    expect(refused).toEqual(['draft', 'waiting-invite', 'waiting-info', 'waiting-approval', 'approved']);
    expect(verdictOf({ ...lent, status: 'cancelled' }, 'draft', 'admin')).toBe(loanPaidOut);
    const repaid = { transit: 0, loans: 0, repaid: 420_000 };
    const before = { transit: 0, loans: 0, carried: 420_000 };
    for (const books of [repaid, before]) {
      expect(verdictOf({ ...lent, status: 'complete', books }, 'draft', 'admin')).toBe(loanPaidOut);
      expect(verdictOf({ ...lent, status: 'complete', books }, 'executed', 'admin')).toBe('ok');
    }
    const inPart = { ...lent, books: { transit: 0, loans: 0, repaid: 0, collected: 100 } };
    const kept = agreementStatuses.filter((to) => verdictOf(inPart, to, 'admin') === loanRepaid);
    expect(kept).toEqual([
      'cancelled',
      'rejected',
      'draft',
      'waiting-invite',
      'waiting-info',
      'waiting-approval',
      'approved',
    ]);
  });

  it('back by a payer is refused once they have paid, but allowed to staff', () => {
    const facts = { status: 'approved', ...ready, paymentState: 'paid' } as const;
    expect(decideStatusChange(facts, 'cancelled', 'vendor')).toMatchObject({ ok: false, code: 'already-paid' });
    expect(decideStatusChange(facts, 'cancelled', 'admin').ok).toBe(true);
  });

  it('to Sent without a budget names what is missing in the specified words, also for an admin', () => {
    const refused = { ok: false, code: 'not-ready-to-send' };
    const because =
      'The following information must be added before the agreement can be sent to a vendor for review: Marketing Budget, Funding Request Date';
    for (const standing of ['admin', 'manager', 'employee'] as const) {
      expect(decideStatusChange({ status: 'draft', ...unready }, 'waiting-invite', standing)).toEqual({
        ...refused,
        because,
      });
    }
  });

  it('to approved requires the lending rules, for every actor', () => {
    const refused = { ok: false, code: 'not-approvable', because: 'Please check all required information.' } as const;
    for (const from of ['waiting-approval', 'waiting-info', 'draft', 'signed'] as const) {
      expect(decideStatusChange({ status: from, ...ready, approval: refused }, 'approved', 'admin')).toEqual(refused);
      expect(decideStatusChange({ status: from, ...ready, approval: refused }, 'cancelled', 'admin').ok).toBe(true);
    }
  });

  it('that is not in the table is refused with a readable sentence', () => {
    expect(decideStatusChange({ status: 'draft', ...ready }, 'complete', 'vendor')).toEqual({
      ok: false,
      code: 'status-not-allowed',
      because: 'The campaign cannot be moved to that status from its current status.',
    });
    expect(decideStatusChange({ status: 'draft', ...ready }, 'draft', 'admin')).toEqual({
      ok: false,
      code: 'status-unchanged',
      because: 'The campaign already has that status.',
    });
  });
});

describe('the buttons of the sidebar', () => {
  // biome-ignore format: a table
  const buttons: [Standing, AgreementStatus, TransitionName[]][] = [
    ['admin',    'draft',            ['markAsSent', 'markAsCancelled', 'decline']],
    ['admin',    'waiting-invite',   ['markAsCancelled', 'requestInformation', 'decline']],
    ['admin',    'waiting-approval', ['markAsCancelled', 'requestInformation', 'decline']],
    ['admin',    'waiting-info',     ['markAsCancelled', 'closeRequest', 'decline']],
    ['admin',    'executed',         ['markAsCancelled', 'decline']],
    ['admin',    'complete',         []],
    ['admin',    'cancelled',        []],
    ['admin',    'rejected',         []],
    ['manager',  'draft',            ['markAsSent', 'cancel']],
    ['employee', 'draft',            ['markAsSent', 'cancel']],
    ['employee', 'waiting-invite',   ['cancel']],
    ['manager',  'waiting-approval', []],
    ['vendor',   'draft',            []],
    ['vendor',   'waiting-approval', ['cancelApplication']],
    ['vendor',   'approved',         ['cancelApplication']],
    ['vendor',   'signed',           []],
  ];
  it.each(buttons)('for a person of standing %s in %s are %j', (standing, from, expected) => {
    expect(movesAllowedFor(standing, from)).toEqual(expected);
  });

  it('have the specified labels', () => {
    expect(Object.fromEntries(Object.entries(transitions).map(([name, { label }]) => [name, label]))).toEqual({
      markAsSent: 'Mark As Sent',
      cancel: 'Cancel',
      cancelApplication: 'Cancel Application',
      markAsCancelled: 'Mark as Cancelled',
      requestInformation: 'Information Requested',
      closeRequest: 'Close Request',
      decline: 'Mark as Declined',
      approve: 'Approve',
      awaitTransfer: 'Bank Transfer Chosen',
      answerRequest: 'Information Provided',
      sign: 'Agreement Signed',
      acceptPayment: 'Paid Upfront',
      takePaymentBack: 'Payment Taken Back',
      passFundsOn: 'Funds Transferred',
      drawDown: 'Funds Drawn',
      awaitSettlement: 'Settlement Date Set',
      withdrawFromSale: 'Withdrawn From Sale',
      repay: 'Loan Repaid',
    });
  });
});

describe('reaching a status', () => {
  const statusesWith = (part: 'stamps' | 'effects', name: string) =>
    agreementStatuses.filter((status) => (onReaching[status][part] as readonly string[]).includes(name));

  it('ends the payment links if the campaign is over, and issues them when it is sent', () => {
    expect(statusesWith('effects', 'endPaymentLinks')).toEqual(['cancelled', 'rejected', 'complete']);
    expect(agreementStatuses.filter(endsPaymentLinks)).toEqual(['cancelled', 'rejected', 'complete']);
    expect(statusesWith('effects', 'issuePaymentLinks')).toEqual(['waiting-invite']);
    expect(statusesWith('effects', 'notifyPayers')).toEqual(['cancelled', 'rejected', 'waiting-info', 'approved']);
  });

  it('writes the date of each step', () => {
    expect(statusesWith('stamps', 'sentDate')).toEqual(['waiting-invite']);
    expect(statusesWith('stamps', 'submitDate')).toEqual(['waiting-approval']);
    expect(statusesWith('stamps', 'approvedDate')).toEqual(['approved']);
    expect(statusesWith('stamps', 'loanSigned')).toEqual(['signed', 'executed', 'withdrawn', 'waiting-settlement']);
  });

  it('voids the signatures exactly when it removes the figures of the signed loan', () => {
    const unsigned = ['draft', 'waiting-invite', 'waiting-info', 'waiting-approval', 'approved'];
    expect(statusesWith('effects', 'voidSignatures')).toEqual(unsigned);
    expect(statusesWith('stamps', 'loanUnsigned')).toEqual(unsigned);
  });

  it('approves a campaign that was paid during an information request, and completes one that was transferred', () => {
    const lasts = agreementStatuses.map((status) => [status, onReaching[status].last]).filter(([, last]) => last);
    expect(lasts).toEqual([
      ['waiting-approval', 'approvePaidUpfront'],
      ['approved', 'completePaidUpfront'],
    ]);
  });

  it('first brings invoices, money and the loan in line with what the campaign asks for in that status', () => {
    expect(statusesWith('effects', 'bringMoneyInLine')).toEqual([...agreementStatuses]);
    expect(statusesWith('effects', 'keepLoanInBooks')).toEqual([...agreementStatuses]);
    const firsts = agreementStatuses.map((status) => onReaching[status].effects.slice(0, 2).join());
    expect(new Set(firsts)).toEqual(new Set(['bringMoneyInLine,keepLoanInBooks']));
  });
});
