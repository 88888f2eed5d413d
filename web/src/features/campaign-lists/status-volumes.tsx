import { type AgreementStatus, openStatuses, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import { countText } from '@kerb/web/design/pager.tsx';
import classes from '@kerb/web/features/campaign-lists/status-volumes.module.css';
import { campaignQueries } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { useQuery } from '@tanstack/react-query';

type StatusVolumesProps = {
  /** The statuses that the list shows; undefined means all open ones. */
  shown: readonly AgreementStatus[] | undefined;
  onShow: (status: AgreementStatus[] | undefined) => void;
};

/** Approved campaigns wait for a signature, or were paid upfront: the button counts both, in few words. */
const approved = { short: 'Signature or Paid', whole: 'Awaiting Signature or Paid' };
const labelsOf = (status: AgreementStatus): typeof approved => {
  const label = statusLabel(status, 'marketing');
  return status === 'approved' ? approved : { short: label, whole: label };
};

const campaigns = (count: number) => `${countText(count)} ${count === 1 ? 'campaign' : 'campaigns'}`;

/**
 * The number of campaigns per open status on the whole platform. A press filters by that status; a second press shows
 * all open ones again.
 */
export function StatusVolumes({ shown, onShow }: StatusVolumesProps) {
  const { data } = useQuery(campaignQueries.volumes);
  const counts = new Map(data?.items.map((volume) => [volume.status, volume.campaigns]));
  const most = Math.max(1, ...openStatuses.map((status) => counts.get(status) ?? 0));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset adds a border and a legend
    <div role="group" aria-label="Campaigns by status" className={`${classes.strip} kerb-no-print`}>
      {data &&
        openStatuses.map((status) => {
          const { short, whole } = labelsOf(status);
          const count = counts.get(status) ?? 0;
          const isShown = shown?.length === 1 && shown[0] === status;
          return (
            <button
              key={status}
              type="button"
              className={classes.status}
              aria-pressed={isShown}
              aria-label={`${whole}: ${campaigns(count)}`}
              title={`${whole}: ${campaigns(count)}`}
              onClick={() => onShow(isShown ? undefined : [status])}
            >
              <span className={classes.count}>{countText(count)}</span>
              <span className={classes.label}>{short}</span>
              <span className={classes.track}>
                {count > 0 && <span className={classes.bar} style={{ width: `${(100 * count) / most}%` }} />}
              </span>
            </button>
          );
        })}
    </div>
  );
}
