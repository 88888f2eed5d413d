import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../test/builders.ts';
import { drawn, type LoanFixture, startLoanFixture } from '../../../test/loan-fixture.ts';

let fixture: LoanFixture;
let supplierId: number;
let people: Record<'manager' | 'employee', Person>;
beforeAll(async () => {
  fixture = await startLoanFixture({ now: '2026-11-15T02:00:00.000Z' });
  supplierId = await fixture.build.aTenant({ type: 'supplier' });
  const person = (as: 'manager' | 'employee') => fixture.build.aPerson('tenant_user', { tenantId: supplierId, as });
  people = { manager: await person('manager'), employee: await person('employee') };
});

const aLoan = () => fixture.aLoan('executed', { ...drawn, agentUserId: people.employee.userId }, supplierId);
const requests = (id: number) =>
  [
    ['GET', `/v1/agreements/${id}/loan`],
    ['POST', `/v2/loan/${id}/send-invoice`, { type: 'standard' }],
    ['POST', `/v2/loan/${id}/generate-invoice`, { type: 'standard' }],
    ['POST', `/v2/loan/${id}/get-loan-invoice-contacts`],
    ['GET', `/loan/${id}/download-loan-invoice`],
    ['POST', `/v1/agreements/${id}/payout-letters`, { date: '2026-11-20' }],
    ['GET', `/v1/agreements/${id}/payout-letters/1/pdf`],
  ] as const;

describe('the loan of a supplier’s campaign', () => {
  it.each(['manager', 'employee'] as const)('cannot be read or managed by its %s', async (as) => {
    const { id } = await aLoan();
    for (const [method, path, body] of requests(id)) {
      const answer = await fixture.call(people[as])(method, path, body);
      expect([path, answer.statusCode]).toEqual([path, 403]);
    }
    expect((await fixture.messagesOf(id)).filter(({ kind }) => kind.startsWith('loan'))).toEqual([]);
  });

  it('is not changed by saving the campaign, and its figures are left out', async () => {
    const { id } = await aLoan();
    const changes = [{ propertySettlementDate: '2026-12-01' }, { preSettlementReminders: false }];
    for (const change of changes) {
      const answer = await fixture.call(people.manager)('PUT', `/v1/agreements/${id}`, change);
      expect([answer.statusCode, answer.json().type]).toEqual([400, '/problems/not-changeable']);
    }
    const seen = await fixture.read(people.manager, id);
    expect(seen.status).toBe('executed');
    expect(seen).not.toHaveProperty('campaignFinanceTotalDue');
    expect((await fixture.read(fixture.admin, id)).campaignFinanceTotalDue).toBe(11449.07);
  });

  it('is managed by an admin, and its payer sees it', async () => {
    const { id, payerId } = await aLoan();
    expect((await fixture.loanOf(payerId, id)).balances.today.total).toBe(10789.62);
    const settled = await fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, {
      propertySettlementDate: '2026-12-01',
    });
    expect(settled.json().status).toBe('waiting-settlement');
  });
});

describe('the loan of an agency’s campaign that was withdrawn', () => {
  it('is read by its team, but only an admin makes and sends invoices', async () => {
    const { id } = await fixture.aLoan('withdrawn', { ...drawn, propertyWithdrawnFromSaleDate: '2026-11-14' });
    const send = (who: Person, what: 'send' | 'generate') =>
      fixture.call(who)('POST', `/v2/loan/${id}/${what}-invoice`, { type: 'standard' });
    for (const what of ['send', 'generate'] as const) {
      expect((await send(fixture.manager, what)).json().displayText).toBe(
        'Our team sends the invoice of a withdrawn campaign.',
      );
    }
    const { invoices } = await fixture.loanOf(fixture.manager, id);
    expect(invoices.actions.every(({ isAllowed }: { isAllowed: boolean }) => !isAllowed)).toBe(true);
    const contacts = await fixture.call(fixture.manager)('POST', `/v2/loan/${id}/get-loan-invoice-contacts`);
    expect(contacts.statusCode).toBe(200);
    expect((await send(fixture.admin, 'generate')).statusCode).toBe(201);
  });
});
