import { notSent } from '@kerb/domain/payers/payer-rules.ts';
import type { MessagePreview, Payer, SendOutcome } from '@kerb/domain/payers/payers.contract.ts';
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

/** Sending is asked for, then the messages are shown, then they are sent. */
export function useSending(agreementId: number, payers: readonly Payer[]) {
  const { preview, sendTo } = usePayerChanges(agreementId);
  const [failure, setFailure] = useState<SendFailure | null>(null);
  const [previews, setPreviews] = useState<readonly MessagePreview[] | null>(null);
  const fail = (error: unknown, fallback: string) => {
    setFailure(failureOf(error, fallback));
    noteScheduleRefusal(agreementId, error);
  };

  const ask = async (ids: number[]) => {
    setFailure(null);
    if (ids.length === 0) return setFailure({ lines: [notSent.nobody] });
    try {
      setPreviews(await withProgress('Preparing the messages...', () => preview(ids)));
    } catch (error) {
      fail(error, ids.length === 1 ? notSent.one : notSent.all);
    }
  };
  const send = async (note: string) => {
    const vendorIds = (previews ?? []).map(({ vendorId }) => vendorId);
    const isOne = vendorIds.length === 1;
    setPreviews(null);
    try {
      const words = isOne ? 'Sending Payment URL...' : 'Sending Payment URLs...';
      const outcome = await withProgress(words, () => sendTo({ vendorIds, note }));
      if (outcome.successCount > 0) toast.success('Sent');
      setFailure(failureIn(outcome, payers));
    } catch (error) {
      fail(error, isOne ? notSent.one : notSent.all);
    }
  };
  return {
    failure,
    dismiss: () => setFailure(null),
    askOne: ({ id }: Payer) => ask([id]),
    askAll: () => ask(payers.filter(isWaiting).map(({ id }) => id)),
    previews,
    cancel: () => setPreviews(null),
    send,
  };
}
