import { isAdminAccount } from '@kerb/domain/people/held-changes.ts';
import type { User } from '@kerb/domain/people/people.contract.ts';
import type { Credential } from '@kerb/domain/session/credentials.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { AskSecondDialog } from '@kerb/web/features/people/ask-second.dialog.tsx';
import { peopleQueries, useUserChanges } from '@kerb/web/features/people/people.queries.ts';
import classes from '@kerb/web/features/people/user-editor.module.css';
import { useSession } from '@kerb/web/platform/session.tsx';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

async function saying(progress: string, done: string, task: () => Promise<unknown>): Promise<void> {
  try {
    await withProgress(progress, task);
    toast.success(done);
  } catch (error) {
    toast.error(error);
  }
}

/** The acts of this section that a second admin confirms. */
type AskedAct = 'make-admin' | 'admin-second-factor';

function useLogonActions(user: User, onSaved: (user: User) => void) {
  const { save, sendReset, resetSecondFactor, endSignIns } = useUserChanges();
  return {
    reset: () => saying('Sending...', 'Sent', () => sendReset(user.emailAddress)),
    ask: async (kind: AskedAct, reason: string) => {
      const asking =
        kind === 'make-admin' ? save(user.id, { disabled: false, reason }) : resetSecondFactor(user.id, reason);
      onSaved(await asking);
    },
    resetSecondFactor: async () => {
      const isSure = await confirm({
        title: 'Reset Two-Step Login',
        text: `Reset the two-step login of ${user.displayName}? They are logged out, and their password alone lets them in.`,
        confirmLabel: 'Reset',
        danger: true,
      });
      if (isSure) await saying('Saving...', 'Done', async () => onSaved(await resetSecondFactor(user.id)));
    },
    endSignIns: async () => {
      const isSure = await confirm({
        title: 'Log Out Everywhere',
        text: `Log ${user.displayName} out of every browser? They can log in again. What they have not saved is lost.`,
        confirmLabel: 'Log Out',
        danger: true,
      });
      if (isSure) await saying('Saving...', 'Done', () => endSignIns(user.id));
    },
    setDisabled: async (disabled: boolean) => {
      const isSure =
        !disabled ||
        (await confirm({
          title: 'Disable User',
          text: `Disable ${user.displayName}? They lose access at once, everywhere.`,
          confirmLabel: 'Disable',
          danger: true,
        }));
      if (!isSure) return;
      await saying('Saving...', disabled ? 'Disabled' : 'Enabled', async () =>
        onSaved(await save(user.id, { disabled })),
      );
    },
  };
}

const date = (value: string | null) => (value ? <DateText value={value} style="time" /> : 'Never');

function LogonFacts({ user, logon }: { user: User; logon: Credential | undefined }) {
  if (!logon) return <Text size="sm">This user has not chosen a password yet.</Text>;
  const disabledSince = user.disabledDate ?? logon.disabledSinceDate;
  return (
    <Facts
      rows={[
        ['Logon identifier', logon.logonIdentifier],
        ['Last used', date(logon.lastUsageDate)],
        ['Last password change', date(logon.lastPasswordChangeDate)],
        ['Two-step login', user.secondFactorIsOn ? 'On' : 'Off'],
        ['Disabled since', disabledSince ? date(disabledSince) : '–'],
      ]}
    />
  );
}

/** How the user logs in, and whether they may. */
export function UserLogon({ user, onSaved }: { user: User; onSaved: (user: User) => void }) {
  const { data, error, refetch } = useQuery(peopleQueries.logons(user.id));
  const actions = useLogonActions(user, onSaved);
  const isSelf = useSession().userId === user.id;
  const [asking, setAsking] = useState<AskedAct | null>(null);
  const isAdmin = isAdminAccount(user);
  const isDisabled = user.disabledDate !== null;
  return (
    <section className={classes.section} aria-label="Logon">
      <h3>Logon</h3>
      <Loaded data={error ? undefined : data} error={error} onRetry={() => void refetch()} lines={3}>
        {([logon]) => <LogonFacts user={user} logon={logon} />}
      </Loaded>
      <Group gap="sm">
        <Button size="xs" variant="default" disabled={user.disabledDate !== null} onClick={() => void actions.reset()}>
          Send Password-Reset Email
        </Button>
        {!isSelf && user.secondFactorIsOn && (
          <Button
            size="xs"
            variant="default"
            onClick={() => (isAdmin ? setAsking('admin-second-factor') : void actions.resetSecondFactor())}
          >
            Reset Two-Step Login
          </Button>
        )}
        {!isSelf && (
          <Button size="xs" variant="default" onClick={() => void actions.endSignIns()}>
            Log Out Everywhere
          </Button>
        )}
        {!isSelf && (
          <Button
            size="xs"
            variant="default"
            {...(!user.disabledDate && { c: 'var(--mantine-color-error)' })}
            onClick={() => (isAdmin && isDisabled ? setAsking('make-admin') : void actions.setDisabled(!isDisabled))}
          >
            {user.disabledDate ? 'Enable User' : 'Disable User'}
          </Button>
        )}
      </Group>
      {asking && (
        <AskSecondDialog
          kind={asking}
          name={user.displayName}
          onAsk={(reason) => actions.ask(asking, reason)}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  );
}
