import { privacyEndpoints } from '@kerb/domain/privacy/privacy.contract.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { AskSecondDialog } from '@kerb/web/features/people/ask-second.dialog.tsx';
import classes from '@kerb/web/features/people/user-editor.module.css';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import { Button, Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

const dueQuery = queryOptions({
  queryKey: ['due-erasures'],
  queryFn: ({ signal }) => call(privacyEndpoints.due, { signal }),
});

const mostShown = 10;

/** Personal data that is held longer than the law asks for. Empty if there is none, or a request waits already. */
export function DueErasuresCard() {
  const { data } = useQuery(dueQuery);
  const client = useQueryClient();
  const afterwards = thenRefresh(() => client.invalidateQueries());
  const [isAsking, setIsAsking] = useState(false);
  if (!data || data.totalItems === 0 || data.pendingAct) return null;
  const name = `${data.totalItems} ${data.totalItems === 1 ? 'payer' : 'payers'} whose time is over`;
  return (
    <Surface title="Personal data whose time is over">
      <Text size="sm">
        The law no longer makes us keep what we hold about these payers. Erase it: another admin has to confirm it.
      </Text>
      <ul className={classes.acts} aria-label="Personal data whose time is over">
        {data.items.slice(0, mostShown).map((payer) => (
          <li key={payer.href}>
            <div>
              <strong>{payer.flowNumber}</strong>: {payer.organisation}
              <Text size="sm" c="dimmed">
                Ended <DateText value={payer.endedDay} style="short" />, kept until{' '}
                <DateText value={payer.keptUntil} style="short" />
              </Text>
            </div>
          </li>
        ))}
      </ul>
      {data.totalItems > mostShown && <Text size="sm">{`And ${data.totalItems - mostShown} more.`}</Text>}
      <Button variant="default" className={classes.ask} onClick={() => setIsAsking(true)}>
        Ask to erase
      </Button>
      {isAsking && (
        <AskSecondDialog
          kind="dispose-due"
          name={name}
          onAsk={(reason) => afterwards(call(privacyEndpoints.eraseDue, { body: { reason } }))}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Surface>
  );
}
