import type { ListView } from '@kerb/domain/views/views.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useSharedViewChanges } from '@kerb/web/features/views/shared-view-changes.ts';
import { sharedViewQueries } from '@kerb/web/features/views/shared-views.queries.ts';
import { isSameName, isSameView } from '@kerb/web/features/views/view-search.ts';
import { ActionIcon } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

type ShareButtonProps = { view: ListView; tenantId: number; close: () => void };

/** Shares one of the user's own views with the team. Asks before it replaces a view of the team. */
export function ShareButton({ view: { name, search }, tenantId, close }: ShareButtonProps) {
  const { data: shared = [] } = useQuery(sharedViewQueries.list(tenantId));
  const { share } = useSharedViewChanges(tenantId);
  const label = `Share ${name} with the team`;
  const mayReplace = async () => {
    const existing = shared.find((view) => isSameName(view.name, name));
    // The server refuses a view that the user may not change, and says why.
    if (!existing?.mayChange) return true;
    const isSure = await confirm({
      title: 'Replace the view of the team?',
      text: `The team has a view '${existing.name}'. Your own will replace it for everybody in the team.`,
      confirmLabel: 'Replace',
    });
    // The dialog is outside the panel: the focus returns to the panel's button.
    close();
    return isSure;
  };
  const press = async () => {
    if (!(await mayReplace())) return;
    try {
      const saved = await share({ name, search });
      const isWhole = isSameView(saved.search, search);
      toast.success(isWhole ? 'Shared with the team' : 'Shared with the team, without the text of the search');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={() => void press()}>
      <IconUsers size={16} aria-hidden="true" />
    </ActionIcon>
  );
}
