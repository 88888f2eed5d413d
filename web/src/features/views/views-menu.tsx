import { DropPanel } from '@kerb/web/design/drop-down.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { isSameName, isSameView } from '@kerb/web/features/views/view-search.ts';
import { viewQueries } from '@kerb/web/features/views/views.queries.ts';
import classes from '@kerb/web/features/views/views-menu.module.css';
import type { ViewsMenuProps } from '@kerb/web/features/views/views-menu-props.ts';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';

const ViewsPanel = lazyComponent(async () => (await import('@kerb/web/features/views/views-panel.tsx')).ViewsPanel);

/** The view in use, the user's own or the team's. A name in a shared address counts only if there is such a view. */
function useViewInUse({ list, named, address, team }: ViewsMenuProps) {
  const shared = team?.inUse;
  const own = useQuery({ ...viewQueries.list(list), enabled: named !== undefined && !shared });
  const views = shared ? shared.views : own.data;
  const view = named === undefined ? undefined : views?.find(({ name }) => isSameName(name, named));
  const name = views && !view ? undefined : named;
  return { name, isChanged: view !== undefined && !isSameView(view.search, shared?.address ?? address) };
}

/** A user's saved views, on every device. The button shows the name of the one in use. */
export function ViewsMenu(props: ViewsMenuProps) {
  const { name, isChanged } = useViewInUse(props);
  return (
    <DropPanel
      label="Views"
      align="end"
      trigger={(trigger) => (
        <Button
          variant="default"
          size="xs"
          rightSection={<IconChevronDown size={16} aria-hidden="true" />}
          {...(isChanged && { title: 'Changed since it was saved' })}
          {...trigger}
        >
          <span className={classes.name}>{name ?? 'Views'}</span>
          {isChanged && (
            <>
              <span className={classes.mark} aria-hidden="true" />
              <VisuallyHidden>, changed since it was saved</VisuallyHidden>
            </>
          )}
        </Button>
      )}
    >
      {(close) => (
        <Suspense fallback={<LinesSkeleton lines={4} />}>
          <ViewsPanel {...props} named={name} isChanged={isChanged} close={close} />
        </Suspense>
      )}
    </DropPanel>
  );
}
