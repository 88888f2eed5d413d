import { countryCodes } from '@kerb/domain/countries/country.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { demoPeople } from '@kerb/server/demo/people.ts';
import { demoSharedViews, shareViews } from '@kerb/server/demo/share-views.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { sandboxCountries } from '@kerb/server/sandbox-countries/sandbox-countries.ts';
import { type OrganisationKey, organisationKeys } from '@kerb/server/sandbox-countries/sandbox-country.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../test/builders.ts';
import { type Stage, startStage } from '../../test/harness.ts';

describe('the shared views of the demo', () => {
  let stage: Stage;
  const tenantIds = {} as Record<OrganisationKey, number>;
  const actors = new Map<string, Person>();
  beforeAll(async () => {
    stage = await startStage();
    const build = buildersFor(stage);
    for (const key of organisationKeys) tenantIds[key] = await build.aTenant();
    for (const { by, at } of demoSharedViews) {
      actors.set(by, await build.aPerson('tenant_user', { tenantId: tenantIds[at], as: 'manager' }));
    }
    await inTransaction(stage.deps, byTheProduct, (work) => shareViews(work, { actors, tenantIds }));
  });

  it.each(countryCodes)('are one for each agency of %s, shared by one of its managers', (code) => {
    const { organisations } = sandboxCountries[code];
    const agencies = organisationKeys.filter((key) => organisations[key].type === 'agency');
    expect(demoSharedViews.map(({ at }) => at).sort()).toEqual([...agencies].sort());
    for (const { by, at } of demoSharedViews) {
      const person = demoPeople.find(({ emailAddress }) => emailAddress === by);
      expect(person?.memberships?.[at], by).toBe('manager');
    }
  });

  it('are stored as their manager wrote them, in statuses that exist', async () => {
    for (const { by, at, name, search } of demoSharedViews) {
      const manager = actors.get(by)!;
      const answer = await stage.as(manager.userId)('GET', `/v1/tenants/${tenantIds[at]}/shared-views`);
      expect(answer.json().items).toMatchObject([{ name, search, sharedByName: manager.displayName }]);
      const statuses = new URLSearchParams(search).get('status')?.split(',') ?? [];
      for (const status of statuses) expect(agreementStatuses).toContain(status);
    }
  });
});
