import { CopyButton } from '@kerb/web/design/copy-button.tsx';
import classes from '@kerb/web/design/shown-once.module.css';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type ShownOnceProps = { values: readonly [label: string, text: string][]; onClose: () => void; children?: ReactNode };

/** Shows a secret once. The user cannot see it again. */
export function ShownOnce({ values, onClose, children }: ShownOnceProps) {
  return (
    <Stack gap="md">
      <Text size="sm">Copy the secret now. It is not shown again.</Text>
      {values.map(([label, text]) => (
        <div key={label}>
          <Text size="sm" fw={600}>
            {label}
          </Text>
          <div className={classes.secret}>
            <span>{text}</span>
            <CopyButton label={label} text={text} />
          </div>
        </div>
      ))}
      {children}
      <Group justify="flex-end">
        <Button onClick={onClose}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
