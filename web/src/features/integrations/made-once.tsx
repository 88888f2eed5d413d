import { ShownOnce } from '@kerb/web/design/shown-once.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';

export type Made = { clientId: string; clientSecret: string | null };

/** What a developer needs: the client id, and the secret if there is one. */
export function MadeOnce({ made: { clientId, clientSecret }, onClose }: { made: Made; onClose: () => void }) {
  const help = (
    <Text size="sm">
      The program asks for a token at <code>/oauth/token</code> with <code>grant_type=client_credentials</code>.
    </Text>
  );
  if (clientSecret === null) {
    return (
      <Stack gap="md">
        <Text size="sm">
          The key is stored. The client ID is <code>{clientId}</code>.
        </Text>
        {help}
        <Group justify="flex-end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <ShownOnce
      values={[
        ['Client ID', clientId],
        ['Client secret', clientSecret],
      ]}
      onClose={onClose}
    >
      {help}
    </ShownOnce>
  );
}
