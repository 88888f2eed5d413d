import { standingMay } from '@kerb/domain/access/access-scope.ts';
import type { Standing } from '@kerb/domain/access/actor.ts';
import {
  type ActionFacts,
  type ActionName,
  actionLabel,
  actionNames,
  actions,
  actionTable,
  primaryActionOf,
  type StaffRole,
  staffRoleOf,
  staffRoles,
} from '@kerb/domain/actions/primary-action.ts';
import { mayChangeGroup } from '@kerb/domain/agreements/save.ts';
import { isApprovalOpen, movesAllowedFor } from '@kerb/domain/agreements/transitions.ts';
import { allow } from '@kerb/domain/kernel/decision.ts';
import { decideSend } from '@kerb/domain/payers/payer-rules.ts';
import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { organisationTypes } from '@kerb/domain/vocabulary/organisation-types.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { describe, expect, it } from 'vitest';

const facts = (changes: Partial<ActionFacts> = {}): ActionFacts => ({
  status: 'draft',
  financeOptionCode: null,
  paymentState: 'none',
  fundsState: 'none',
  fundManually: false,
  isInBatch: false,
  isPayable: true,
  isMoneyHeld: false,
  actionSuggested: false,
  dueInDays: null,
  settlesInDays: null,
  unsent: 0,
  remindable: 0,
  ...changes,
});

const told = (role: StaffRole, changes: Partial<ActionFacts>): string | null => {
  const found = primaryActionOf(role, facts(changes));
  return found && `${found.name}${found.isDue ? '!' : ''}`;
};

type Case = [
  Partial<ActionFacts>,
  admin: string | null,
  manager: string | null,
  employee: string | null,
  supplier: string | null,
];

describe('the primary action', () => {
  // '!' marks the turn of this person. Without it the campaign waits for somebody else, and the action is possible.
  // biome-ignore format: a table
  it.each([
    [{ status: 'draft' },                                                                 'send!',           'send!',     'send!',     'send!'],
    [{ status: 'draft', financeOptionCode: 'pn' },                                        'send!',           'send!',     'send!',     'send!'],
    [{ status: 'waiting-invite', unsent: 1, remindable: 1 },                              'send!',           'send!',     'send!',     'send!'],
    [{ status: 'waiting-invite', remindable: 1 },                                         'remind',          'remind',    'remind',    'remind'],
    [{ status: 'waiting-invite', remindable: 1, actionSuggested: true },                  'remind!',         'remind!',   'remind!',   'remind!'],
    [{ status: 'waiting-invite', actionSuggested: true },                                 'followUp!',       'followUp!', 'followUp!', 'followUp!'],
    [{ status: 'waiting-invite' },                                                        null,              null,        null,        null],
    [{ status: 'waiting-info', financeOptionCode: 'pl' },                                 'closeRequest',    null,        null,        null],
    [{ status: 'waiting-approval' },                                                      'chooseOption!',   null,        null,        null],
    [{ status: 'waiting-approval', financeOptionCode: 'pl' },                             'approve!',        null,        null,        null],
    [{ status: 'waiting-approval', financeOptionCode: 'pos' },                            'approve!',        null,        null,        null],
    [{ status: 'waiting-approval', financeOptionCode: 'pn' },                             'recordPayment!',  null,        null,        null],
    [{ status: 'waiting-approval', financeOptionCode: 'pn', paymentState: 'refunding' },  null,              null,        null,        null],
    [{ status: 'approved', financeOptionCode: 'pl' },                                     null,              null,        null,        null],
    [{ status: 'approved', financeOptionCode: 'pl', remindable: 1 },                      'remind',          'remind',    'remind',    'remind'],
    [{ status: 'approved', financeOptionCode: 'pn' },                                     'recordPayment',   null,        null,        null],
    [{ status: 'approved', financeOptionCode: 'pn', paymentState: 'paid', fundsState: 'kept' }, 'addToBatch!', null,      null,        null],
    [{ status: 'approved', financeOptionCode: 'pn', paymentState: 'paid', fundsState: 'kept', isInBatch: true }, 'openBatch', null, null, null],
    [{ status: 'approved', financeOptionCode: 'pn', paymentState: 'paid', fundsState: 'on-its-way' }, null,  null,        null,        null],
    [{ status: 'signed', financeOptionCode: 'pl', fundsState: 'kept' },                   'addToBatch!',     null,        null,        null],
    [{ status: 'signed', financeOptionCode: 'pl', fundsState: 'kept', isPayable: false }, 'addToBatch',      null,        null,        null],
    [{ status: 'signed', financeOptionCode: 'pl', fundsState: 'kept', fundManually: true }, 'recordTransfer!', null,      null,        null],
    [{ status: 'executed', financeOptionCode: 'pl', fundsState: 'transferred', dueInDays: 80 }, 'settle',    'settle',    'settle',    null],
    [{ status: 'executed', financeOptionCode: 'pl', fundsState: 'transferred', dueInDays: 0 },  'repay!',    'settle',    'settle',    null],
    [{ status: 'executed', financeOptionCode: 'pos', fundsState: 'kept', dueInDays: -1 }, 'addToBatch!',     'settle',    'settle',    null],
    [{ status: 'waiting-settlement', financeOptionCode: 'pl', dueInDays: 5, settlesInDays: -2 }, 'repay',    'settle!',   'settle!',   null],
    [{ status: 'waiting-settlement', financeOptionCode: 'pl', dueInDays: -3, settlesInDays: -10 }, 'repay!', 'settle!',   'settle!',   null],
    [{ status: 'withdrawn', financeOptionCode: 'pl', dueInDays: -3 },                     'repay!',          null,        null,        null],
    [{ status: 'complete', financeOptionCode: 'pl', fundsState: 'transferred' },          null,              null,        null,        null],
    [{ status: 'complete', financeOptionCode: 'pn', fundsState: 'kept' },                 'addToBatch!',     null,        null,        null],
    [{ status: 'cancelled' },                                                             null,              null,        null,        null],
    [{ status: 'cancelled', isMoneyHeld: true },                                          'returnMoney!',    null,        null,        null],
    [{ status: 'rejected', isMoneyHeld: true },                                           'returnMoney!',    null,        null,        null],
  ] satisfies Case[])('of %j', (changes, ...expected) => {
    expect(staffRoles.map((role) => told(role, changes))).toEqual(expected);
  });

  it('names how many payers it reaches, and a deposit’s buyer', () => {
    const purpose = { campaignBudgetFundsPurpose: 'marketing', remindable: 3 } as const;
    expect(actionLabel('send', { ...purpose, unsent: 2 })).toBe('Send to 2 vendors');
    expect(actionLabel('send', { ...purpose, unsent: 0 })).toBe('Send to vendor');
    expect(actionLabel('remind', { ...purpose, unsent: 0 })).toBe('Remind 3 vendors');
    const deposit = { campaignBudgetFundsPurpose: 'deposit', remindable: 0, unsent: 1 } as const;
    expect(actionLabel('send', deposit)).toBe('Send to buyer');
    expect(actionLabel('approve', { ...purpose, unsent: 0 })).toBe('Approve');
  });

  it('is a supplier’s for its whole team, and nobody’s for a payer', () => {
    for (const type of organisationTypes) expect(staffRoleOf('vendor', type)).toBeNull();
    expect(staffRoleOf('admin', 'supplier')).toBe('admin');
    expect(staffRoleOf('manager', 'supplier')).toBe('supplier');
    expect(staffRoleOf('employee', 'supplier')).toBe('supplier');
    expect(staffRoleOf('employee', 'agency')).toBe('employee');
  });
});

