import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { paymentReceiptMail } from '@kerb/domain/notifications/payment-receipt.ts';
import type { NewReceipt } from '@kerb/domain/payments/receipts.contract.ts';
import { campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { receiptKind } from '@kerb/server/features/payments/draw-receipts.ts';
import { findByNumber } from '@kerb/server/features/payments/payments.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { countAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { payerFactsOf } from '@kerb/server/platform/outbox/payer-facts.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { invalid } from '@kerb/server/platform/problems/problem.ts';
import { ownerOf } from '@kerb/server/platform/queues/lanes.ts';
import { type Answered, type Answering, inTransaction, type Work } from '@kerb/server/platform/work.ts';

type Sent = { success: boolean };
type Asked = { scope: AccessScope; by: Answering<Sent>; id: number; body: NewReceipt };

async function post(work: Work, { scope, id, body }: Asked): Promise<void> {
  const agreement = await campaignInScope(work.tx, scope, id);
  const payment = await findByNumber(work.tx, id, body.receiptNumber);
  if (payment?.status !== 'approved') {
    throw invalid(fieldError('receiptNumber', 'notValid', 'There is no payment with this number.'));
  }
  await postMessage(work, {
    kind: 'payment-receipt',
    channel: 'email',
    audience: 'vendor',
    recipient: body.receiptEmail,
    isRequested: true,
    agreementId: id,
    attachment: { kind: receiptKind, id },
    ...paymentReceiptMail(await payerFactsOf(work, agreement, 'payment-receipt'), body.receiptNumber),
  });
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Payment receipt sent',
    agreementId: id,
    tenantId: agreement.tenantId,
    data: { receiptNumber: body.receiptNumber, receiptEmail: body.receiptEmail },
  });
}

/** Sends the receipt of a payment again. Rate limited, because it sends to any address. */
export async function sendReceipt(deps: Deps, asked: Asked): Promise<Answered<Sent>> {
  const agreement = await campaignInScope(deps.db, asked.scope, asked.id);
  await countAttempt(deps.db, 'receiptsPerPerson', ownerOf(asked.scope.actor));
  await countAttempt(deps.db, 'messagesPerOrganisation', String(agreement.tenantId));
  return inTransaction(deps, asked.by, async (work) => {
    await post(work, asked);
    return { success: true };
  });
}
