import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import classes from '@kerb/web/features/campaign-lists/bulk-bar.module.css';
import { teamQueries } from '@kerb/web/features/team/team.queries.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

type AssignProps = { tenantId: number; isBusy: boolean; onAssign: (userId: number, name: string) => void };

/** A person of the organisation's team, and the button: a choice alone changes nothing. */
export function AssignTo({ tenantId, isBusy, onAssign }: AssignProps) {
  const { data: members = [] } = useQuery(teamQueries.members(tenantId));
  const [userId, setUserId] = useState('');
  const member = members.find((one) => String(one.userId) === userId);
  return (
    <span className={classes.assign}>
      <NativeSelect
        size="xs"
        aria-label={labelOfField('agentUser')}
        value={userId}
        data={[
          { value: '', label: 'Choose a person' },
          ...members.map((one) => ({ value: String(one.userId), label: one.displayName })),
        ]}
        onChange={({ currentTarget: { value } }) => setUserId(value)}
      />
      <Button
        size="xs"
        variant="default"
        aria-busy={isBusy}
        disabled={!member}
        onClick={() => member && onAssign(member.userId, member.displayName)}
      >
        Assign
      </Button>
    </span>
  );
}
