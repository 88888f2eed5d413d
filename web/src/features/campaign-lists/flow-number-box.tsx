import { flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/campaign-lists/all-campaigns.module.css';
import { useOpenCampaign } from '@kerb/web/features/campaigns/campaign-link.tsx';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';

/** Opens a campaign by its Flow No. */
export function FlowNumberBox() {
  const [typed, setTyped] = useState('');
  const [isLooking, setLooking] = useState(false);
  const id = useId();
  const client = useQueryClient();
  const open = useOpenCampaign();

  const look = async () => {
    setLooking(true);
    try {
      const { openFlowNumber } = await import('@kerb/web/features/campaign-lists/open-flow-number.ts');
      await openFlowNumber(typed, { client, open });
    } catch (error) {
      toast.error(error);
    } finally {
      setLooking(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '' && !isLooking) void look();
  };

  return (
    <form className={classes.flow} onSubmit={submit}>
      <label htmlFor={id}>{flowNumberLabel}</label>
      <TextInput
        id={id}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        w={120}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={isLooking}>
        Go
      </Button>
    </form>
  );
}
