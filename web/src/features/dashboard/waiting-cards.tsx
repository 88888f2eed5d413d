import { CardList } from '@kerb/web/features/dashboard/card-list.tsx';
import classes from '@kerb/web/features/dashboard/dashboard.module.css';
import { type Waited, waitText } from '@kerb/web/features/dashboard/pipeline.ts';
import { Title } from '@mantine/core';
import type { Ref } from 'react';

type WaitingCardsProps = {
  /** The list to show; no `waiting` while it loads. */
  list: { title: string; waiting?: readonly Waited[] | undefined } | null;
  showOrganisation: boolean;
  ref: Ref<HTMLElement>;
};

/** Waiting campaigns as cards. Screen readers announce the heading when another segment is chosen. */
export function WaitingCards({ list, showOrganisation, ref }: WaitingCardsProps) {
  const waits = new Map(list?.waiting?.map((item) => [item.row.id, waitText(item)]));
  return (
    <section ref={ref} className={classes.waiting} aria-label={list?.title}>
      <div role="status">
        {list && (
          <Title order={2} mb="sm">
            {list.waiting ? `${list.title} (${list.waiting.length})` : list.title}
          </Title>
        )}
      </div>
      {list && (
        <CardList
          key={list.title}
          label={list.title}
          rows={list.waiting?.map(({ row }) => row)}
          showOrganisation={showOrganisation}
          note={(row) => <span className={classes.wait}>{waits.get(row.id)}</span>}
        />
      )}
    </section>
  );
}
