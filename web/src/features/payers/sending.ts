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

const hasComeBack = ({ deliveries = [] }: Payer): boolean =>
  deliveries.some(({ channel, stage }) => channel === 'email' && stage === 'bounced');

/** A payer waits until a Payment URL has been sent to them, and has neither failed nor come back. */
export const isWaiting = (payer: Payer): boolean =>
  payer.signatureDate === null && (!payer.sentDate || payer.delivery === 'failed' || hasComeBack(payer));

/** The messages of a dialog: the link, or a reminder of it. */
export type Asked = { isReminder: boolean; previews: readonly MessagePreview[] };

/** Sending is asked for, then the messages are shown, then they are sent. */
export function useSending(agreementId: number, payers: readonly Payer[]) {
  const { preview, sendTo, nudge } = usePayerChanges(agreementId);
  const [failure, setFailure] = useState<SendFailure | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const fail = (error: unknown, fallback: string) => {
    setFailure(failureOf(error, fallback));
    noteScheduleRefusal(agreementId, error);
  };

  const ask = async (ids: number[], isReminder = false) => {
    setFailure(null);
    if (ids.length === 0) return setFailure({ lines: [notSent.nobody] });
    try {
      const previews = await withProgress('Preparing the messages...', () => preview({ vendorIds: ids, isReminder }));
      setAsked({ isReminder, previews });
    } catch (error) {
      fail(error, ids.length === 1 ? notSent.one : notSent.all);
    }
  };
  const send = async (note: string) => {
    const vendorIds = (asked?.previews ?? []).map(({ vendorId }) => vendorId);
    const isOne = vendorIds.length === 1;
    setAsked(null);
    try {
      const words = isOne ? 'Sending Payment URL...' : 'Sending Payment URLs...';
      const outcome = await withProgress(words, () => (asked?.isReminder ? nudge : sendTo)({ vendorIds, note }));
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
    askNudge: ({ id }: Payer) => ask([id], true),
    askNudges: () =>
      ask(
        payers.filter(({ mayBeNudged }) => mayBeNudged).map(({ id }) => id),
        true,
      ),
    askAll: () => ask(payers.filter(isWaiting).map(({ id }) => id)),
    asked,
    cancel: () => setAsked(null),
    send,
  };
}
