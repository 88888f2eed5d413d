import type { ViewedList } from '@kerb/domain/views/views.contract.ts';

export type OpenedView = { name: string; search: string };

/** The team of an organisation, whose shared views are listed beside the user's own. */
export type TeamOfViews = {
  tenantId: number;
  /** Set if a view of the team is open: the team's views once they are loaded, and what it can share of the address. */
  inUse?: { views: readonly OpenedView[] | undefined; address: string };
  onOpen: (view: OpenedView) => void;
};

export type ViewsMenuProps = {
  list: ViewedList;
  /** The name of the view that the list was opened with, if any. */
  named: string | undefined;
  /** The list's current address. */
  address: string;
  /** Null opens the default list. */
  onOpen: (view: OpenedView | null) => void;
  /** The list stays and gets this name; undefined if the view has been deleted. */
  onNamed: (name: string | undefined) => void;
  /** Absent for a list that no team shares. */
  team?: TeamOfViews;
};

export type ViewsPanelProps = ViewsMenuProps & { isChanged: boolean; close: () => void };
