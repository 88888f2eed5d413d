import { randomUUID } from 'node:crypto';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { clockOf } from '@kerb/server/platform/clock.ts';
import { expect } from 'vitest';
import { buildersFor } from './builders.ts';
import type { Stage } from './harness.ts';

type Terms = { campaignBudget?: string; campaignAdditionalAmount?: string; fundManually?: boolean };
type More = Terms & {
  /** When the money came, or the agreement was signed. */
  at?: string;
};

/** Campaigns whose funds are owed because they were paid, or their agreement was signed, through the product. */
export async function fundsFixture(stage: Stage) {
  const build = buildersFor(stage);
  const admin = await build.aPerson('admin');
  const now = stage.deps.clock.now();

  async function during<T>(moment: string, act: () => Promise<T>): Promise<T> {
    const { clock } = stage.deps;
    stage.deps.clock = clockOf(() => Temporal.Instant.from(moment));
    try {
      return await act();
    } finally {
      stage.deps.clock = clock;
    }
  }

  async function sent(tenantId: number, columns: object): Promise<number> {
    const { id } = await build.aCampaign(admin, tenantId, { status: 'waiting-invite' });
    if (Object.keys(columns).length > 0) {
      await stage.db.updateTable('agreements').set(columns).where('id', '=', id).execute();
    }
    return id;
  }

  const setStatus = (id: number, status: AgreementStatus) =>
    stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status });

  /** Paid upfront by a deposit of the whole budget, or of `amount`. */
  async function aPaid(tenantId: number, { at = now, amount, ...terms }: More & { amount?: number } = {}) {
    const id = await sent(tenantId, terms);
    const body = {
      financeOptionCode: 'pn',
      method: 'direct-deposit',
      amount: amount ?? Number(terms.campaignBudget ?? 4200),
    };
    const key = { 'idempotency-key': randomUUID() };
    const answer = await during(at, () => stage.as(admin.userId)('POST', `/v1/agreements/${id}/pay`, body, key));
    expect(answer.statusCode, answer.body).toBe(200);
    return id;
  }

  /** A loan with a signed agreement. */
  async function aLent(tenantId: number, { at = now, option = 'pl', ...terms }: More & { option?: 'pl' | 'pos' } = {}) {
    const id = await sent(tenantId, { financeOptionCode: option, ...terms });
    const answer = await during(at, () => setStatus(id, 'signed'));
    expect(answer.statusCode, answer.body).toBe(200);
    return id;
  }

  return { build, admin, aPaid, aLent, setStatus, during };
}
export type FundsFixture = Awaited<ReturnType<typeof fundsFixture>>;
