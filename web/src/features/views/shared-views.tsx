import type { SharedView } from '@kerb/domain/views/shared-views.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { menuItemClass } from '@kerb/web/design/drop-down.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { useSharedViewChanges } from '@kerb/web/features/views/shared-view-changes.ts';
import { sharedViewQueries } from '@kerb/web/features/views/shared-views.queries.ts';
import { isSameName, viewSearch } from '@kerb/web/features/views/view-search.ts';
import type { TeamOfViews, ViewsPanelProps } from '@kerb/web/features/views/views-menu-props.ts';
import classes from '@kerb/web/features/views/views-panel.module.css';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

type SharedViewsProps = ViewsPanelProps & { team: TeamOfViews };
type ItemProps = { view: SharedView; isInUse: boolean; onOpen: () => void; onStop: () => void };

function SharedItem({ view, isInUse, onOpen, onStop }: ItemProps) {
  const label = `Stop sharing ${view.name}`;
  return (
    <li className={classes.view}>
      <button type="button" className={menuItemClass} aria-current={isInUse || undefined} onClick={onOpen}>
        <span className={classes.name}>{view.name}</span>
      </button>
      {view.sharedByName !== null && <span className={classes.sharer}>{view.sharedByName}</span>}
      {view.mayChange && (
        <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onStop}>
          <IconTrash size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    </li>
  );
}

function useSharedActions({ team, address, onNamed, close }: SharedViewsProps) {
  const { share, remove } = useSharedViewChanges(team.tenantId);
  const stop = async ({ id, name }: SharedView, isInUse: boolean) => {
    const isSure = await confirm({
      title: 'Stop sharing this view?',
      text: `'${name}' will be gone for the whole team. No campaign changes.`,
      confirmLabel: 'Stop sharing',
      danger: true,
    });
    // The dialog is outside the panel: the focus returns to the panel's button.
    close();
    if (!isSure) return;
    try {
      await remove(id);
      if (isInUse) onNamed(undefined);
      toast.success('Done');
    } catch (error) {
      toast.error(error);
    }
  };
  const update = async ({ name }: SharedView) => {
    try {
      await share({ name, search: viewSearch(address) });
      toast.success('Saved for the team');
      close();
    } catch (error) {
      toast.error(error);
    }
  };
  return { stop, update };
}

/** The views that the team shares, apart from the user's own: open one, save its changes, stop sharing it. */
export function SharedViews(props: SharedViewsProps) {
  const { named, team, isChanged, close } = props;
  const { data: views, error, refetch } = useQuery(sharedViewQueries.list(team.tenantId));
  const { stop, update } = useSharedActions(props);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!views) return <LinesSkeleton lines={2} />;
  const inUse = team.inUse && views.find(({ name }) => named !== undefined && isSameName(name, named));
  const opened = (view: SharedView) => () => {
    close();
    team.onOpen(view);
  };
  return (
    <>
      <p className={classes.heading}>Shared with the team</p>
      {views.length === 0 && <p className={classes.none}>Nothing is shared yet. Save a view, then share it.</p>}
      <ul className={classes.views} aria-label="Views shared with the team">
        {views.map((view) => (
          <SharedItem
            key={view.id}
            view={view}
            isInUse={view === inUse}
            onOpen={opened(view)}
            onStop={() => void stop(view, view === inUse)}
          />
        ))}
      </ul>
      {inUse?.mayChange && isChanged && (
        <button type="button" className={menuItemClass} onClick={() => void update(inUse)}>
          Save the changes for the team
        </button>
      )}
    </>
  );
}
