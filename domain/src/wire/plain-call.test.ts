import { agreementSorts } from '@kerb/domain/agreements/agreement-sorts.ts';
import { type AgreementRow, agreementListEndpoints } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { campaignListCalls } from '@kerb/domain/agreements/campaign-list-calls.ts';
import { clockEndpoints } from '@kerb/domain/sandbox/clock.contract.ts';
import { clockCall } from '@kerb/domain/sandbox/clock-call.ts';
import { sessionEndpoints } from '@kerb/domain/session/session.contract.ts';
import { isTicket, sessionCalls } from '@kerb/domain/session/session-calls.ts';
import { listViewsCall } from '@kerb/domain/views/view-calls.ts';
import { viewEndpoints } from '@kerb/domain/views/views.contract.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import { type PlainCall, queryText } from '@kerb/domain/wire/plain-call.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const moment = '2026-11-17T21:30:00.000Z';

const row: AgreementRow = {
  id: 12,
  href: '/v1/agreements/12',
  name: '12 Wattle St, Yass',
  status: 'waiting-invite',
  tenant: 7,
  tenantName: 'Harbour Estate',
  tenantTimeZone: 'Australia/Sydney',
  agentUserName: 'Mia Mockridge',
  campaignBudgetFundsPurpose: 'marketing',
  lastUpdateDate: moment,
  paymentState: 'none',
  paymentWay: null,
  actionSuggested: true,
  statusLastUpdate: moment,
  financeOptionCode: null,
  campaignBudget: 875_025,
  campaignPlannedStartDate: '2026-12-01',
  sentDate: moment,
  applicationSubmitDate: null,
  applicationApprovedDate: null,
  auctionDate: '2026-12-20',
  propertySettlementDate: null,
  propertyWithdrawnFromSaleDate: null,
};

const rows = fc
  .record({
    id: fc.integer({ min: 1 }),
    tenant: fc.integer({ min: 1 }),
    status: fc.constantFrom(...agreementStatuses),
    campaignBudget: fc.option(fc.integer({ min: 0, max: 99_999_999_99 })),
    actionSuggested: fc.constantFrom(true, false, undefined),
  })
  .map((changed) => ({ ...row, ...changed }));

const someone = { displayName: 'Ann', emailAddress: 'ann@kerb.test', role: 'admin' as const, memberships: [] };
const member = { tenantId: 7, tenantName: 'Harbour Estate', tenantUserType: 'manager' as const };
const tokens = { accessToken: 'a', refreshToken: 'b', expiresIn: 900 };
const view = { id: 1, href: '/v1/list-views/1', list: 'referrals' as const, name: 'Mine', search: '?page=2' };

/** Answers, as domain values. */
// biome-ignore format: a table
const calls: [string, PlainCall<Endpoint>, Endpoint, fc.Arbitrary<unknown>][] = [
  ['session',   sessionCalls.read,          sessionEndpoints.read,          fc.constantFrom({ ...someone, userId: 2 }, { ...someone, memberships: [member], viewedBy: { userId: 3, displayName: 'Bo', changesAreOn: false } })],
  ['exchange',  sessionCalls.exchange,      sessionEndpoints.exchange,      fc.constant(tokens)],
  ['refresh',   sessionCalls.refresh,       sessionEndpoints.refresh,       fc.constant(tokens)],
  ['clock',     clockCall,                  clockEndpoints.clock,           fc.constant({ now: moment, offsetDays: 3 })],
  ['views',     listViewsCall,              viewEndpoints.list,             fc.constant({ items: [{ ...view, lastUpdateDate: moment }] })],
  ['campaigns', campaignListCalls.list,     agreementListEndpoints.list,    fc.record({ items: fc.array(rows, { maxLength: 5 }), totalItems: fc.nat(), isMore: fc.constant(true) })],
  ['volumes',   campaignListCalls.volumes,  agreementListEndpoints.volumes, fc.constant({ items: [{ status: 'draft', campaigns: 4 }] })],
] as never;

describe.each(calls)('the plain call of %s', (_, plain, endpoint, answers) => {
  it('goes to the endpoint of its contract', () => {
    const { method, path, permission } = endpoint;
    expect(plain).toMatchObject({ method, path, permission });
  });

  it('reads every answer as the contract does', () => {
    const schema = endpoint.response as z.ZodMiniType;
    fc.assert(
      fc.property(answers, (answer) => {
        const sent = JSON.parse(JSON.stringify(z.encode(schema, answer)));
        expect(plain.read(sent as never)).toEqual(z.decode(schema, sent));
      }),
    );
  });
});

it('a query is written as the codecs of the contract write it', () => {
  const { shape } = agreementListEndpoints.list.query;
  const query = fc.record(
    {
      page: fc.integer({ min: 1, max: 99_999 }),
      tenantId: fc.nat(),
      status: fc.subarray([...agreementStatuses]),
      sortBy: fc.constantFrom(...agreementSorts),
      sortDesc: fc.boolean(),
      actionSuggested: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(query, (values) => {
      for (const [name, value] of Object.entries(values)) {
        const field: z.ZodMiniType = shape[name as keyof typeof shape];
        expect([name, queryText(value)]).toEqual([name, String(z.encode(field, value))]);
      }
    }),
  );
});

it('a ticket is what the contract takes', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 220 }), (text) => {
      const body = { accessToken: text, refreshToken: text };
      expect(isTicket(text)).toBe(z.safeDecode(sessionEndpoints.exchange.body, body).success);
    }),
  );
});
