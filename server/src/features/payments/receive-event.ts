import { receiveFailedPartRefund } from '@kerb/server/features/payments/finish-refund.ts';
import { findByReference } from '@kerb/server/features/payments/payments.repository.ts';
import { settleCharge } from '@kerb/server/features/payments/settle-charge.ts';
import { receiveFailedRefund } from '@kerb/server/features/payments/void-payment.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import type { FastifyRequest } from 'fastify';

/**
 * Handles a report of the gateway. Refuses one that is not signed or not recent. Each report counts once. An outdated
 * report changes nothing, because a known outcome is final.
 */
export async function receiveEvent(deps: Deps, { headers, body }: Pick<FastifyRequest, 'headers' | 'body'>) {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const event = deps.cards?.readEvent(headers, bytes) ?? null;
  if (!event) throw new Problem(400, 'not-signed', 'The report is not signed by the card gateway, or is too old.');
  const { id, reference, at, outcome } = event;
  await inTransaction(deps, byTheProduct, async (work) => {
    const payment = await findByReference(work.tx, reference);
    if (payment) await settleCharge(work, payment, outcome);
    // Refunds have their own references. The request for a refund gets its outcome directly; it can still fail later.
    else if (outcome.state === 'declined') {
      await receiveFailedRefund(work, reference);
      await receiveFailedPartRefund(work, reference);
    }
    await work.tx
      .insertInto('gatewayEvents')
      .values({ id, reference, state: outcome.state, at, receivedDate: work.now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  });
}
