import {
  membersToNotify,
  type NoticeEvent,
  noticeMessage,
  noticeOfMove,
  noticeOnReaching,
} from '@kerb/domain/notifications/notices.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const member = (userId: number, all = false, billing = false) => ({
  userId,
  receivesAllAgentNotices: all,
  receivesBillingEmailNotices: billing,
});
const [agent, manager, bookkeeper, other] = [member(1), member(2, true), member(3, false, true), member(4)];
const team = [agent, manager, bookkeeper, other];

describe('the team members who are notified of an event', () => {
  // biome-ignore format: a table
  const notifiedByEvent: Record<NoticeEvent, number[]> = {
    'application-submitted': [1, 2],
    'information-requested': [1, 2],
    'campaign-approved':     [1, 2],
    'agreement-signed':      [1, 2],
    'payment-received':      [1, 2, 3],
    'money-changed':         [1, 2, 3],
    'campaign-live':         [1, 2, 3],
    'campaign-withdrawn':    [1, 2, 3],
    'settlement-pending':    [1, 2, 3],
    'campaign-complete':     [1, 2, 3],
    'campaign-declined':     [1, 2],
    'campaign-cancelled':    [1, 2],
  };

  it.each(Object.entries(notifiedByEvent))('%s: %j', (event, expected) => {
    const notified = (actorUserId: number | null) =>
      membersToNotify(event as NoticeEvent, team, { agentUserId: 1, actorUserId }).map(({ userId }) => userId);
    expect(notified(null)).toEqual(expected);
    for (const actor of expected) expect(notified(actor)).toEqual(expected.filter((userId) => userId !== actor));
  });

  it('are none if nobody has a reason', () => {
    expect(membersToNotify('campaign-approved', [other], { agentUserId: null, actorUserId: null })).toEqual([]);
  });

  it('are notified of every status except draft and sent', () => {
    const silent = agreementStatuses.filter((status) => !noticeOnReaching[status]);
    expect(silent.sort()).toEqual(['draft', 'waiting-invite']);
  });

  it('read that an application was submitted only if its payer submitted it', () => {
    expect(noticeOfMove('waiting-invite', 'waiting-approval')).toBe('application-submitted');
    expect(noticeOfMove('waiting-info', 'waiting-approval')).toBe('application-submitted');
    expect(noticeOfMove('approved', 'waiting-approval')).toBeUndefined();
    expect(noticeOfMove('complete', 'waiting-approval')).toBeUndefined();
    expect(noticeOfMove('signed', 'approved')).toBe('campaign-approved');
  });

  it('read what happened, to which campaign, and where to find it', () => {
    const facts = {
      brand: 'KerbPay',
      firstName: 'Kim',
      campaignName: '1 Example St',
      flowNumber: 'AU7',
      address: 'https://x/7',
    };
    const { subject, body } = noticeMessage('campaign-approved', facts);
    expect(subject).toBe('AU7 1 Example St: The campaign has been approved.');
    expect(body).toContain('https://x/7');
  });
});
