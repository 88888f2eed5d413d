import type { ViewedList } from '@kerb/domain/views/views.contract.ts';

export type OpenedView = { name: string; search: string };

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
};
