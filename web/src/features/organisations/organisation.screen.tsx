import { mayIn } from '@kerb/domain/access/sight.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { organisationInSight } from '@kerb/web/design/organisations-in-sight.ts';
import { ScreenSkeleton } from '@kerb/web/design/skeletons.tsx';
import classes from '@kerb/web/features/organisations/organisation.module.css';
import { isNotFound } from '@kerb/web/platform/api-problem.ts';
import { useActor, useSession } from '@kerb/web/platform/session.tsx';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';

const route = getRouteApi('/agencies/$tenantId');
const noAccess = "Sorry, you don't have access to manage that organisation.";

/** What surrounds every page of one organisation: its bar, and the refusal where it is not one's own. */
export function OrganisationScreen() {
  const { tenantId } = route.useParams();
  const isOwn = mayIn(useActor(), 'tenant.read', tenantId);
  const { data: tenant, error, refetch } = useQuery({ ...organisationInSight(tenantId), enabled: isOwn });
  const membership = useSession().memberships.find((own) => own.tenantId === tenantId);
  if (!isOwn || isNotFound(error)) {
    return <EmptyState isPage text={noAccess} action={<LinkText to="/agencies">See your organisations</LinkText>} />;
  }
  // A member's session knows the name already, so their pages need not wait for the rest.
  const name = tenant?.name ?? membership?.tenantName;
  if (name === undefined) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ScreenSkeleton />;
  }
  return (
    <>
      <nav className={`${classes.bar} kerb-no-print`} aria-label={name}>
        <span className={classes.name}>{name}</span>
        <Link
          to="/agencies/$tenantId/applications"
          params={{ tenantId }}
          className={classes.item}
          activeOptions={{ includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          Referrals
        </Link>
      </nav>
      <Outlet />
    </>
  );
}
