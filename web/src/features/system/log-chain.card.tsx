import type { LogChain, LogCheckView } from '@kerb/domain/system/system.contract.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/system/system.module.css';
import { runJob, systemQueries } from '@kerb/web/features/system/system.queries.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

function lookOf({ brokenCount, findingCount }: LogCheckView): { label: string; tone: Tone } {
  if (brokenCount > 0) return { label: 'The log was changed', tone: 'danger' };
  if (findingCount > 0) return { label: 'Unchanged, with entries to look at', tone: 'attention' };
  return { label: 'Unchanged', tone: 'success' };
}

function LastCheck({ check }: { check: LogCheckView }) {
  const { label, tone } = lookOf(check);
  const { endedDate, entryCount, forgottenCount, findingCount, findings } = check;
  const more = findingCount - findings.length;
  return (
    <>
      <Group gap="xs">
        <ToneBadge tone={tone}>{label}</ToneBadge>
        <Text size="sm">
          Verified <DateText value={endedDate} style="time" />: {entryCount.toLocaleString()} entries
          {forgottenCount > 0 && `, of which ${forgottenCount} were deleted after seven years`}
        </Text>
      </Group>
      {findings.length > 0 && (
        <ul className={classes.list} aria-label="Problems of the audit log">
          {findings.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
          {more > 0 && <li>{`And ${more} more`}</li>}
        </ul>
      )}
    </>
  );
}

const headRows = ({ head, waitingSince }: LogChain) => [
  ...(head
    ? ([
        ['Newest seal', String(head.number)],
        ['Sealed', <DateText key="sealed" value={head.sealedDate} style="time" />],
        [
          'SHA-256',
          <span key="hash" className={classes.hash}>
            {head.hash}
          </span>,
        ],
      ] as const)
    : []),
  ...(waitingSince
    ? ([['Oldest entry without a seal', <DateText key="waits" value={waitingSince} style="time" />]] as const)
    : []),
];

/** The chain of the audit log: its head, its last verification, and a new one. */
export function LogChainCard() {
  /** The end of the verification that was the last when a new one was asked for. Undefined: none was asked for. */
  const [before, setBefore] = useState<string | null>();
  const isWaiting = (chain: LogChain | undefined) =>
    before !== undefined && (chain?.lastCheck?.endedDate ?? null) === before;
  const chain = useQuery({
    ...systemQueries.logChain(),
    refetchInterval: ({ state }) => (isWaiting(state.data) ? 2_000 : 30_000),
  });
  if (chain.error) return <ErrorState error={chain.error} onRetry={() => void chain.refetch()} />;
  if (!chain.data) return null;
  const { lastCheck, head } = chain.data;
  const verify = () => {
    setBefore(lastCheck?.endedDate ?? null);
    runJob('verify-log').catch((error) => {
      setBefore(undefined);
      toast.error(error);
    });
  };
  return (
    <Surface title="Audit log">
      <Stack gap="sm">
        <Text size="sm">
          Every entry of the log is sealed within seconds. Nobody can change, delete or add an entry later without being
          noticed.
        </Text>
        {!head && <Text size="sm">Nothing is sealed yet.</Text>}
        <Facts rows={headRows(chain.data)} />
        {lastCheck ? <LastCheck check={lastCheck} /> : <Text size="sm">The log was not verified yet.</Text>}
        <Group>
          <Button size="xs" variant="default" loading={isWaiting(chain.data)} onClick={verify}>
            Verify now
          </Button>
        </Group>
      </Stack>
    </Surface>
  );
}
