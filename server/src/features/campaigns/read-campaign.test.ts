import { type AgreementStatus, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let manager: Person;
let stranger: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  stranger = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
});

const read = (userId: number, id: number) => stage.as(userId)('GET', `/v2/campaigns/${id}`);

describe('a campaign in the second model', () => {
  it('has its budget, whom it was sent to and links to the rest', async () => {
    const payers = [build.aPayer(), build.aPayer()];
    const { id, payers: rows } = await build.aCampaign(manager, tenantId, { payers });
    await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/vendors/${rows[0]!.id}/send-campaign`);
    const answer = await read(manager.userId, id);
    expect(answer.headers.etag).toBeTruthy();
    expect(answer.json()).toEqual({
      id,
      href: `/v2/campaigns/${id}`,
      name: expect.any(String),
      status: 'waiting-vendor',
      tenant: { href: `/v1/tenants/${tenantId}` },
      property: null,
      agreement: { href: `/v1/agreements/${id}` },
      vendors: { href: `/v2/campaigns/${id}/vendors` },
      budget: {
        amount: 4200,
        financeOptionCode: null,
        upfrontPaymentMethod: null,
        fundsPurpose: 'marketing',
        plannedStartDate: '2026-12-01',
        vendorsSentTo: [rows[0]!.id],
      },
      financeApplication: null,
    });
  });

  it('has the application of the chosen option, or how it is paid upfront', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    const choose = (financeOptionCode: string) =>
      stage.as(payers[0]!.userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode });
    expect((await choose('pl')).statusCode).toBe(200);
    const later = (await read(manager.userId, id)).json();
    expect(later.budget.financeOptionCode).toBe('pl');
    expect(later.financeApplication).toEqual({ status: 'draft', financeOptionCode: 'pl', amount: 4200 });
    await stage.db
      .updateTable('agreements')
      .set({ financeOptionCode: 'pn', campaignUpfrontPaymentMethod: 'manual' })
      .where('id', '=', id)
      .execute();
    const upfront = (await read(manager.userId, id)).json();
    expect(upfront.budget).toMatchObject({ financeOptionCode: 'pn', upfrontPaymentMethod: 'bank-transfer' });
    expect(upfront.financeApplication).toBeNull();
  });

  // biome-ignore format: a table
  it.each<[AgreementStatus, string]>([
    ['draft',              'draft'             ],
    ['waiting-invite',     'waiting-vendor'    ],
    ['waiting-info',       'waiting-vendor'    ],
    ['waiting-approval',   'waiting-finance'   ],
    ['approved',           'waiting-finance'   ],
    ['signed',             'waiting-finance'   ],
    ['executed',           'live'              ],
    ['withdrawn',          'sale-withdrawn'    ],
    ['waiting-settlement', 'waiting-settlement'],
    ['complete',           'sale-complete'     ],
    ['cancelled',          'cancelled'         ],
    ['rejected',           'cancelled'         ],
  ])('that is %s has the status %s', async (status, expected) => {
    const { id } = await build.aCampaign(manager, tenantId, { payers: [] });
    await stage.db.updateTable('agreements').set({ status: statusRank(status) }).where('id', '=', id).execute();
    expect((await read(manager.userId, id)).json().status).toBe(expected);
  });

  it('hides from a payer whom it was sent to, and from others that it exists', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    const own = await read(payers[0]!.userId, id);
    expect(own.statusCode).toBe(200);
    expect(own.json().budget).not.toHaveProperty('vendorsSentTo');
    expect((await read(stranger.userId, id)).statusCode).toBe(404);
  });
});
