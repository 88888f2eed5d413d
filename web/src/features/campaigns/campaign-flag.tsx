import type { AgreementRow } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import classes from '@kerb/web/features/campaigns/campaign-card.module.css';
import { useMay } from '@kerb/web/platform/session.tsx';
import { Button } from '@mantine/core';
import { IconFlag3Filled } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';

export type FlagOptions = {
  /** The label that names who should act, if the list knows. */
  flagLabel?: string;
  /** If given, a suggested action can be marked done. */
  onMarkDone?: (row: AgreementRow) => Promise<void>;
};

type CampaignFlagProps = FlagOptions & { row: AgreementRow; nameId: string };

type DoneButtonProps = Required<Pick<CampaignFlagProps, 'row' | 'nameId' | 'onMarkDone'>>;

function DoneButton({ row, nameId, onMarkDone }: DoneButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The button disappears with its flag: move the focus to its card, for keyboard users.
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (own && own === document.activeElement) own.closest('article')?.querySelector('a')?.focus();
    };
  }, []);
  const markDone = async () => {
    setBusy(true);
    await onMarkDone(row);
    setBusy(false);
  };
  return (
    <Button
      ref={button}
      size="compact-sm"
      variant="default"
      className={classes.control}
      aria-describedby={nameId}
      aria-busy={isBusy}
      // Not disabled while busy: that would lose the focus.
      onClick={() => void (isBusy || markDone())}
    >
      Mark done
    </Button>
  );
}

/** Shows that the product, or a colleague, suggests an action. Never shown to a payer. */
export function CampaignFlag({
  row,
  nameId,
  flagLabel = labelOfField('actionSuggested'),
  onMarkDone,
}: CampaignFlagProps) {
  const may = useMay();
  if (!may('agreement.flag') || !row.actionSuggested) return null;
  return (
    <div className={classes.flag}>
      <span className={classes.flagWord}>
        <IconFlag3Filled size={16} aria-hidden="true" />
        {flagLabel}
      </span>
      {onMarkDone && <DoneButton row={row} nameId={nameId} onMarkDone={onMarkDone} />}
    </div>
  );
}
