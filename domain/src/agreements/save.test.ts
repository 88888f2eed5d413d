import type { Standing } from '@kerb/domain/access/actor.ts';
import {
  type AgreementFieldName,
  type AgreementValues,
  agreementFieldNames,
  agreementFields,
} from '@kerb/domain/agreements/agreement-fields.ts';
import { type FieldGroupName, fieldGroups } from '@kerb/domain/agreements/field-groups.ts';
import { moneyLockWords } from '@kerb/domain/agreements/money-lock.ts';
import { decideSave, hiddenFields, mayChangeGroup, maySee } from '@kerb/domain/agreements/save.ts';
import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

/** Every field has a distinct value, so that no two are equal because both are null. Nobody has signed. */
const filled = {
  ...Object.fromEntries(agreementFieldNames.map((name, place) => [name, place + 1])),
  campaignFinanceSignatureDate: null,
} as unknown as AgreementValues;
const campaignIn = (status: AgreementStatus) => ({ ...filled, status });

/** The fields that a client of this standing receives and can send back. */
function seenBy(who: Standing): Partial<AgreementValues> {
  const hidden = new Set(hiddenFields(who));
  return Object.fromEntries(Object.entries(filled).filter(([name]) => !hidden.has(name as AgreementFieldName)));
}

describe('a whole campaign sent back unchanged', () => {
  it.each(['admin', 'manager', 'employee', 'vendor'] as const)(
    'changes nothing and is not refused, from a %s',
    (who) => {
      for (const status of agreementStatuses) {
        expect(decideSave(campaignIn(status), seenBy(who), who)).toEqual({ ok: true, value: {} });
      }
    },
  );

  it('saves the one field that differs', () => {
    const sent = { ...seenBy('employee'), campaignBudget: 4_300_00 };
    expect(decideSave(campaignIn('draft'), sent, 'employee')).toEqual({
      ok: true,
      value: { campaignBudget: 4_300_00 },
    });
  });
});

describe('a save that is not allowed', () => {
  it('is refused as a whole, naming only the fields at fault', () => {
    const sent = { campaignBudgetDescription: 'Photos', serviceFee: 1, name: 'Elsewhere' };
    expect(decideSave(campaignIn('draft'), sent, 'employee')).toEqual({
      ok: false,
      code: 'not-changeable',
      because: 'Some of these details cannot be changed now.',
      validation: {
        name: [{ type: 'notValid', message: 'This cannot be changed here now.' }],
        serviceFee: [{ type: 'notValid', message: 'This cannot be changed here now.' }],
      },
    });
  });

  it('covers every field that the product sets, for an admin too', () => {
    for (const name of agreementFieldNames.filter((each) => agreementFields[each].group === null)) {
      const decision = decideSave(campaignIn('draft'), { [name]: 'other' }, 'admin');
      expect([name, decision.ok]).toEqual([name, false]);
    }
  });

  it.each(['manager', 'employee', 'vendor'] as const)(
    'tells a %s nothing about a hidden field, whether the guess is right or wrong',
    (who) => {
      for (const name of hiddenFields(who)) {
        const right = decideSave(campaignIn('draft'), { [name]: filled[name] }, who);
        const wrong = decideSave(campaignIn('draft'), { [name]: 'other' }, who);
        expect(right.ok).toBe(false);
        expect(right).toEqual(wrong);
      }
    },
  );

  it('clears a field only if it could change it', () => {
    expect(decideSave(campaignIn('draft'), { campaignBudget: null }, 'manager').ok).toBe(true);
    expect(decideSave(campaignIn('approved'), { campaignBudget: null }, 'manager').ok).toBe(false);
  });
});

describe('a budget or date that a payer may already know', () => {
  it.each(['waiting-invite', 'waiting-info', 'rejected'] as const)(
    'can be changed but not cleared while %s',
    (status) => {
      expect(decideSave(campaignIn(status), { campaignBudget: 9 }, 'manager').ok).toBe(true);
      expect(decideSave(campaignIn(status), { campaignBudget: 0, campaignPlannedStartDate: null }, 'manager')).toEqual({
        ok: false,
        code: 'needed-once-sent',
        because:
          'The following information must be added before the agreement can be sent to a vendor for review: ' +
          'Marketing Budget, Funding Request Date',
        validation: {
          campaignBudget: [
            { type: 'isEmpty', message: 'Marketing Budget is required once the campaign has been sent.' },
          ],
          campaignPlannedStartDate: [
            { type: 'isEmpty', message: 'Funding Request Date is required once the campaign has been sent.' },
          ],
        },
      });
    },
  );
});

