import type { SendFailure } from '@kerb/web/features/payers/sending.ts';
import { Alert } from '@mantine/core';

export function SendFailureAlert({ failure, onClose }: { failure: SendFailure; onClose: () => void }) {
  return (
    <Alert
      color="danger"
      role="alert"
      title={failure.title}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onClose}
    >
      {failure.lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Alert>
  );
}
