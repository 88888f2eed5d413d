import { toast } from '@kerb/web/design/toasts.ts';
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';

async function copy(label: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Copied');
  } catch {
    // The browser denies access to the clipboard.
    toast.warning(`Your browser did not allow copying. Select the ${label.toLowerCase()} and copy it yourself.`);
  }
}

export function CopyButton({ label, text }: { label: string; text: string }) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconCopy size={14} aria-hidden="true" />}
      aria-label={`Copy ${label}`}
      onClick={() => void copy(label, text)}
    >
      Copy
    </Button>
  );
}
