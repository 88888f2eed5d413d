import { longestNote } from '@kerb/domain/payers/payer-note.ts';
import { messagesOf } from '@kerb/web/design/form-problems.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { PayerMessages } from '@kerb/web/features/payers/message-preview.tsx';
import { messagePreviews } from '@kerb/web/features/payers/payers.queries.ts';
import type { Asked } from '@kerb/web/features/payers/sending.ts';
import { ApiProblem, sentenceFor } from '@kerb/web/platform/api-problem.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

const typingPauseMs = 400;

type SendMessagesDialogProps = DialogProps & {
  agreementId: number;
  /** The messages without a note. */
  asked: Asked;
  onSend: (note: string) => void;
};

/** The words under the field, or those for the whole dialog. */
function refusalOf(error: unknown): { note?: string | undefined; whole?: string } {
  if (!error) return {};
  const note = error instanceof ApiProblem ? messagesOf(error.validation).note : undefined;
  return note ? { note } : { whole: sentenceFor(error) };
}

/** Shows every message as it will be sent, and takes a note for it. */
export function SendMessagesDialog({ agreementId, asked: messages, onSend, onClose }: SendMessagesDialogProps) {
  useReturnedFocus();
  const { isReminder, previews } = messages;
  const [note, setNote] = useState('');
  const [asked] = useDebouncedValue(note.trim(), typingPauseMs);
  const vendorIds = previews.map(({ vendorId }) => vendorId);
  const { data, error, isFetching } = useQuery({
    ...messagePreviews(agreementId, { vendorIds, isReminder, note: asked }),
    enabled: asked !== '',
  });
  const refusal = refusalOf(asked === '' ? null : error);
  const shown = asked !== '' && data ? data : previews;
  const count = shown.filter(({ problem }) => problem === null).length;
  const isCurrent = asked === note.trim() && !isFetching && !error;
  return (
    <Modal opened onClose={onClose} title="Check the messages" size="xl">
      <Stack gap="lg">
        <Textarea
          label="Your note (optional)"
          description={`Plain words, without links. Up to ${longestNote} characters.`}
          maxLength={longestNote}
          rows={3}
          resize="vertical"
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          error={refusal.note}
        />
        {refusal.whole && <Alert color="danger">{refusal.whole}</Alert>}
        {shown.map((preview) => (
          <PayerMessages key={preview.vendorId} preview={preview} wantsNote={asked !== ''} />
        ))}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => onSend(note.trim())} disabled={!isCurrent || count === 0}>
            {count === 1 ? 'Send to 1 payer' : `Send to ${count} payers`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