/** Every place of the table: the status, and who may do what there. */
const places = agreementStatuses.flatMap((status) =>
  (['none', ...financeOptionCodes] as const).flatMap((option) =>
    staffRoles.flatMap((role) => actionTable[status][option][role].map((name) => ({ status, option, role, name }))),
  ),
);

const standingsOf = (role: StaffRole): Standing[] => (role === 'supplier' ? ['manager', 'employee'] : [role]);

/** The rule by which the server decides each action that depends on the status. */
const rules: Partial<Record<ActionName, (standing: Standing, status: AgreementStatus) => boolean>> = {
  send: (_, status) =>
    decideSend({ status, campaignBudget: 1, campaignPlannedStartDate: '2026-12-01' }, allow(null)).ok,
  closeRequest: (standing, status) => movesAllowedFor(standing, status).includes('closeRequest'),
  approve: (_, status) => isApprovalOpen(status),
  settle: (standing, status) => mayChangeGroup('saleEnd', standing, status),
  repay: (standing, status) => mayChangeGroup('loanDates', standing, status),
};

describe('the table of actions', () => {
  it('gives nobody an action without its permission', () => {
    const wrong = places.filter(({ role, name }) =>
      standingsOf(role).some((standing) => !standingMay(standing, actions[name].permission)),
    );
    expect(wrong).toEqual([]);
  });

  it('gives nobody an action that the server refuses in that status', () => {
    const wrong = places.filter(({ role, name, status }) =>
      standingsOf(role).some((standing) => rules[name]?.(standing, status) === false),
    );
    expect(wrong).toEqual([]);
  });

  it('uses every action', () => {
    expect(new Set(places.map(({ name }) => name))).toEqual(new Set(actionNames));
  });
});
