import { beforeAll, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../../../../test/harness.ts';
import { type PaymentFixture, paymentFixture } from '../../../../test/payment-fixture.ts';

let stage: Stage;
let fixture: PaymentFixture;
const ids = { paid: 0, part: 0, unpaid: 0 };

beforeAll(async () => {
  stage = await startStage();
  fixture = await paymentFixture(stage);
  const { admin } = fixture;
  const approve = (id: number) =>
    stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status: 'approved' });
  const choose = (id: number) =>
    stage.as(admin.userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pn' });
  for (const name of Object.keys(ids) as (keyof typeof ids)[]) ids[name] = (await fixture.aCampaign()).id;
  await fixture.pay(admin.userId, ids.paid, fixture.byTransfer());
  await fixture.pay(admin.userId, ids.part, fixture.byTransfer(1000));
  await choose(ids.unpaid);
  for (const id of [ids.part, ids.unpaid]) expect((await approve(id)).statusCode).toBe(200);
});

describe.each(['of all campaigns', 'of an organisation'])('a search %s', (which) => {
  const found = async (text: string): Promise<number[]> => {
    const tenant = which === 'of an organisation' ? `&tenantId=${fixture.tenantId}` : '';
    const path = `/v1/agreements?textQuery=${encodeURIComponent(text)}&sortBy=id&perPage=200${tenant}`;
    const { items } = (await stage.as(fixture.admin.userId)('GET', path)).json();
    return items.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b);
  };

  it('for Paid finds what its ledger calls paid', async () => {
    expect(await found('paid')).toEqual([ids.paid]);
  });

  it('for Awaiting Payment finds what was approved without its money, or with a part of it', async () => {
    expect(await found('awaiting payment')).toEqual([ids.part, ids.unpaid]);
  });

  it('for Awaiting Signature finds nothing that is paid upfront', async () => {
    expect(await found('awaiting signature')).toEqual([]);
  });
});
