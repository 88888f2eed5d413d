import classes from '@kerb/web/design/repeated-fields.module.css';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';

/** Focuses a new group, or the button after a group was removed. */
function useFocusOnChange(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) box.current?.querySelector<HTMLElement>('fieldset:last-of-type input')?.focus();
    if (count < before.current) box.current?.querySelector<HTMLElement>('[data-add]')?.focus();
    before.current = count;
  }, [count]);
  return box;
}

type RepeatedFieldsProps = {
  /** The noun for one group of fields: 'Vendor' gives 'Vendor 2' and 'Add another vendor'. */
  word: string;
  count: number;
  most: number;
  onAdd: () => void;
  onRemove: (place: number) => void;
  children: (place: number) => ReactNode;
};

/** The same group of fields for each person of a list. */
export function RepeatedFields({ word, count, most, onAdd, onRemove, children }: RepeatedFieldsProps) {
  const box = useFocusOnChange(count);
  return (
    <div ref={box} className={classes.groups}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the form identifies a group only by its index
        <fieldset key={place} className={classes.group}>
          <legend className={classes.legend}>{count === 1 ? word : `${word} ${place + 1}`}</legend>
          {count > 1 && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="danger"
              c="var(--mantine-color-error)"
              className={classes.remove}
              onClick={() => onRemove(place)}
            >
              Remove
            </Button>
          )}
          {children(place)}
        </fieldset>
      ))}
      {count < most && (
        <Button
          data-add
          variant="subtle"
          size="xs"
          className={classes.add}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={onAdd}
        >
          {`Add another ${word.toLowerCase()}`}
        </Button>
      )}
    </div>
  );
}
