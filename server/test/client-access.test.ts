import type { Scope } from '@kerb/domain/access/scopes.ts';
import { agentScopes } from '@kerb/domain/integrations/identity-rules.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from './builders.ts';
import { clientsOn, type Made } from './clients.ts';
import { accessFixture, addressOf, keyFor, type Target } from './endpoint-access.ts';
import { bodyOf, keyOf, mayHaveChanged, outcomeOf } from './endpoint-outcomes.ts';
import { type Stage, startStage } from './harness.ts';
import { makeAdmin } from './make-admin.ts';
import { aForm } from './multipart.ts';
import { aBlankPng } from './png.ts';

/**
 * Calls every endpoint as five programs, on a campaign of the agent's. The expected answers are written by hand and not
 * read from the table of scopes.
 *
 * whole: all scopes, all campaigns · reader: only campaigns:read · elsewhere: all scopes in another organisation, made
 * by a person who manages that one and is an employee of this one · agents, colleagues: all campaigns of one employee
 *
 * The words are those of endpoint-access.test.ts. An endpoint that is not here is refused to every program.
 */
// biome-ignore format: a table
const expected: Record<string, string> = {
  //                                                              whole reader elsewhere agents colleagues
  'GET /v1/session':                                             'in    in    in    in    in',
  'GET /v1/agreements':                                          'list  list  none  list  none',
  'GET /v1/agreements/{id}':                                     'in    in    404   in    404',
  'POST /v1/agreements':                                         'in    403   404   in    in',
  'GET /v1/agreements/events':                                   'in    in    in    in    in',
  'GET /v1/agreements/{id}/events':                              'in    in    404   in    404',
  'PUT /v1/agreements/{id}':                                     'in    403   404   in    404',
  'POST /v1/agreements/{id}/set-status':                         'in    403   404   in    404',
  'GET /v2/campaigns/{id}':                                      'in    in    404   in    404',
  'GET /v2/campaigns/{id}/vendors':                              'in    403   404   in    404',
  'POST /v2/campaigns/{id}/vendors':                             'in    403   404   in    404',
  'DELETE /v2/campaigns/{id}/vendors/{vendorId}':                'in    403   404   in    404',
  'POST /v2/campaigns/{id}/vendors/{vendorId}/send-campaign':    'in    403   404   in    404',
  'POST /v2/campaigns/{id}/nudge-payers':                        'in    403   404   in    404',
  'POST /v2/campaigns/{id}/preview-messages':                    'in    403   404   in    404',
  'POST /v2/campaigns/{id}/send-campaign':                       'in    403   404   in    404',
  'GET /v1/signatories':                                         'in    403   404   in    404',
  'GET /v1/signatories/{id}':                                    'in    403   404   in    404',
  'POST /v1/signatories':                                        'in    403   404   in    404',
  'PUT /v1/signatories/{id}':                                    'in    403   404   in    404',
  'DELETE /v1/signatories/{id}':                                 'in    403   404   in    404',
  'POST /v1/signatories/{id}/send-agreement':                    'in    403   404   in    404',
  'GET /v1/agreements/{id}/finance-options':                     'in    in    404   in    404',
  'POST /v1/agreements/{id}/finance-options':                    'in    403   404   in    404',
  'PUT /v1/agreements/{id}/finance-options/{optionCode}':        'in    403   404   in    404',
  'DELETE /v1/agreements/{id}/finance-options/{optionCode}':     'in    403   404   in    404',
  'POST /v1/agreements/{id}/quote':                              'in    403   404   in    404',
  'GET /v1/agreements/{id}/costs':                               'in    in    404   in    404',
  'GET /v1/tenants/{tenantId}/finance-options':                  'in    in    404   in    in',
  'GET /v1/agreements/{id}/loan':                                'in    in    404   in    404',
  'GET /v1/agreements/{id}/loan-account':                        'in    in    404   in    404',
  'GET /v1/agreements/{id}/loan-statement':                      'in    in    404   in    404',
  'GET /v1/agreements/{id}/loan-statement/pdf':                  'in    in    404   in    404',
  'GET /v1/agreements/{id}/finance-terms':                       'in    in    404   in    404',
  'GET /loan/{id}/download-loan-invoice':                        'in    in    404   in    404',
  'GET /v1/agreements/{id}/payment-details':                     'in    403   404   in    404',
  'GET /v1/agreements/{id}/payments':                            'in    403   404   in    404',
  'GET /v1/invoices':                                            'in    403   404   in    in',
  'GET /v1/payments':                                            'in    403   404   in    in',
  'GET /v1/exports/invoices':                                    'in    403   404   in    in',
  'GET /v1/exports/payments':                                    'in    403   404   in    in',
  'GET /v1/remittances':                                         'in    403   404   403   403',
  'GET /v1/exports/remittances':                                 'in    403   404   403   403',
  'GET /v1/exports/remittances/pdf':                             'in    403   404   403   403',
  'GET /v1/agreements/{id}/invoices':                            'in    403   404   in    404',
  'GET /v1/agreements/{id}/money':                               'in    403   404   in    404',
  'GET /v2/agreements/{id}/payment-confirmation':                'in    403   404   in    404',
  'GET /v1/invoices/{id}/pdf':                                   '404   403   404   404   404',
  'GET /v1/dashboard/agency/filter':                             'in    in    in    in    in',
  'GET /v1/dashboard/agency/funded':                             'in    in    in    in    in',
  'GET /v1/dashboard/agency/team':                               'in    in    in    in    in',
  'GET /v1/needs':                                               'in    in    in    in    in',
  'GET /v1/needs/{need}':                                        'in    in    in    in    in',
  'GET /v1/search':                                              'in    in    in    in    in',
  'GET /v1/properties':                                          'in    in    in    in    in',
  'GET /v1/properties/{id}':                                     '404   404   404   404   404',
  'PUT /v1/properties/{id}':                                     '404   403   404   404   404',
  'GET /v1/property-suggestions':                                'in    403   in    in    in',
  'GET /v1/agreements/{id}/property-photo':                      '404   404   404   404   404',
  'PUT /v1/agreements/{id}/property-photo':                      'in    403   404   in    404',
  'DELETE /v1/agreements/{id}/property-photo':                   'in    403   404   in    404',
  'POST /v1/agreements/{id}/property':                           'in    403   404   in    404',
  'GET /v1/agreements/{id}/similar':                             'in    403   404   in    404',
  'POST /v1/assets':                                             'in    403   in    in    in',
  'GET /v1/assets/{id}/content':                                 'in    403   404   in    404',
  'GET /v1/assets/{id}/thumbnail':                               '404   403   404   404   404',
  'GET /v1/attachments':                                         'in    403   404   in    404',
  'GET /v1/attachments/{id}':                                    'in    403   404   in    404',
  'POST /v1/attachments':                                        'in    403   404   in    404',
  'PUT /v1/attachments/{id}':                                    'in    403   404   in    404',
  'DELETE /v1/attachments/{id}':                                 'in    403   404   in    404',
  'GET /v1/tenants':                                             'list  list  none  list  list',
  'GET /v1/tenants/{tenantId}':                                  'in    in    404   in    in',
  'GET /v1/tenants/{tenantId}/settings':                         'in    403   404   403   403',
  'GET /v1/tenants/{tenantId}/logo':                             '404   404   404   404   404',
  'GET /v1/events':                                              'in    403   404   403   403',
  'GET /v1/agreements/{id}/pay-button':                         'in    in    404   in    404',
  'POST /v1/agreements/{id}/pay-button':                        'in    403   404   in    404',
  'DELETE /v1/agreements/{id}/pay-button':                      'in    403   404   in    404',
  'GET /v1/tenants/{tenantId}/webhooks':                         'in    403   404   403   403',
  'POST /v1/tenants/{tenantId}/webhooks':                        'in    403   404   403   403',
  'GET /v1/webhooks/{webhookId}':                                'in    403   404   403   403',
  'PUT /v1/webhooks/{webhookId}':                                'in    403   404   403   403',
  'DELETE /v1/webhooks/{webhookId}':                             'in    403   404   403   403',
  'POST /v1/webhooks/{webhookId}/rotate-secret':                 'in    403   404   403   403',
  'POST /v1/webhooks/{webhookId}/test':                          'in    403   404   403   403',
  'GET /v1/webhooks/{webhookId}/deliveries':                     'in    403   404   403   403',
  'POST /v1/webhooks/{webhookId}/replay':                        'in    403   404   403   403',
  'POST /v1/webhook-deliveries/{deliveryId}/resend':             'in    403   404   403   403',
  'GET /v1/time-zones':                                          'in    in    in    in    in',
  'GET /v1/tenants/{tenantId}/users':                            'in    403   404   in    in',
  'GET /v1/users/{id}/picture':                                  '404   403   404   404   404',
};

