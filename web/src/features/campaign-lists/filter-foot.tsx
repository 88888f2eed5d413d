import classes from '@kerb/web/features/campaign-lists/filter-foot.module.css';
import { Button } from '@mantine/core';

type FilterFootProps = { hint: string; isUnchanged: boolean; onApply: () => void };

/** The bottom of a filter panel: a hint about what is missing, and Apply. */
export function FilterFoot({ hint, isUnchanged, onApply }: FilterFootProps) {
  return (
    <div className={classes.foot}>
      <span role="status">{hint}</span>
      <Button size="sm" disabled={hint !== '' || isUnchanged} onClick={onApply}>
        Apply
      </Button>
    </div>
  );
}
