import { noAccess } from '@kerb/domain/shell/navigation.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';

/** The page does not exist, or this role may not open it. */
export function NotFoundScreen({ data }: { data?: unknown }) {
  const action = <LinkText to="/">Go to the start</LinkText>;
  if (data === noAccess) return <EmptyState isPage text={noAccess} action={action} />;
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState text="There is no page at this address." help="The link may be old, or mistyped." action={action} />
    </>
  );
}