const kinds = ['whole', 'reader', 'elsewhere', 'agents', 'colleagues'] as const;
type Kind = (typeof kinds)[number];

let stage: Stage;
let clients: ReturnType<typeof clientsOn>;
let fixture: Awaited<ReturnType<typeof accessFixture>>;
let made: Record<Kind, Made>;

async function managedBy(userId: number): Promise<number> {
  const { tenantId } = await stage.db
    .selectFrom('tenantUsers')
    .select('tenantId')
    .where('userId', '=', userId)
    .where('tenantUserType', '=', 'manager')
    .executeTakeFirstOrThrow();
  return tenantId;
}

beforeAll(async () => {
  stage = await startStage();
  clients = clientsOn(stage);
  fixture = await accessFixture(stage, buildersFor(stage));
  const { userIds, tenantId } = await fixture.aTarget();
  const [manager, elsewhere] = [must(userIds.manager, 'manager'), must(userIds.managerElsewhere, 'other manager')];
  const only = (userId: number | null) => ({ scopes: agentScopes, agentUser: { href: `/v1/users/${userId}` } });
  made = {
    whole: await clients.aClient(manager, tenantId),
    reader: await clients.aClient(manager, tenantId, { scopes: ['campaigns:read'] satisfies Scope[] }),
    elsewhere: await clients.aClient(elsewhere, await managedBy(elsewhere)),
    agents: await clients.aClient(manager, tenantId, only(userIds.agent)),
    colleagues: await clients.aClient(manager, tenantId, only(userIds.colleague)),
  };
});

