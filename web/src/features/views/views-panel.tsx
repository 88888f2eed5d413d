import type { ListView } from '@kerb/domain/views/views.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { menuItemClass } from '@kerb/web/design/drop-down.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ShareButton } from '@kerb/web/features/views/share-button.tsx';
import { SharedViews } from '@kerb/web/features/views/shared-views.tsx';
import { useViewChanges } from '@kerb/web/features/views/view-changes.ts';
import { isSameName, viewSearch } from '@kerb/web/features/views/view-search.ts';
import { viewQueries } from '@kerb/web/features/views/views.queries.ts';
import type { ViewsPanelProps } from '@kerb/web/features/views/views-menu-props.ts';
import classes from '@kerb/web/features/views/views-panel.module.css';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';

type ItemProps = {
  view: ListView;
  isInUse: boolean;
  share: ReactNode;
  onOpen: () => void;
  onDelete: () => void;
};

function ViewItem({ view, isInUse, share, onOpen, onDelete }: ItemProps) {
  const label = `Delete ${view.name}`;
  return (
    <li className={classes.view}>
      <button type="button" className={menuItemClass} aria-current={isInUse || undefined} onClick={onOpen}>
        <span className={classes.name}>{view.name}</span>
      </button>
      {share}
      <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onDelete}>
        <IconTrash size={16} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}

function useDeletion({ list, named, onNamed, close }: ViewsPanelProps) {
  const { remove } = useViewChanges(list);
  return async ({ id, name }: ListView) => {
    const isSure = await confirm({
      title: 'Delete this view?',
      text: `'${name}' will be gone from your list of views. No campaign changes.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    // The dialog is outside the panel. Close the panel, so that the focus returns to its button, which still exists.
    close();
    if (!isSure) return;
    try {
      await remove(id);
      if (named !== undefined && isSameName(name, named)) onNamed(undefined);
      toast.success('Done');
    } catch (error) {
      toast.error(error);
    }
  };
}

/** The user's views: open one, save the current list, replace one by saving under its name, delete one. */
export function ViewsPanel(props: ViewsPanelProps) {
  const { list, named, team, onOpen, close } = props;
  const { data: views, error, refetch } = useQuery(viewQueries.list(list));
  const own = { ...props, named: team?.inUse ? undefined : named };
  const deleteView = useDeletion(own);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!views) return <LinesSkeleton lines={4} />;
  const opened = (view: ListView | null) => () => {
    close();
    onOpen(view);
  };
  return (
    <div className={classes.panel}>
      {views.length === 0 && <p className={classes.none}>Save this view to open it later.</p>}
      <ul className={classes.views} aria-label="Saved views">
        {views.map((view) => (
          <ViewItem
            key={view.id}
            view={view}
            isInUse={own.named !== undefined && isSameName(view.name, own.named)}
            share={team && <ShareButton view={view} tenantId={team.tenantId} close={close} />}
            onOpen={opened(view)}
            onDelete={() => void deleteView(view)}
          />
        ))}
      </ul>
      {team && <SharedViews {...props} team={team} />}
      {named !== undefined && (
        <button type="button" className={menuItemClass} onClick={opened(null)}>
          Leave this view
        </button>
      )}
      <SaveForm {...own} views={views} />
    </div>
  );
}

function SaveForm({ list, named, address, isChanged, onNamed, close, views }: ViewsPanelProps & { views: ListView[] }) {
  const { save } = useViewChanges(list);
  const [name, setName] = useState(named ?? '');
  const [isSaving, setSaving] = useState(false);
  const isKnown = views.some((view) => isSameName(view.name, name));
  // The view in use is unchanged: there is nothing to save.
  const isSaved = named !== undefined && isSameName(named, name) && !isChanged;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || isSaved || isSaving) return;
    setSaving(true);
    try {
      const saved = await save({ name: name.trim(), search: viewSearch(address) });
      onNamed(saved.name);
      toast.success('Saved');
      close();
    } catch (error) {
      toast.error(error);
      setSaving(false);
    }
  };

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        label="Name of this view"
        value={name}
        maxLength={60}
        autoComplete="off"
        flex={1}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={isSaving} disabled={name.trim() === '' || isSaved}>
        {isKnown ? 'Replace' : 'Save'}
      </Button>
    </form>
  );
}
