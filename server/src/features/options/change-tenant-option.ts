import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { decimalFromCents, decimalOfBasisPoints } from '@kerb/domain/kernel/money.ts';
import type { TenantOption } from '@kerb/domain/options/finance-options.ts';
import { decideTenantOption } from '@kerb/domain/options/tenant-option-rules.ts';
import type { savedTenantOption } from '@kerb/domain/options/tenant-options.contract.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { tenantOptionsOf } from '@kerb/server/features/options/options.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow, notFound, outOfScope } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type * as z from 'zod/mini';

type Request = { tenantId: number; optionCode: FinanceOptionCode; sent: z.output<typeof savedTenantOption> };

/** Locks the organisation, so that concurrent switches run one after the other. */
async function lockTenant({ tx }: Work, scope: AccessScope, tenantId: number) {
  const isMine = tenantId !== platformTenantId && (scope.everything || scope.tenantIds.includes(tenantId));
  const tenant = isMine
    ? await tx
        .selectFrom('tenants')
        .select('defaultTimeZone')
        .where('id', '=', tenantId)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined;
  if (!tenant) throw outOfScope(scope, tenantId, 'organisation');
  return tenant;
}

const decimal = (cents: number | null) => (cents === null ? null : decimalFromCents(cents));

async function write({ tx, now }: Work, tenantId: number, option: TenantOption): Promise<void> {
  const { serviceFeePercent: share } = option;
  const columns = {
    ...option,
    budgetOwnerFee: decimal(option.budgetOwnerFee),
    interestRate: decimal(option.interestRate),
    serviceFeePercent: share === null ? null : decimalOfBasisPoints(share),
    lastUpdateDate: now,
  };
  const { optionCode: _, ...changes } = columns;
  await tx
    .insertInto('tenantFinanceOptions')
    .values({ tenantId, ...columns })
    .onConflict((row) => row.columns(['tenantId', 'optionCode']).doUpdateSet(changes))
    .execute();
}

export async function changeTenantOption(
  work: Work,
  scope: AccessScope,
  { tenantId, optionCode, sent }: Request,
): Promise<void> {
  const { country } = work.deps;
  const { defaultTimeZone } = await lockTenant(work, scope, tenantId);
  const current = (await tenantOptionsOf(work.tx, tenantId, country)).find(
    (option) => option.optionCode === optionCode,
  );
  if (!current) throw notFound('payment option');
  const asker = { role: scope.actor.role, today: dayIn(defaultTimeZone, work.now), country };
  const next = mustAllow(decideTenantOption(current, sent, asker));
  const changes = changesBetween(current, next);
  if (Object.keys(changes).length === 0) return;
  await write(work, tenantId, next);
  await record(work, { activityCode: 'tenant_fo_update', tenantId, data: { optionCode, ...changes } });
}
