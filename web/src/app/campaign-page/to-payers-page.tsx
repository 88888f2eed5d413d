import { viewAsParameter } from '@kerb/domain/checkout/checkout-page.ts';
import { formatViewAs } from '@kerb/domain/session/view-as.ts';
import { ScreenSkeleton } from '@kerb/web/design/skeletons.tsx';
import { viewing } from '@kerb/web/platform/view-as.ts';
import { useEffect } from 'react';

/** The address of a payer's page. The server draws it, so it is told whom an admin impersonates. */
export function payersAddress(id: number): string {
  const current = viewing();
  const as = current ? `?${new URLSearchParams({ [viewAsParameter]: formatViewAs(current.view) })}` : '';
  return `/applications/${id}${as}`;
}

/** A payer's page is another application at the same address: it is loaded anew. */
export function ToPayersPage({ id }: { id: number }) {
  useEffect(() => location.replace(payersAddress(id)), [id]);
  return <ScreenSkeleton />;
}
