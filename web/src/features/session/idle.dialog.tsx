import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

const secondsTo = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1_000));

/** In few steps, so that a screen reader is not told every second. */
function wordsOf(seconds: number): string {
  if (seconds > 60) return 'two minutes';
  if (seconds > 30) return 'one minute';
  return seconds > 10 ? '30 seconds' : 'a few seconds';
}

/** Above every other dialog. Closing it in any way means that the person is there. */
export function IdleDialog({ endsAt, onStay }: { endsAt: number; onStay: () => void }) {
  const [seconds, setSeconds] = useState(() => secondsTo(endsAt));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsTo(endsAt)), 1_000);
    return () => clearInterval(timer);
  }, [endsAt]);
  return (
    <Modal opened onClose={onStay} title="Are you still there?" size="sm" zIndex={395}>
      <Text size="sm" aria-live="polite">
        You have not used this page for a while. To protect your account you will be logged out in {wordsOf(seconds)}.
      </Text>
      <Text size="sm" mt="xs">
        What you typed stays on the page.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onStay} data-autofocus>
          Stay Logged In
        </Button>
      </Group>
    </Modal>
  );
}
