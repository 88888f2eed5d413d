import { LinkText } from '@kerb/web/design/link-text.tsx';
import { useSession } from '@kerb/web/platform/session.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export type CampaignPlace = { id: number; tenant: number };
type CampaignLinkProps = { campaign: CampaignPlace; className?: string | undefined; children: ReactNode };

const staffRoute = '/agencies/$tenantId/applications/$applicationId';
const vendorRoute = '/applications/$applicationId';
const staffParams = ({ id, tenant }: CampaignPlace) => ({ tenantId: tenant, applicationId: id });

/** The link that opens a campaign: a vendor's own page of it, or the page within its organisation. */
export function CampaignLink({ campaign, className, children }: CampaignLinkProps) {
  const isVendor = useSession().role === 'vendor';
  if (isVendor) {
    return (
      <Link to={vendorRoute} params={{ applicationId: campaign.id }} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <Link to={staffRoute} params={staffParams(campaign)} className={className}>
      {children}
    </Link>
  );
}

/** For staff, in a table: looks like a link. */
export function CampaignLinkText({ campaign, children }: CampaignLinkProps) {
  return (
    <LinkText to={staffRoute} params={staffParams(campaign)} size="sm">
      {children}
    </LinkText>
  );
}

type NewTabProps = CampaignLinkProps & { label: string };

export function CampaignNewTab({ campaign, className, label, children }: NewTabProps) {
  return (
    <Link
      to={staffRoute}
      params={staffParams(campaign)}
      target="_blank"
      className={className}
      aria-label={label}
      title={label}
    >
      {children}
    </Link>
  );
}

/** For staff: opens a campaign from code. */
export function useOpenCampaign(): (campaign: CampaignPlace) => Promise<void> {
  const navigate = useNavigate();
  return (campaign) => navigate({ to: staffRoute, params: staffParams(campaign) });
}
