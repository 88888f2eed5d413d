import { firstFundedStatus } from '@kerb/domain/dashboard/funded.ts';
import { type AgreementStatus, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { PaymentState } from '@kerb/domain/vocabulary/payment-state.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

/** How far back the figures of a team go, by the day on which a campaign was sent. */
export const figurePeriods = ['month', 'quarter', 'year'] as const;
export type FigurePeriod = (typeof figurePeriods)[number];
// biome-ignore format: a table
export const daysOfPeriod: Record<FigurePeriod, number> = { month: 30, quarter: 91, year: 365 };
// biome-ignore format: a table
export const periodLabels: Record<FigurePeriod, string> = { month: '30 days', quarter: '3 months', year: '12 months' };

/** The steps of a sent campaign, in order. */
export const funnelSteps = ['sent', 'opened', 'chosen', 'signed', 'funded'] as const;
export type FunnelStep = (typeof funnelSteps)[number];
// biome-ignore format: a table
export const funnelLabels: Record<FunnelStep, string> = {
  sent:   'Sent',
  opened: 'Link opened',
  chosen: 'Option chosen',
  signed: 'Signed or paid',
  funded: 'Funded',
};

export type FunnelFacts = {
  status: AgreementStatus;
  financeOptionCode: FinanceOptionCode | null;
  isSigned: boolean;
  paymentState: PaymentState;
  isOpened: boolean;
};

/** The last step that a sent campaign has reached. It has then reached all earlier ones. */
export function funnelStepOf({ status, financeOptionCode, isSigned, paymentState, isOpened }: FunnelFacts): FunnelStep {
  if (statusRank(status) >= statusRank(firstFundedStatus)) return 'funded';
  if (isSigned || (financeOptionCode === 'pn' && paymentState === 'paid')) return 'signed';
  if (financeOptionCode !== null) return 'chosen';
  return isOpened ? 'opened' : 'sent';
}

/** Campaigns of one person that have reached the same step and were signed after the same number of days. */
export type SentCampaigns = {
  tenantId: number;
  agentUserId: number | null;
  agentName: string | null;
  step: FunnelStep;
  /** From sent to signed; null before. */
  days: number | null;
  campaigns: number;
};

const total = (rows: readonly SentCampaigns[]): number => rows.reduce((sum, { campaigns }) => sum + campaigns, 0);
const hasReached = (step: FunnelStep) => (row: SentCampaigns) =>
  funnelSteps.indexOf(row.step) >= funnelSteps.indexOf(step);
const reached = (rows: readonly SentCampaigns[], step: FunnelStep): number => total(rows.filter(hasReached(step)));

/** The days within which half of the signed campaigns were signed; null if none was. */
export function medianDays(rows: readonly SentCampaigns[]): number | null {
  const signed = rows
    .flatMap(({ days, campaigns }) => (days === null ? [] : [{ days, campaigns }]))
    .toSorted((a, b) => a.days - b.days);
  const half = signed.reduce((sum, { campaigns }) => sum + campaigns, 0) / 2;
  let seen = 0;
  for (const { days, campaigns } of signed) {
    seen += campaigns;
    if (seen >= half) return days;
  }
  return null;
}

/** Groups of days from sent to signed. The last has no end. */
export const signingTimes = [
  { from: 0, to: 1, label: 'Within a day' },
  { from: 2, to: 3, label: '2 to 3 days' },
  { from: 4, to: 7, label: '4 to 7 days' },
  { from: 8, to: 14, label: '8 to 14 days' },
  { from: 15, to: null, label: '15 days or more' },
] as const;

const isWithin = (days: number | null, { from, to }: (typeof signingTimes)[number]): boolean =>
  days !== null && days >= from && (to === null || days <= to);

/** The figures of a team: its people by campaigns sent, the steps, and how long signing takes. */
export function teamFigures(rows: readonly SentCampaigns[]) {
  const people = [...Map.groupBy(rows, ({ agentUserId }) => agentUserId)]
    .map(([agentUserId, own]) => ({
      agentUserId,
      name: own[0]?.agentName ?? null,
      sent: total(own),
      signed: reached(own, 'signed'),
      funded: reached(own, 'funded'),
      medianDays: medianDays(own),
    }))
    .toSorted((a, b) => b.sent - a.sent || (a.agentUserId ?? 0) - (b.agentUserId ?? 0));
  return {
    people,
    funnel: funnelSteps.map((step) => ({ step, campaigns: reached(rows, step) })),
    medianDays: medianDays(rows),
    signingTimes: signingTimes.map((time) => ({
      from: time.from,
      to: time.to,
      campaigns: total(rows.filter(({ days }) => isWithin(days, time))),
    })),
  };
}
