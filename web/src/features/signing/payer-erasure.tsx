import type { Erasure } from '@kerb/domain/privacy/privacy.contract.ts';
import { privacyEndpoints } from '@kerb/domain/privacy/privacy.contract.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { AskSecondDialog } from '@kerb/web/features/people/ask-second.dialog.tsx';
import classes from '@kerb/web/features/signing/signing.module.css';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import { Button, Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

const erasureQuery = (id: number) =>
  queryOptions({
    queryKey: ['erasure', id],
    queryFn: ({ signal }) => call(privacyEndpoints.erasure, { params: { id }, signal }),
  });

const title = 'Personal data';

/** Why nothing can be asked for now, or null. */
function State({ erasure }: { erasure: Erasure }) {
  const { erasedDate, confirmedDate, pendingAct, refusal } = erasure;
  if (erasedDate) {
    return (
      <>
        Erased <DateText value={erasedDate} style="time" />.
      </>
    );
  }
  if (confirmedDate) return <>A second admin has confirmed the erasure. It is carried out within minutes.</>;
  if (pendingAct) {
    return (
      <>
        {pendingAct.askedByName} has asked to erase it, <DateText value={pendingAct.askedDate} style="time" />. Another
        admin has to confirm it under Users.
      </>
    );
  }
  return <>{refusal ?? 'It can be erased if the payer asks for it. Another admin has to confirm it.'}</>;
}

/** For admins: whether what is held about a payer can be erased, and the request for it. */
export function PayerErasure({ id, name }: { id: number; name: string }) {
  const { data, error, refetch } = useQuery(erasureQuery(id));
  const client = useQueryClient();
  const afterwards = thenRefresh(() => client.invalidateQueries());
  const [isAsking, setIsAsking] = useState(false);
  const mayAsk = data && !data.refusal && !data.pendingAct && !data.confirmedDate;
  return (
    <section className={classes.step} aria-label={title}>
      <h3>{title}</h3>
      <Loaded data={data} error={error} onRetry={() => void refetch()} lines={1}>
        {(erasure) => (
          <Text size="sm" component="div">
            <State erasure={erasure} />
          </Text>
        )}
      </Loaded>
      {mayAsk && (
        <div>
          <Button variant="default" c="var(--mantine-color-error)" onClick={() => setIsAsking(true)}>
            Ask to erase
          </Button>
        </div>
      )}
      {isAsking && (
        <AskSecondDialog
          kind="erase-payer"
          name={name}
          onAsk={(reason) => afterwards(call(privacyEndpoints.erase, { params: { id }, body: { reason } }))}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}