/** Used until a call may have changed it, or another target replaces its webhook. */
let unchanged: Target | null = null;
const newTarget = () => {
  unchanged = null;
  return fixture.aTarget();
};

async function outcomeFor(endpoint: Endpoint, kind: Kind): Promise<string> {
  const target = unchanged ?? (await newTarget());
  const send = clients.withToken(await clients.tokenOf(made[kind]));
  const answer = await send(endpoint.method, addressOf(endpoint, target), bodyOf(endpoint, target), keyFor(endpoint));
  unchanged = mayHaveChanged(endpoint, answer) ? null : target;
  return outcomeOf(endpoint, answer, { target, who: kind });
}

const isReached = (endpoint: Endpoint) => Object.hasOwn(expected, keyOf(endpoint));

describe('every endpoint, called by a program', () => {
  it('exists, if it is in the table', () => {
    const mounted = new Set(stage.app.endpoints.map(keyOf));
    expect(Object.keys(expected).filter((key) => !mounted.has(key))).toEqual([]);
  });

  it.each(Object.entries(expected))('%s answers each program as in the table', async (key, row) => {
    await stage.db.deleteFrom('throttles').execute();
    const endpoint = must(
      stage.app.endpoints.find((candidate) => keyOf(candidate) === key),
      key,
    );
    const outcomes: string[] = [];
    for (const kind of kinds) outcomes.push(await outcomeFor(endpoint, kind));
    expect(outcomes.join(' ')).toBe(row.split(/\s+/).join(' '));
  });

  it('is refused with 403 if it is not in the table and needs a sign-in', async () => {
    await stage.db.deleteFrom('throttles').execute();
    const others = stage.app.endpoints.filter((each) => each.permission !== 'anyone' && !isReached(each));
    expect(others.length).toBeGreaterThan(100);
    const target = await newTarget();
    const answered: Record<string, number> = {};
    for (const kind of ['whole', 'agents'] as const) {
      const send = clients.withToken(await clients.tokenOf(made[kind]));
      for (const endpoint of others) {
        const answer = await send(
          endpoint.method,
          addressOf(endpoint, target),
          bodyOf(endpoint, target),
          keyFor(endpoint),
        );
        if (answer.statusCode !== 403) answered[`${kind}: ${keyOf(endpoint)}`] = answer.statusCode;
      }
    }
    expect(answered).toEqual({});
  });

  it('is refused while it asks to view as somebody', async () => {
    const target = await newTarget();
    const send = clients.withToken(await clients.tokenOf(made.whole));
    for (const view of [`user:${target.userIds.agent}`, `manager:${target.tenantId}`, `vendor:${target.agreementId}`]) {
      expect((await send('GET', '/v1/session', undefined, { 'x-view-as': view })).statusCode).toBe(403);
    }
  });
});

