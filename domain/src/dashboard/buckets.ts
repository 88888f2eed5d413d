import { awaitsSignature, isPaidUpfront, type Paying } from '@kerb/domain/agreements/badges.ts';
import { type Moment, wholeDaysSince } from '@kerb/domain/kernel/dates.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

type Dates = { sentDate: Moment | null; statusLastUpdate: Moment | null; applicationApprovedDate: Moment | null };

/** The bars of the dashboard: which status, and the date from which a campaign in it ages. */
// biome-ignore format: a table
export const dashboardBuckets = [
  { label: 'Sent',               status: 'waiting-invite', since: 'sentDate'                },
  { label: 'Waiting Info',       status: 'waiting-info',   since: 'statusLastUpdate'        },
  { label: 'Awaiting Signature', status: 'approved',       since: 'applicationApprovedDate' },
] as const satisfies { label: string; status: AgreementStatus; since: keyof Dates }[];

export type DashboardBucket = (typeof dashboardBuckets)[number];

type Row = Pick<Paying, 'status' | 'financeOptionCode' | 'paymentState'>;

const needsNoSignature = (campaign: Row): boolean => campaign.status === 'approved' && !awaitsSignature(campaign);

/** The lines below the bars: approved campaigns of Pay Upfront, which nobody signs. */
// biome-ignore format: a table
export const dashboardLines = [
  { name: 'paid',   label: 'Paid, waiting for their transfer',    holds: (row: Row) => needsNoSignature(row) && isPaidUpfront(row)  },
  { name: 'unpaid', label: 'Approved, waiting for their payment', holds: (row: Row) => needsNoSignature(row) && !isPaidUpfront(row) },
] as const;

export type DashboardLine = (typeof dashboardLines)[number];

/** Whether a bar counts a campaign. Approved campaigns of Pay Upfront are counted in the lines below the bars. */
export const isIn = (bucket: DashboardBucket, campaign: Row): boolean =>
  campaign.status === bucket.status && !needsNoSignature(campaign);

export const ages = ['green', 'yellow', 'red'] as const;
export type Age = (typeof ages)[number];
export const ageLabels: Record<Age, string> = { green: 'Under 4 days', yellow: '4 to 7 days', red: 'Over 7 days' };

/** A campaign without the date counts as the oldest, so that somebody looks at it. */
export function ageOf(bucket: DashboardBucket, campaign: Dates, now: Moment): Age {
  const since = campaign[bucket.since];
  if (since === null) return 'red';
  const days = wholeDaysSince(since, now);
  if (days < 4) return 'green';
  return days <= 7 ? 'yellow' : 'red';
}
