import { findByReference } from '@kerb/server/features/payments/payments.repository.ts';
import { settleCharge } from '@kerb/server/features/payments/settle-charge.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { Problem } from '@kerb/server/platform/http/problem.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import type { FastifyRequest } from 'fastify';

/**
 * What the gateway reports. Signed by it and recent, or refused; each report counts once; one that is out of date
 * changes nothing, since what is settled stays so.
 */
export async function receiveEvent(deps: Deps, { headers, body }: Pick<FastifyRequest, 'headers' | 'body'>) {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const event = deps.cards?.readEvent(headers, bytes) ?? null;
  if (!event) throw new Problem(400, 'not-signed', 'The report is not signed by the card gateway, or is too old.');
  const { id, reference, at, outcome } = event;
  await inTransaction(deps, byTheProduct, async (work) => {
    const payment = await findByReference(work.tx, reference);
    // Refunds are reported by references of their own; whoever asked for one has its answer.
    if (payment) await settleCharge(work, payment, outcome);
    await work.tx
      .insertInto('gatewayEvents')
      .values({ id, reference, state: outcome.state, at, receivedDate: work.now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  });
}
