import { notSent } from '@kerb/domain/payers/payer-rules.ts';
import type { Payer, SendOutcome } from '@kerb/domain/payers/payers.contract.ts';
import { messagesOf } from '@kerb/web/design/form-problems.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { noteScheduleRefusal } from '@kerb/web/features/campaigns/schedule-refusal.ts';
import { usePayerChanges } from '@kerb/web/features/payers/payers.queries.ts';
import { ApiProblem, sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { useState } from 'react';

/** What could not be sent, and why: one line per payer, or one for all. */
export type SendFailure = { title?: string; lines: string[] };

/** The server's message for a refusal; for a failure, a text that says so and what to do. */
export function failureOf(error: unknown, fallback: string): SendFailure {
  if (error instanceof ApiProblem) {
    const byField = Object.values(messagesOf(error.validation));
    if (byField.length > 0) return { lines: byField };
    if (error.kind !== 'network' && error.kind !== 'unreadable' && error.status < 500) {
      return { lines: [error.displayText] };
    }
  }
  return { title: fallback, lines: [sentenceFor(error)] };
}

export function failureIn({ successCount, validation }: SendOutcome, payers: readonly Payer[]): SendFailure | null {
  const lines = Object.entries(validation).map(([id, errors]) => {
    const name = payers.find((payer) => String(payer.id) === id)?.displayName ?? 'A payer who has been removed';
    return `${name}: ${errors[0]?.message ?? notSent.one}`;
  });
  if (lines.length === 0) return null;
  return { title: successCount === 0 ? notSent.all : 'Not everybody could be sent their Payment URL.', lines };
}

/** A payer waits until a Payment URL has been sent to them and has not failed. */
export const isWaiting = ({ sentDate, delivery, signatureDate }: Payer): boolean =>
  signatureDate === null && (!sentDate || delivery === 'failed');

export function useSending(agreementId: number, payers: readonly Payer[]) {
  const { sendTo, sendToAll } = usePayerChanges(agreementId);
  const [failure, setFailure] = useState<SendFailure | null>(null);

  const sendOne = async (payer: Payer) => {
    setFailure(null);
    try {
      await withProgress('Sending Payment URL...', () => sendTo(payer.id));
      toast.success('Sent');
    } catch (error) {
      setFailure(failureOf(error, notSent.one));
      noteScheduleRefusal(agreementId, error);
    }
  };
  const sendAll = async () => {
    setFailure(null);
    const ids = payers.filter(isWaiting).map((payer) => payer.id);
    if (ids.length === 0) return setFailure({ lines: [notSent.nobody] });
    try {
      const outcome = await withProgress('Sending Payment URLs...', () => sendToAll(ids));
      if (outcome.successCount > 0) toast.success('Sent');
      setFailure(failureIn(outcome, payers));
    } catch (error) {
      setFailure(failureOf(error, notSent.all));
      noteScheduleRefusal(agreementId, error);
    }
  };
  return { failure, dismiss: () => setFailure(null), sendOne, sendAll };
}
