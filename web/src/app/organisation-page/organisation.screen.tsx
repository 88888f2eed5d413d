import { mayIn } from '@kerb/domain/access/access-scope.ts';
import type { Tenant } from '@kerb/domain/organisations/organisations.contract.ts';
import { useActiveOrganisation } from '@kerb/web/app/organisation-page/active-organisation.ts';
import classes from '@kerb/web/app/organisation-page/organisation.module.css';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { ScreenSkeleton } from '@kerb/web/design/skeletons.tsx';
import { OrganisationLogo } from '@kerb/web/features/organisations/organisation-logo.tsx';
import { organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { isNotFound } from '@kerb/web/platform/api-problem.ts';
import { useActor, useSession } from '@kerb/web/platform/session.tsx';
import { IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';

const route = getRouteApi('/agencies/$tenantId');
const noAccess = "Sorry, you don't have access to manage that organisation.";

type BrandProps = { tenantId: number; name: string; tenant: Tenant | undefined };

/** The logo, with the name beside it unless the organisation hides it; the name alone if there is no logo. */
function Brand({ tenantId, name, tenant }: BrandProps) {
  if (!tenant?.logoUrl) return <span className={classes.name}>{name}</span>;
  return (
    <span className={classes.name}>
      <OrganisationLogo
        tenantId={tenantId}
        url={tenant.logoUrl}
        name={name}
        className={classes.logo}
        size="small"
        isNamed={!tenant.hideNameText}
      />
      {!tenant.hideNameText && <span>{name}</span>}
    </span>
  );
}

/** The frame of every page of one organisation: its bar, or a refusal if the user is not a member. */
export function OrganisationScreen() {
  const { tenantId } = route.useParams();
  const actor = useActor();
  const isOwn = mayIn(actor, 'tenant.read', tenantId);
  const { data: tenant, error, refetch } = useQuery({ ...organisationQueries.one(tenantId), enabled: isOwn });
  useActiveOrganisation(isOwn ? tenantId : null);
  const membership = useSession().memberships.find((own) => own.tenantId === tenantId);
  if (!isOwn || isNotFound(error)) {
    return <EmptyState isPage text={noAccess} action={<LinkText to="/agencies">See your organisations</LinkText>} />;
  }
  // A member's session has the name already, so their pages need not wait for the organisation's record.
  const name = tenant?.name ?? membership?.tenantName;
  if (name === undefined) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ScreenSkeleton />;
  }
  return (
    <>
      <nav className={`${classes.bar} kerb-no-print`} aria-label={name}>
        <Brand tenantId={tenantId} name={name} tenant={tenant} />
        <Link
          to="/agencies/$tenantId/applications"
          params={{ tenantId }}
          className={classes.item}
          activeOptions={{ includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          Referrals
        </Link>
        {mayIn(actor, 'team.change', tenantId) && (
          <Link
            to="/agencies/$tenantId/users"
            params={{ tenantId }}
            className={classes.item}
            activeProps={{ 'aria-current': 'page' }}
          >
            Team
          </Link>
        )}
        {mayIn(actor, 'tenant.settings', tenantId) && (
          <Link
            to="/agencies/$tenantId/settings"
            params={{ tenantId }}
            className={classes.item}
            activeProps={{ 'aria-current': 'page' }}
            aria-label="Settings"
            title="Settings"
          >
            <IconSettings size={20} aria-hidden="true" />
          </Link>
        )}
      </nav>
      <Outlet />
    </>
  );
}