describe('the statuses in which a group of fields may be changed', () => {
  // Columns in progress order, as in the list of statuses: cancelled first, complete last.
  // biome-ignore format: a table
  const grid: [FieldGroupName, Standing, string][] = [
    //                         c r d i n a p s e w t c
    ['title',      'admin',    '✓ ✓ ✓ ✓ ✓ ✓ ✓ . . ✓ ✓ ✓'],
    ['title',      'manager',  '✓ ✓ ✓ ✓ ✓ ✓ ✓ . . ✓ ✓ ✓'],
    ['title',      'employee', '. . . . . . . . . . . .'],
    ['title',      'vendor',   '. . . . . . . . . . . .'],
    ['nextAction', 'admin',    '✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓'],
    ['nextAction', 'manager',  '. . . . . . . . . . . .'],
    ['nextAction', 'employee', '. . . . . . . . . . . .'],
    ['nextAction', 'vendor',   '. . . . . . . . . . . .'],
    ['flag',       'admin',    '✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓'],
    ['flag',       'manager',  '✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓'],
    ['flag',       'employee', '✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓'],
    ['flag',       'vendor',   '. . . . . . . . . . . .'],
    ['marketing',  'admin',    '. ✓ ✓ ✓ ✓ . . . . . . .'],
    ['marketing',  'manager',  '. ✓ ✓ ✓ ✓ . . . . . . .'],
    ['marketing',  'employee', '. ✓ ✓ ✓ ✓ . . . . . . .'],
    ['marketing',  'vendor',   '. . . . . . . . . . . .'],
    ['funding',    'admin',    '✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓'],
    ['funding',    'manager',  '. . . . . . . . . . . .'],
    ['funding',    'employee', '. . . . . . . . . . . .'],
    ['funding',    'vendor',   '. . . . . . . . . . . .'],
    ['sale',       'admin',    '. . ✓ ✓ ✓ ✓ ✓ . . . . ✓'],
    ['sale',       'manager',  '. . ✓ ✓ ✓ ✓ ✓ . . . . ✓'],
    ['sale',       'employee', '. . ✓ ✓ ✓ ✓ ✓ . . . . ✓'],
    ['sale',       'vendor',   '. . . . . . . . . . . .'],
    ['option',     'admin',    '. . ✓ ✓ ✓ ✓ . . . . . .'],
    ['option',     'manager',  '. . . . . . . . . . . .'],
    ['option',     'employee', '. . . . . . . . . . . .'],
    ['option',     'vendor',   '. . . . . . . . . . . .'],
    ['contacts',   'admin',    '✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓'],
    ['contacts',   'manager',  '✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓'],
    ['contacts',   'employee', '✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓'],
    ['contacts',   'vendor',   '. . . . . . . . . . . .'],
    ['listing',    'admin',    '✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓'],
    ['listing',    'manager',  '✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓'],
    ['listing',    'employee', '✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓'],
    ['listing',    'vendor',   '. . . . . . . . . . . .'],
    ['notes',      'admin',    '✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓'],
    ['notes',      'manager',  '. . . . . . . . . . . .'],
    ['notes',      'employee', '. . . . . . . . . . . .'],
    ['notes',      'vendor',   '. . . . . . . . . . . .'],
    ['terms',      'admin',    '. ✓ ✓ ✓ ✓ ✓ ✓ . . . . .'],
    ['terms',      'manager',  '. . . . . . . . . . . .'],
    ['terms',      'employee', '. . . . . . . . . . . .'],
    ['terms',      'vendor',   '. . . . . . . . . . . .'],
    ['lending',    'admin',    '✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓'],
    ['lending',    'manager',  '. . . . . . . . . . . .'],
    ['lending',    'employee', '. . . . . . . . . . . .'],
    ['lending',    'vendor',   '. . . . . . . . . . . .'],
    ['loanDates',  'admin',    '. . . . . . . ✓ ✓ ✓ ✓ ✓'],
    ['loanDates',  'manager',  '. . . . . . . . . . . .'],
    ['loanDates',  'employee', '. . . . . . . . . . . .'],
    ['loanDates',  'vendor',   '. . . . . . . . . . . .'],
    ['saleEnd',    'admin',    '. . . . . . . ✓ ✓ ✓ ✓ ✓'],
    ['saleEnd',    'manager',  '. . . . . . . ✓ ✓ . ✓ ✓'],
    ['saleEnd',    'employee', '. . . . . . . ✓ ✓ . ✓ ✓'],
    ['saleEnd',    'vendor',   '. . . . . . . . . . . .'],
    ['reminders',  'admin',    '. . . . . . . ✓ ✓ ✓ ✓ ✓'],
    ['reminders',  'manager',  '. . . . . . . ✓ ✓ . ✓ ✓'],
    ['reminders',  'employee', '. . . . . . . ✓ ✓ . ✓ ✓'],
    ['reminders',  'vendor',   '. . . . . . . . . . . .'],
  ];
  it.each(grid)('%s, for standing %s: %s', (group, who, expected) => {
    const actual = agreementStatuses.map((status) => (mayChangeGroup(group, who, status) ? '✓' : '.'));
    expect(actual.join(' ')).toBe(expected);
  });

  it('are defined for every group', () => {
    expect([...new Set(grid.map(([group]) => group))].sort()).toEqual(Object.keys(fieldGroups).sort());
  });

  const budgetOpenTo = (who: Standing, financeOptionCode: AgreementValues['financeOptionCode']) =>
    agreementStatuses.filter(
      (status) => decideSave({ ...campaignIn(status), financeOptionCode }, { campaignBudget: 5 }, who).ok,
    );
  const untilSubmitted = ['rejected', 'draft', 'waiting-invite', 'waiting-info'];

  it('apply to the budget in a save: locked once submitted, open again when information is requested', () => {
    for (const option of ['pn', null] as const) expect(budgetOpenTo('admin', option)).toEqual(untilSubmitted);
    for (const option of ['pn', 'pl', 'pos', null] as const) {
      expect(budgetOpenTo('manager', option)).toEqual(untilSubmitted);
    }
  });

  it('keep the terms of a declined campaign that everyone has signed', () => {
    const signed = {
      ...campaignIn('rejected'),
      campaignFinanceSignatureDate: '2026-11-15',
      financeOptionCode: 'pl',
    } as const;
    for (const change of [
      { campaignBudget: 5 },
      { interestRate: 5 },
      { campaignAdditionalAmount: 5 },
      { serviceFee: 5 },
    ]) {
      expect(decideSave(signed, change, 'admin')).toMatchObject({ ok: false, code: 'not-changeable' });
      expect(decideSave({ ...signed, campaignFinanceSignatureDate: null }, change, 'admin').ok).toBe(true);
    }
    expect(decideSave(signed, { name: 'Another' }, 'admin').ok).toBe(true);
  });

  it('let an admin correct the terms of an application until it is signed', () => {
    for (const option of ['pl', 'pos'] as const) {
      expect(budgetOpenTo('admin', option)).toEqual([...untilSubmitted, 'waiting-approval', 'approved']);
    }
  });
});

