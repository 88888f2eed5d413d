import { currentQuestion } from '@kerb/web/design/confirm.ts';
import { useStore } from '@kerb/web/platform/store.ts';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';

export function ConfirmDialog() {
  const asked = useStore(currentQuestion);
  // Keep the text while the dialog fades out.
  const last = useRef(asked);
  if (asked) last.current = asked;
  const shown = last.current;
  useEffect(() => {
    if (!asked) return;
    return () => {
      if (asked.opener instanceof HTMLElement && asked.opener.isConnected) asked.opener.focus();
    };
  }, [asked]);
  if (!shown) return null;
  return (
    <Modal
      opened={asked !== null}
      onClose={() => shown.answer(false)}
      title={shown.title}
      size="sm"
      zIndex={400}
      closeOnEscape={false}
      returnFocus={false}
    >
      <Text size="sm">{shown.text}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={() => shown.answer(false)} data-autofocus>
          {shown.cancelLabel ?? 'Cancel'}
        </Button>
        <Button {...(shown.danger && { color: 'danger' })} onClick={() => shown.answer(true)}>
          {shown.confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
