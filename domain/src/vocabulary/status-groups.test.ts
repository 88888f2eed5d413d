import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import {
  beforeApproval,
  isCancelledOrDeclined,
  notIn,
  onceSigned,
  sentBeforeApproval,
} from '@kerb/domain/vocabulary/status-groups.ts';
import { describe, expect, it } from 'vitest';

type Group = 'cancelled or declined' | 'before approval' | 'approved' | 'once signed';

// biome-ignore format: a table
const groupOf: Record<AgreementStatus, Group> = {
  cancelled:            'cancelled or declined',
  rejected:             'cancelled or declined',
  draft:                'before approval',
  'waiting-invite':     'before approval',
  'waiting-info':       'before approval',
  'waiting-approval':   'before approval',
  approved:             'approved',
  signed:               'once signed',
  executed:             'once signed',
  withdrawn:            'once signed',
  'waiting-settlement': 'once signed',
  complete:             'once signed',
};
const inGroup = (group: Group) => agreementStatuses.filter((status) => groupOf[status] === group);

describe('the groups of statuses', () => {
  it('name each status once', () => {
    expect(agreementStatuses.filter(isCancelledOrDeclined)).toEqual(inGroup('cancelled or declined'));
    expect(beforeApproval).toEqual(inGroup('before approval'));
    expect(onceSigned).toEqual(inGroup('once signed'));
  });

  it('leave out drafts where a payer has to act', () => {
    expect(sentBeforeApproval).toEqual(['waiting-invite', 'waiting-info', 'waiting-approval']);
  });

  it('can be inverted', () => {
    expect(notIn(onceSigned)).toEqual([
      ...inGroup('cancelled or declined'),
      ...inGroup('before approval'),
      ...inGroup('approved'),
    ]);
  });
});
