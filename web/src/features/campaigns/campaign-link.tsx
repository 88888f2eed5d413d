import { opensAsPayer } from '@kerb/domain/shell/navigation.ts';
import classes from '@kerb/web/features/campaigns/campaign-link.module.css';
import { useSession } from '@kerb/web/platform/session.tsx';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

export type CampaignPlace = { id: number; tenant: number };
type CampaignLinkProps = {
  campaign: CampaignPlace;
  className?: string | undefined;
  /** In rows with keyboard navigation, Tab stops at only one link. */
  tabIndex?: number | undefined;
  /** The accessible name, if it shows only an icon. */
  label?: string | undefined;
  children: ReactNode;
};

const staffRoute = '/agencies/$tenantId/applications/$applicationId';
const vendorRoute = '/applications/$applicationId';
const staffAddress = ({ id, tenant }: CampaignPlace) => `/agencies/${tenant}/applications/${id}`;
const staffParams = ({ id, tenant }: CampaignPlace) => ({ tenantId: tenant, applicationId: id });

/** The link that opens a campaign: the vendor's page, or the page within its organisation. */
export function CampaignLink({ campaign, className, label, children }: CampaignLinkProps) {
  const isPayer = opensAsPayer(useSession());
  const shared = { className, 'aria-label': label, title: label };
  if (isPayer) {
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

/** The browser handles clicks for a new tab, a new window or a download. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

/**
 * For the team, in a table: a plain link. Hundreds of router links would take longer to render than the rest of the
 * rows.
 */
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

/** Opens a campaign from code, at the same address as its link. */
export function useOpenCampaign(): (campaign: CampaignPlace) => Promise<void> {
  const navigate = useNavigate();
  const isPayer = opensAsPayer(useSession());
  return (campaign) =>
    isPayer
      ? navigate({ to: vendorRoute, params: { applicationId: campaign.id } })
      : navigate({ to: staffRoute, params: staffParams(campaign) });
}