describe('a program', () => {
  it('never gets a Payment URL', async () => {
    const { agreementId, payerId, userIds } = await newTarget();
    const asManager = stage.as(userIds.manager);
    await asManager('POST', `/v2/campaigns/${agreementId}/send-campaign`, {});
    const send = clients.withToken(await clients.tokenOf(made.whole));
    const secret = /\/pay\/[\w-]{20,}/;
    const shown = ['POST', `/v2/campaigns/${agreementId}/vendors/${payerId}/payment-url`, { for: 'copy' }] as const;
    expect((await asManager(...shown)).body).toMatch(secret);
    expect((await send(...shown)).statusCode).toBe(403);
    for (const url of [`/v1/agreements/${agreementId}`, `/v2/campaigns/${agreementId}/vendors`]) {
      const answer = await send('GET', url);
      expect([answer.statusCode, secret.test(answer.body)]).toEqual([200, false]);
    }
  });

  it('downloads the list of campaigns only if it may export', async () => {
    const csv = { accept: 'text/csv' };
    const statusOf = async (who: Kind) => {
      const send = clients.withToken(await clients.tokenOf(made[who]));
      return (await send('GET', '/v1/agreements', undefined, csv)).statusCode;
    };
    expect([await statusOf('whole'), await statusOf('reader')]).toEqual([200, 403]);
  });

  it.each(['logo', 'portrait'])('uploads no %s', async (assetTransform) => {
    const { tenantId } = await newTarget();
    const token = await clients.tokenOf(made.whole);
    const { payload, headers } = aForm(
      { name: 'tenantId', value: String(tenantId) },
      { name: 'assetTransform', value: assetTransform },
      { name: 'asset', value: aBlankPng(40, 40), fileName: 'picture.png', type: 'image/png' },
    );
    const sent = { ...headers, authorization: `Bearer ${token}` };
    const answer = await stage.app.inject({ method: 'POST', url: '/v1/assets', payload, headers: sent });
    expect(answer.statusCode).toBe(404);
  });

  it('adds payers with a new campaign only if it may add payers, and the log has its name', async () => {
    const { tenantId, payerId, userIds } = await newTarget();
    const body = {
      campaignBudget: 1000,
      campaignPlannedStartDate: '2026-12-01',
      campaignBudgetFundsPurpose: 'marketing',
      tenant: { href: `/v1/tenants/${tenantId}` },
    };
    const vendors = [{ firstName: 'New', surname: 'Payer', emailAddress: `program${payerId}@example.com` }];
    const scopes: Scope[] = ['campaigns:read', 'campaigns:write'];
    const writer = await clients.aClient(must(userIds.manager, 'manager'), tenantId, { scopes });
    const send = clients.withToken(await clients.tokenOf(writer));
    expect((await send('POST', '/v1/agreements', { ...body, vendors })).statusCode).toBe(403);
    const made = await send('POST', '/v1/agreements', body);
    expect([made.statusCode, made.json().agentUser, made.json().createdByName]).toEqual([201, null, 'Sync']);
    const log = stage.db.selectFrom('logEntries').where('targetAgreementId', '=', made.json().id);
    const names = (await log.select('userName').execute()).map(({ userName }) => userName);
    expect(new Set(names)).toEqual(new Set(['Sync']));
  });

  it('of an agent creates campaigns of this agent', async () => {
    const { tenantId, userIds } = await newTarget();
    const send = clients.withToken(await clients.tokenOf(made.agents));
    const answer = await send('POST', '/v1/agreements', {
      campaignBudget: 1000,
      campaignPlannedStartDate: '2026-12-01',
      campaignBudgetFundsPurpose: 'marketing',
      tenant: { href: `/v1/tenants/${tenantId}` },
    });
    expect(answer.json().agentUser).toEqual({ href: `/v1/users/${userIds.agent}` });
    expect((await send('GET', answer.json().href)).statusCode).toBe(200);
  });

  it('stays a program of its organisation when its maker becomes an admin', async () => {
    const build = buildersFor(stage);
    const [tenantId, otherId] = [await build.aTenant(), await build.aTenant()];
    const maker = await build.aPerson(
      'tenant_user',
      { tenantId, as: 'manager' },
      { tenantId: otherId, as: 'employee' },
    );
    await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const client = await clients.aClient(maker.userId, tenantId);
    const admin = async () => (await build.aPerson('admin')).userId;
    await makeAdmin(stage, { asking: await admin(), confirming: await admin() }, maker.userId);
    const send = clients.withToken(await clients.tokenOf(client));
    expect((await send('GET', '/v1/session')).json()).toMatchObject({ role: 'tenant_user', displayName: 'Sync' });
    expect((await send('GET', '/v1/users')).statusCode).toBe(403);
    expect((await send('GET', `/v1/tenants/${otherId}`)).statusCode).toBe(404);
    expect((await send('GET', '/v1/tenants')).json().items.map(({ id }: { id: number }) => id)).toEqual([tenantId]);
  });
});
