import type { User } from '@kerb/domain/people/people.contract.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useUserChanges } from '@kerb/web/features/people/people.queries.ts';
import { Alert, Button, Group, Text } from '@mantine/core';

/** A new address that waits until its owner confirms it. */
export function PendingAddress({ user, onSaved }: { user: User; onSaved: (user: User) => void }) {
  const { save } = useUserChanges();
  if (user.pendingEmailAddress === null) return null;
  const withdraw = async () => {
    try {
      onSaved(await withProgress('Saving...', () => save(user.id, { emailAddress: user.emailAddress })));
      toast.success('Saved');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Alert color="attention" role="status" title="Waiting for confirmation" mb="md">
      <Group gap="sm" justify="space-between">
        <Text size="sm">
          {user.displayName} must confirm {user.pendingEmailAddress}: a link is in that mailbox. Until then they log in
          with {user.emailAddress}.
        </Text>
        <Button size="xs" variant="default" onClick={() => void withdraw()}>
          Withdraw
        </Button>
      </Group>
    </Alert>
  );
}
