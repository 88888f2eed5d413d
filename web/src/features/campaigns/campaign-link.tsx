import classes from '@kerb/web/features/campaigns/campaign-link.module.css';
import { useSession } from '@kerb/web/platform/session.tsx';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

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
const staffAddress = ({ id, tenant }: CampaignPlace) => `/agencies/${tenant}/applications/${id}`;
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

/** A new tab, a new window or a download is the browser's business. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

/** For staff, in a table: looks like a link. Hundreds of the router's own take longer than all else in the rows. */
export function CampaignLinkText({ campaign, tabIndex, children }: CampaignLinkProps) {
  const router = useRouter();
  const target = { to: staffRoute, params: staffParams(campaign) } as const;
  return (
    <a
      href={staffAddress(campaign)}
      className={classes.text}
      tabIndex={tabIndex}
      onMouseEnter={() => void router.preloadRoute(target)}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        void router.navigate(target);
      }}
    >
      {children}
    </a>
  );
}

type NewTabProps = CampaignLinkProps & { label: string };

export function CampaignNewTab({ campaign, className, tabIndex, label, children }: NewTabProps) {
  return (
    <a
      href={staffAddress(campaign)}
      target="_blank"
      rel="noreferrer"
      className={className}
      tabIndex={tabIndex}
      aria-label={label}
      title={label}
    >
      {children}
    </a>
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
