import { type ActivityCode, activityCodes } from '@kerb/domain/audit/activity.ts';
import {
  eventBody,
  eventGroups,
  eventLabels,
  eventOf,
  isWebhookEvent,
  pingOf,
  webhookEvents,
} from '@kerb/domain/webhooks/campaign-events.ts';
import { isGivenUp, ownersOfWebhook } from '@kerb/domain/webhooks/delivery-rules.ts';
import { ownEvents } from '@kerb/domain/webhooks/own-events.ts';
import { decideWebhookUrl } from '@kerb/domain/webhooks/webhook-url.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const base = { eventId: 'e1', date: '2026-11-15T00:00:00.000Z', agreementId: 5, tenantId: 7 };
const event = (activityCode: ActivityCode, data: object = {}) => {
  if (!isWebhookEvent(activityCode)) throw new Error(`${activityCode} is no event of a campaign`);
  return eventOf({ ...base, activityCode, data });
};
const changed = (name: string, before: unknown, after: unknown) => ({ [name]: { before, after } });

describe('the events of a campaign', () => {
  it('are all log codes of a campaign and our own events, each in one group', () => {
    const ofCampaigns = activityCodes.filter((code) => !/^(tenant|user|cred)_/.test(code));
    const all = [...ofCampaigns, ...Object.keys(ownEvents)];
    expect([...webhookEvents].sort()).toEqual(all.sort());
    expect(Object.values(eventGroups).flat()).toHaveLength(all.length);
    for (const each of webhookEvents) expect(eventLabels[each], each).toMatch(/^[A-Z]/);
  });

  it('match the contract', () => {
    const sent = event('campaign_update', changed('agentUser', null, 9));
    expect(z.safeDecode(eventBody, sent!).success).toBe(true);
    expect(z.safeDecode(eventBody, pingOf('e2', base.date, 7)).success).toBe(true);
  });

  it('say what happened and where to read more', () => {
    expect(event('campaign_create', { campaignBudget: 420_000 })).toEqual({
      id: 'e1',
      type: 'campaign_create',
      date: base.date,
      description: 'Campaign created',
      tenant: { href: '/v1/tenants/7' },
      agreement: { href: '/v1/agreements/5', externalRef: null, metadata: {} },
    });
  });

  // biome-ignore format: a table
  it.each([
    ['a status',                                     'campaign_status_change', changed('status', 'draft', 'waiting-invite'), { status: { before: 'draft', after: 'waiting-invite' } }],
    ['an amount, in dollars',                        'campaign_update', changed('campaignBudget', 420_000, 500_050), { campaignBudget: { before: 4200, after: 5000.5 } }],
    ['a person, as a link',                          'campaign_update', changed('agentUser', null, 9), { agentUser: { before: null, after: { href: '/v1/users/9' } } }],
    ['a field of the team, but not an admin field',  'campaign_update', { ...changed('agentNotes', null, 'x'), ...changed('campaignNotes', null, 'secret') }, { agentNotes: { before: null, after: 'x' } }],
    ['no fields if nothing of the campaign changed', 'campaign_update', { receiptEmail: 'pat@example.com' }, undefined],
    ['no details of a payer',                        'signatory_update', changed('mobilePhone', null, '+61491570006'), undefined],
  ] as const)('include %s', (_what, code, data, changes) => {
    expect(event(code, data)?.changes).toEqual(changes);
  });

  // biome-ignore format: a table
  it.each([
    ['the admins’ notes',              'campaign_update',   changed('campaignNotes', null, 'x')],
    ['the interest rate',              'campaign_update',   changed('interestRate', null, 1_450)],
    ['an internal document',           'attachment_create', { purpose: 'internal-doc' }],
    ['an identity document',           'attachment_delete', { purpose: 'vendor-id' }],
    ['a comment',                      'campaign_update',   { comment: 7, mentions: [9] }],
    ['a document that becomes hidden', 'attachment_update', changed('purpose', 'marketing', 'internal-doc')],
  ] as const)('leave out %s', (_what, code, data) => {
    expect(event(code, data)).toBeNull();
  });
});

describe('the address of a webhook', () => {
  const verdict = (text: string, reachesPrivate = false) => {
    const { protocol = '', hostname = '', username = '', password = '', hash = '' } = parsed(text);
    const decision = decideWebhookUrl(text ? { protocol, hostname, username, password, hash } : null, {
      reachesPrivate,
    });
    return decision.ok ? 'yes' : decision.because;
  };
  const parsed = (text: string) =>
    /^(?<protocol>\w+:)\/\/(?:(?<username>\w+):(?<password>\w+)@)?(?<hostname>[^/:#]+|\[.*\])[^#]*(?<hash>#.*)?$/.exec(
      text,
    )?.groups ?? {};
  const notPublic = 'This address is not on the public internet.';

  // biome-ignore format: a table
  it.each([
    ['https://hooks.example.com/kerb',   'yes',                                                  'yes'],
    ['http://hooks.example.com/kerb',    'Enter an https address.',                              'yes'],
    ['ftp://hooks.example.com/',         'Enter an https address.',                              'Enter an https address.'],
    ['https://ann:pw@example.com/',      'Leave the user name and password out of the address.', 'Leave the user name and password out of the address.'],
    ['https://example.com/#here',        'Leave out what follows the #.',                        'Leave out what follows the #.'],
    ['https://localhost/',               notPublic,                                              'yes'],
    ['https://db.internal/',             notPublic,                                              'yes'],
    ['https://printer/',                 notPublic,                                              'yes'],
    ['https://api.localhost./',          notPublic,                                              'yes'],
    ['',                                 'Enter a web address.',                                 'Enter a web address.'],
  ])('%j', (text, outside, inSandbox) => {
    expect([verdict(text), verdict(text, true)]).toEqual([outside, inSandbox]);
  });
});

describe('a receiver that fails', () => {
  // biome-ignore format: a table
  it.each([
    [10, '2026-11-12T00:00:00.000Z', true],
    [50, '2026-11-12T00:00:01.000Z', false],
    [9,  '2026-11-01T00:00:00.000Z', false],
  ])('after %d failures since %s is switched off: %j', (failures, since, expected) => {
    expect(isGivenUp(failures, since, '2026-11-15T00:00:00.000Z')).toBe(expected);
  });
});

describe('a webhook that was switched off', () => {
  const mia = { id: 1, role: 'tenant_user', tenantUserType: 'manager' } as const;
  const max = { id: 2, role: 'tenant_user', tenantUserType: 'manager' } as const;
  const eve = { id: 3, role: 'tenant_user', tenantUserType: 'employee' } as const;
  const ada = { id: 4, role: 'admin', tenantUserType: null } as const;
  const gone = { id: 5, role: 'tenant_user', tenantUserType: null } as const;
  const people = [mia, max, eve, ada, gone];

  it.each([
    ['the manager who registered it', max.id, [max]],
    ['the admin who registered it', ada.id, [ada]],
    ['all managers if the one who registered it is now an employee', eve.id, [mia, max]],
    ['all managers if the one who registered it has left', gone.id, [mia, max]],
    ['all managers if nobody is recorded', null, [mia, max]],
  ])('is reported to %s', (_who, createdBy, told) => {
    expect(ownersOfWebhook(people, createdBy)).toEqual(told);
  });
});
