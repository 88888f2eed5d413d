import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { NewPayment, PaymentDetails } from '@kerb/domain/payments/payments.contract.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import type { CardFrameHandle } from '@kerb/web/features/payments/card-frame.tsx';
import { processingText } from '@kerb/web/features/payments/payment-words.ts';
import { pollMs, usePaymentChanges } from '@kerb/web/features/payments/payments.queries.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { type Attempt, isOutcomeUnknown, newAttempt, retryUntilKnown } from '@kerb/web/platform/idempotent-request.ts';
import { useEffect, useRef, useState } from 'react';

type Asked = { surcharge: Cents; receiptEmail: string };

const refused = (displayText: string) => new ApiProblem({ kind: 'refused', displayText });

/** The token of the card in the frame. Throws with the frame's message if there is none. */
async function tokenOf(frame: CardFrameHandle | null): Promise<string> {
  if (!frame) throw refused('The card form is not ready yet. Please try again in a moment.');
  try {
    return (await frame.tokenise()).token;
  } catch (error) {
    throw refused(error instanceof Error ? error.message : 'Your card details could not be read. Please try again.');
  }
}

/**
 * Charges a card once for each press of Pay. If no response came, the outcome is unknown: the request is retried with
 * the same key until it is known. That never charges twice.
 */
export function useCardCharge(agreementId: number, details: PaymentDetails) {
  const { pay, refresh } = usePaymentChanges(agreementId);
  const [unsettled, setUnsettled] = useState<Attempt<NewPayment> | null>(null);
  const latest = useRef({ pay, refresh });
  latest.current = { pay, refresh };

  useEffect(() => {
    if (!unsettled) return;
    let isAsking = false;
    const timer = setInterval(async () => {
      if (isAsking) return;
      isAsking = true;
      try {
        await latest.current.pay(unsettled.body, unsettled.key);
        setUnsettled(null);
        await latest.current.refresh();
      } catch (error) {
        if (!isOutcomeUnknown(error)) {
          setUnsettled(null);
          toast.error(error);
        }
      } finally {
        isAsking = false;
      }
    }, pollMs);
    return () => clearInterval(timer);
  }, [unsettled]);

  const charge = async (frame: CardFrameHandle | null, { surcharge, receiptEmail }: Asked) => {
    const { financeOptionCode, dueAmount } = details;
    const attempt = await withProgress(processingText, async () => {
      const cardToken = await tokenOf(frame);
      const asked = newAttempt<NewPayment>({
        financeOptionCode: financeOptionCode ?? 'pn',
        method: 'card',
        amount: dueAmount,
        surcharge,
        cardToken,
        receiptEmail,
      });
      const payment = await retryUntilKnown(() => pay(asked.body, asked.key)).catch(async (problem) => {
        // The amount due may have changed meanwhile; the next press shows and sends the new amount.
        await refresh();
        throw problem;
      });
      return payment === null ? asked : null;
    });
    if (attempt) setUnsettled(attempt);
    else await refresh();
  };

  return { charge, isUnsettled: unsettled !== null };
}
