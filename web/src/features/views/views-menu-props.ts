import type { ViewedList } from '@kerb/domain/views/views.contract.ts';

export type OpenedView = { name: string; search: string };

export type ViewsMenuProps = {
  list: ViewedList;
  /** The name of the view that the list was opened with, where it was. */
  named: string | undefined;
  /** The list's address as it is now. */
  address: string;
  /** Null opens the list as it is without any view. */
  onOpen: (view: OpenedView | null) => void;
  /** The list stays as it is and goes by this name from now on; undefined where the view has been deleted. */
  onNamed: (name: string | undefined) => void;
};
