import type { Cents } from '@kerb/domain/kernel/money.ts';
import {
  type ApplicationStatus,
  applicationStatusWhile,
  applicationToLoad,
} from '@kerb/domain/options/applications.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type FinanceOptionCode, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import {
  type ApplicationRecord,
  amendApplication,
  applicationsOf,
  insertApplication,
  moveApplication,
} from '@kerb/server/features/options/applications.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Campaign = {
  id: number;
  tenantId: number;
  financeOptionCode: FinanceOptionCode | null;
  campaignBudget: Cents | null;
};

const about = ({ id, tenantId }: Campaign) => ({ agreementId: id, tenantId });

async function move(work: Work, campaign: Campaign, from: ApplicationRecord, status: ApplicationStatus) {
  if (from.status === status) return;
  await moveApplication(work.tx, from.id, status, work.now);
  await record(work, {
    activityCode: status === 'approved' ? 'application_approve' : 'application_status_change',
    ...about(campaign),
    data: { financeOptionCode: from.optionCode, status: { before: from.status, after: status } },
  });
}

/** Cancels the active application, if any. The record stays. */
export async function cancelApplication(work: Work, campaign: Campaign): Promise<void> {
  const standing = (await applicationsOf(work.tx, campaign.id)).find(({ status }) => status !== 'cancelled');
  if (standing) await move(work, campaign, standing, 'cancelled');
}

/**
 * Moves the chosen option's application to the status that matches the campaign's, and creates it if there is none. The
 * campaign must be locked.
 */
export async function keepApplicationInStep(work: Work, campaign: Campaign, reached: AgreementStatus): Promise<void> {
  const { financeOptionCode: optionCode } = campaign;
  if (!isFinanced(optionCode)) return;
  const status = applicationStatusWhile[reached];
  const loaded = applicationToLoad(await applicationsOf(work.tx, campaign.id), optionCode);
  if (loaded?.optionCode === optionCode) return move(work, campaign, loaded, status);
  if (loaded) await move(work, campaign, loaded, 'cancelled');
  if (status === 'cancelled') return;
  const amount = campaign.campaignBudget ?? 0;
  await insertApplication(work.tx, { agreementId: campaign.id, optionCode, status, amount }, work.now);
  await record(work, {
    activityCode: 'application_create',
    ...about(campaign),
    data: { financeOptionCode: optionCode, status, amount },
  });
}

/** Sets the application's amount to the changed budget. */
export async function amendActiveApplication(work: Work, campaign: Campaign): Promise<void> {
  const standing = (await applicationsOf(work.tx, campaign.id)).find(({ status }) => status !== 'cancelled');
  const amount = campaign.campaignBudget ?? 0;
  if (!standing || standing.amount === amount) return;
  await amendApplication(work.tx, standing.id, amount, work.now);
  await record(work, {
    activityCode: 'application_update',
    ...about(campaign),
    data: { amount: { before: standing.amount, after: amount } },
  });
}
