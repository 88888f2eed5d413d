import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { bannerOf } from '@kerb/domain/campaign-page/status-banner.ts';
import classes from '@kerb/web/app/campaign-page/campaign-banner.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';

type CampaignBannerProps = {
  agreement: Agreement;
  others?: readonly string[];
  isSentToNobody?: boolean;
};

/** The status of the campaign, in one sentence. */
export function CampaignBanner({ agreement, others, isSentToNobody = false }: CampaignBannerProps) {
  const { label, tone, sentence } = bannerOf({ ...agreement, isSentToNobody }, countryRules().brand, others);
  return (
    <div className={classes.banner} data-tone={tone} role="status">
      <strong className={classes.label}>{label}</strong>
      <span>{sentence}</span>
      {agreement.statusReason && <p className={classes.reason}>{agreement.statusReason}</p>}
    </div>
  );
}
