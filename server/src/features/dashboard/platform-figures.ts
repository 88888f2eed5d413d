import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { cashForecast } from '@kerb/domain/dashboard/cash-forecast.ts';
import type { PlatformFigures } from '@kerb/domain/dashboard/platform-figures.contract.ts';
import { type OrganisationMoney, platformFigures } from '@kerb/domain/dashboard/platform-figures.ts';
import { daysOfPeriod, type FigurePeriod } from '@kerb/domain/dashboard/team-figures.ts';
import { addDays, dayIn } from '@kerb/domain/kernel/dates.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { type OwedFunds, readOwed } from '@kerb/server/features/batches/sum-owed.ts';
import { expectedCash } from '@kerb/server/features/dashboard/expected-cash.ts';
import { sentCampaigns } from '@kerb/server/features/dashboard/team-figures.ts';
import { readLoanTotals } from '@kerb/server/features/loan-books/loan-book.repository.ts';
import { loansByLvr, loansByTenant } from '@kerb/server/features/loan-books/loan-portfolio.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

async function namesOf(db: Database): Promise<Map<number, string>> {
  const rows = await db.selectFrom('tenants').select(['id', 'name']).where('id', '<>', platformTenantId).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function moneyByTenant(db: Database, owed: readonly OwedFunds[]): Promise<Map<number, OrganisationMoney>> {
  const loans = await loansByTenant(db);
  const toOrganisation = new Map(
    owed.map(({ organisation, groups }) => [organisation.id, groups.reduce((sum, { amount }) => sum + amount, 0)]),
  );
  return new Map(
    [...new Set([...loans.keys(), ...toOrganisation.keys()])].map((id) => [
      id,
      {
        loans: loans.get(id)?.loans ?? 0,
        owedByPayers: loans.get(id)?.owed ?? 0,
        owedToOrganisation: toOrganisation.get(id) ?? 0,
      },
    ]),
  );
}

/** The figures of every organisation, the cash forecast and the loans by age and share of the sale. */
export async function readPlatformFigures(
  deps: Deps,
  scope: AccessScope,
  { period }: { period: FigurePeriod },
): Promise<PlatformFigures> {
  const { db } = deps;
  const today = dayIn(deps.country.defaultTimeZone, deps.clock.now());
  const names = await namesOf(db);
  const from = `${addDays(today, -daysOfPeriod[period])}T00:00:00.000Z`;
  const { rows } = await sentCampaigns({ scope, tenantIds: [...names.keys()], from }).execute(db);
  const owed = await readOwed(deps);
  const groups = owed.flatMap((each) => each.groups);
  return {
    today,
    ...platformFigures(rows, { names, money: await moneyByTenant(db, owed) }),
    forecast: cashForecast(await expectedCash(db, groups, today), today),
    portfolio: { ageing: await readLoanTotals(deps), lvr: await loansByLvr(db) },
  };
}
