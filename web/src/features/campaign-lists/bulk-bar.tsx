import { mostBulkRows } from '@kerb/domain/agreements/bulk.contract.ts';
import type { AgreementRow } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { fieldGroups } from '@kerb/domain/agreements/field-groups.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { AssignTo } from '@kerb/web/features/campaign-lists/bulk-assign.tsx';
import classes from '@kerb/web/features/campaign-lists/bulk-bar.module.css';
import { type Done, exportChosen, useBulkChanges } from '@kerb/web/features/campaign-lists/bulk-changes.ts';
import { BulkOutcomes, summaryOf } from '@kerb/web/features/campaign-lists/bulk-outcome.tsx';
import { type ChosenRow, choose, chosenRows, clearChosen } from '@kerb/web/features/campaign-lists/chosen-rows.ts';
import { isInPopup, isTyping, singleKeys } from '@kerb/web/platform/keys.ts';
import { useMay } from '@kerb/web/platform/session.tsx';
import { useStore } from '@kerb/web/platform/store.ts';
import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';

const campaignsIn = (count: number): string => (count === 1 ? '1 campaign' : `${count} campaigns`);

/** The key x selects the row that has the focus. */
function onChooseKey(event: KeyboardEvent): void {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  if (key !== 'x' || altKey || ctrlKey || metaKey || !singleKeys.get() || isTyping(target) || isInPopup(target)) return;
  const row = target instanceof Element ? target.closest('tbody tr, article') : null;
  const box = row?.querySelector<HTMLInputElement>('input[data-choose]');
  if (!box) return;
  event.preventDefault();
  box.click();
}

type Shown = { title: string; done: Done; campaigns: ReadonlyMap<number, ChosenRow> };

/** Runs the actions one after the other, and keeps the outcome of the last one. */
function useActions(chosen: ReadonlyMap<number, ChosenRow>) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (title: string, act: () => Promise<Done>) => {
    if (isBusy) return;
    setBusy(true);
    try {
      const campaigns = new Map([...(shown?.campaigns ?? []), ...chosen]);
      const done = await act();
      setShown({ title, done, campaigns });
    } catch (problem) {
      toast.error(problem);
    } finally {
      setBusy(false);
    }
  };
  return { shown, isBusy, run, hide: () => setShown(null) };
}

type ActionsProps = {
  chosen: ReadonlyMap<number, ChosenRow>;
  isBusy: boolean;
  run: ReturnType<typeof useActions>['run'];
};

function Actions({ chosen, isBusy, run }: ActionsProps) {
  const may = useMay();
  const mayAssign = (tenant?: number) => may(fieldGroups.title.permission, tenant);
  const changes = useBulkChanges();
  const ids = [...chosen.keys()];
  const tenants = new Set([...chosen.values()].map(({ tenant }) => tenant));
  const [tenantId] = tenants;
  const button = { size: 'xs', variant: 'default', 'aria-busy': isBusy, disabled: ids.length === 0 } as const;
  const remind = async () => {
    const yes = await confirm({
      title: `Remind the payers of ${campaignsIn(ids.length)}?`,
      text: 'Each payer who has not opened the link for some days gets a reminder. A message cannot be taken back.',
      confirmLabel: 'Remind',
    });
    if (yes) await run('Remind payers', () => changes.remind(ids));
  };
  return (
    <div className={classes.line}>
      {may('payer.send') && (
        <Button {...button} onClick={() => void remind()}>
          Remind payers
        </Button>
      )}
      {may('agreement.flag') && (
        <Button {...button} onClick={() => void run('Mark follow-up done', () => changes.markDone(ids))}>
          Mark follow-up done
        </Button>
      )}
      {may('agreement.export') && (
        <Button {...button} onClick={() => void exportChosen(ids)}>
          Export selected
        </Button>
      )}
      {tenants.size === 1 && tenantId !== undefined && mayAssign(tenantId) && (
        <AssignTo
          key={tenantId}
          tenantId={tenantId}
          isBusy={isBusy}
          onAssign={(userId, name) => void run(`Assign to ${name}`, () => changes.assign(ids, userId))}
        />
      )}
      {tenants.size > 1 && mayAssign() && (
        <span className={classes.hint}>To assign, select campaigns of one organisation.</span>
      )}
    </div>
  );
}

/** The actions for the selected campaigns, and what happened to each of them. */
export function BulkBar({ rows }: { rows: readonly AgreementRow[] }) {
  const chosen = useStore(chosenRows);
  const { shown, isBusy, run, hide } = useActions(chosen);
  useEffect(() => {
    document.addEventListener('keydown', onChooseKey);
    return () => {
      document.removeEventListener('keydown', onChooseKey);
      clearChosen();
    };
  }, []);
  const isAll = rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  const room = mostBulkRows - chosen.size;
  const others = rows.filter(({ id }) => !chosen.has(id));
  const isOver = chosen.size > mostBulkRows;
  const undo = shown?.done.undo;
  return (
    <section className={`${classes.bar} kerb-no-print`} aria-label="Selected campaigns">
      <div className={classes.line}>
        <strong>{chosen.size === 0 ? 'No campaign selected' : `${campaignsIn(chosen.size)} selected`}</strong>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => (isAll ? choose(rows, false) : choose(others.slice(0, Math.max(0, room)), true))}
        >
          {isAll ? 'Clear this page' : `Select all on this page`}
        </Button>
        {chosen.size > 0 && !isAll && (
          <Button size="compact-sm" variant="subtle" onClick={clearChosen}>
            Clear selection
          </Button>
        )}
      </div>
      {isOver ? (
        <p className={classes.hint}>At most {mostBulkRows} campaigns can be changed at once. Please select fewer.</p>
      ) : (
        <Actions chosen={chosen} isBusy={isBusy} run={run} />
      )}
      <VisuallyHidden role="status">{shown ? `${shown.title}: ${summaryOf(shown.done)}` : ''}</VisuallyHidden>
      {shown && (
        <BulkOutcomes
          {...shown}
          isBusy={isBusy}
          onUndo={() => undo && void run(`Undo: ${shown.title}`, undo)}
          onHide={hide}
        />
      )}
    </section>
  );
}
