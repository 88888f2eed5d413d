import { standingIn } from '@kerb/domain/access/access-scope.ts';
import { isPayer } from '@kerb/domain/access/actor.ts';
import { missingCampaignText } from '@kerb/domain/shell/navigation.ts';
import { StaffCampaign } from '@kerb/web/app/campaign-page/staff-campaign.tsx';
import { ToPayersPage } from '@kerb/web/app/campaign-page/to-payers-page.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { ScreenSkeleton } from '@kerb/web/design/skeletons.tsx';
import { oneCampaign } from '@kerb/web/features/campaigns/one-campaign.queries.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { useActor } from '@kerb/web/platform/session.tsx';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';

const staffRoute = getRouteApi('/agencies/$tenantId/applications/$applicationId');
const vendorRoute = getRouteApi('/applications/$applicationId');

/** The team's address of a campaign, within its organisation. */
export function CampaignScreen() {
  const { tenantId, applicationId } = staffRoute.useParams();
  return <Campaign id={applicationId} tenantId={tenantId} />;
}

/** The payers' address. It also works for a team member who opens it. */
export function VendorCampaignScreen() {
  return <Campaign id={vendorRoute.useParams().applicationId} />;
}

const isOutOfScope = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 404 || error.status === 403);

function Campaign({ id, tenantId }: { id: number; tenantId?: number }) {
  const actor = useActor();
  const { data: record, error, refetch } = useQuery(oneCampaign(id));
  const standing = record && standingIn(actor, record.value.tenant);
  if (isOutOfScope(error) || standing === null) {
    return <EmptyState isPage text={missingCampaignText(actor)} />;
  }
  // A failed refresh keeps the loaded data and everything typed.
  if (!record || !standing) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ScreenSkeleton />;
  }
  const { tenant } = record.value;
  if (tenantId !== undefined && tenantId !== tenant) {
    const params = { tenantId: tenant, applicationId: id };
    return <Navigate to="/agencies/$tenantId/applications/$applicationId" params={params} replace />;
  }
  return isPayer(standing) ? <ToPayersPage id={id} /> : <StaffCampaign key={id} record={record} standing={standing} />;
}