describe('a field that a person may change', () => {
  it('is one that they may see', () => {
    for (const who of ['admin', 'manager', 'employee', 'vendor'] as const) {
      const changeable = agreementFieldNames.filter((name) => {
        const { group } = agreementFields[name];
        return group !== null && mayChangeGroup(group, who, 'draft');
      });
      expect(changeable.filter((name) => !maySee(who, name))).toEqual([]);
    }
  });
});

describe('once money was received', () => {
  const words = 'Money has been received.';
  const sent = { campaignBudget: 1, financeOptionCode: 'pl', serviceFee: 1 } as const;
  const refused = (option: 'pn' | 'pl' | 'pos' | null) => {
    const decided = decideSave({ ...campaignIn('waiting-info'), financeOptionCode: option }, sent, 'admin', words);
    return decided.ok ? [] : Object.keys(decided.validation ?? {}).toSorted();
  };

  it('refuses another budget and option, and another fee where the fee is the price', () => {
    expect(refused('pos')).toEqual(['campaignBudget', 'financeOptionCode', 'serviceFee']);
    expect(refused('pn')).toEqual(['campaignBudget', 'financeOptionCode']);
    expect(refused(null)).toEqual(['campaignBudget', 'financeOptionCode']);
    expect(refused('pl')).toEqual(['campaignBudget']);
  });

  it('says why under the field, in any status, and whatever else is refused', () => {
    for (const status of agreementStatuses) {
      const decided = decideSave(campaignIn(status), { campaignBudget: 1, sentDate: 'x' }, 'manager', words);
      expect(decided).toMatchObject({
        code: 'money-received',
        because: words,
        validation: {
          campaignBudget: [{ type: 'notValid', message: words }],
          sentDate: [{ message: 'This cannot be changed here now.' }],
        },
      });
    }
  });

  it('accepts the values that are stored', () => {
    expect(decideSave(campaignIn('approved'), seenBy('admin'), 'admin', words)).toEqual({ ok: true, value: {} });
  });
});

describe('the sentence about money that was received', () => {
  it.each([
    ['admin', 'Use ‘Change after payment’, which shows what happens to it.'],
    ['manager', 'please call us on 1300 665 136.'],
    ['employee', 'please call us on 1300 665 136.'],
    ['vendor', 'please call Harbour Estate or us on 1300 665 136.'],
  ] as const)('tells a %s what to do', (standing, says) => {
    const whom = { organisation: 'Harbour Estate', supportPhone: '1300 665 136' };
    expect(moneyLockWords(standing, whom)).toContain(says);
    expect(moneyLockWords(standing, whom)).toContain('Money has been received for this campaign.');
  });
});
