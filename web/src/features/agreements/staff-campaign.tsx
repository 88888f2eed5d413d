import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { AssistanceCard } from '@kerb/web/features/agreements/assistance.card.tsx';
import { AuditLogCard } from '@kerb/web/features/agreements/audit-log.card.tsx';
import classes from '@kerb/web/features/agreements/campaign.module.css';
import { CampaignBanner } from '@kerb/web/features/agreements/campaign-banner.tsx';
import { CampaignTrail } from '@kerb/web/features/agreements/campaign-trail.tsx';
import { HeaderCard } from '@kerb/web/features/agreements/header.card.tsx';
import { PayersCard } from '@kerb/web/features/agreements/payers.card.tsx';
import { StatusCard } from '@kerb/web/features/agreements/status.card.tsx';
import { SummaryCard } from '@kerb/web/features/agreements/summary.card.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { useIsPhone } from '@kerb/web/platform/media.ts';
import { useMay } from '@kerb/web/platform/session.tsx';

type StaffCampaignProps = { record: Versioned<Agreement>; standing: Standing };

/** A campaign for those who run it: cards in working order, beside them where it stands and what may happen next. */
export function StaffCampaign({ record, standing }: StaffCampaignProps) {
  const agreement = record.value;
  const isPhone = useIsPhone();
  const maySeeLog = useMay()('log.read');
  const status = <StatusCard record={record} standing={standing} />;
  const cards = (
    <>
      <HeaderCard record={record} standing={standing} />
      <PayersCard agreement={agreement} />
      {maySeeLog && <AuditLogCard agreement={agreement} />}
    </>
  );
  const beside = (
    <>
      <SummaryCard agreement={agreement} />
      <AssistanceCard />
    </>
  );
  return (
    <>
      <PageHeader
        title={agreement.name}
        subtitle={agreement.tenantName}
        actions={<CampaignTrail id={agreement.id} />}
      />
      <div className={classes.page}>
        <CampaignBanner agreement={agreement} reader="staff" />
        {isPhone ? (
          <>
            {status}
            {cards}
            {beside}
          </>
        ) : (
          <div className={classes.columns}>
            <div className={classes.cards}>{cards}</div>
            <aside className={classes.sidebar} aria-label="Status and funding">
              {status}
              {beside}
            </aside>
          </div>
        )}
      </div>
    </>
  );
}
