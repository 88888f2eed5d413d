import { LinkText } from '@kerb/web/design/link-text.tsx';
import { useSession } from '@kerb/web/platform/session.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export type CampaignPlace = { id: number; tenant: number };
type CampaignLinkProps = {
  campaign: CampaignPlace;
  className?: string | undefined;
  /** Where the keys walk rows of links, Tab stops at one of them only. */
  tabIndex?: number | undefined;
  /** Its name, where it shows an icon only. */
  label?: string | undefined;
  children: ReactNode;
};

const staffRoute = '/agencies/$tenantId/applications/$applicationId';
const vendorRoute = '/applications/$applicationId';
const staffParams = ({ id, tenant }: CampaignPlace) => ({ tenantId: tenant, applicationId: id });

/** The link that opens a campaign: a vendor's own page of it, or the page within its organisation. */
export function CampaignLink({ campaign, className, label, children }: CampaignLinkProps) {
  const isVendor = useSession().role === 'vendor';
  const shared = { className, 'aria-label': label, title: label };
  if (isVendor) {
    return (
      <Link to={vendorRoute} params={{ applicationId: campaign.id }} {...shared}>
        {children}
      </Link>
    );
  }
  return (
    <Link to={staffRoute} params={staffParams(campaign)} {...shared}>
      {children}
    </Link>
  );
}

/** For staff, in a table: looks like a link. */
export function CampaignLinkText({ campaign, tabIndex, children }: CampaignLinkProps) {
  return (
    <LinkText to={staffRoute} params={staffParams(campaign)} size="sm" tabIndex={tabIndex}>
      {children}
    </LinkText>
  );
}

type NewTabProps = CampaignLinkProps & { label: string };

export function CampaignNewTab({ campaign, className, tabIndex, label, children }: NewTabProps) {
  return (
    <Link
      to={staffRoute}
      params={staffParams(campaign)}
      target="_blank"
      className={className}
      tabIndex={tabIndex}
      aria-label={label}
      title={label}
    >
      {children}
    </Link>
  );
}

/** Opens a campaign from code, where its link would lead. */
export function useOpenCampaign(): (campaign: CampaignPlace) => Promise<void> {
  const navigate = useNavigate();
  const isVendor = useSession().role === 'vendor';
  return (campaign) =>
    isVendor
      ? navigate({ to: vendorRoute, params: { applicationId: campaign.id } })
      : navigate({ to: staffRoute, params: staffParams(campaign) });
}
