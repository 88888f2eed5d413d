import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

type Zone = { identifier: string; name: string; offset: number; offsetString: string };

let stage: Stage;
let userId: number;

beforeAll(async () => {
  // Daylight saving time in Sydney, none in Brisbane.
  stage = await startStage({ now: '2026-12-01T00:00:00Z' });
  const build = buildersFor(stage);
  ({ userId } = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'employee' }));
});

const ask = async (query = ''): Promise<{ timeZones: Zone[]; totalItems: number }> =>
  (await stage.as(userId)('GET', `/v1/time-zones${query}`)).json();

describe('the list of time zones', () => {
  it('contains all zones in one page, the country’s own first, each with its current offset', async () => {
    const { timeZones, totalItems } = await ask();
    expect(timeZones).toHaveLength(totalItems);
    expect(timeZones[0]).toEqual({
      identifier: 'Australia/Sydney',
      name: 'Sydney, Canberra',
      offset: 39_600,
      offsetString: 'GMT+11:00',
    });
    expect(timeZones.find(({ identifier }) => identifier === 'Australia/Brisbane')).toMatchObject({ offset: 36_000 });
  });

  it('is paged if requested', async () => {
    const all = await ask();
    const second = await ask('?perPage=10&page=2');
    expect(second).toEqual({ timeZones: all.timeZones.slice(10, 20), totalItems: all.totalItems });
    expect((await ask('?perPage=10&page=100')).timeZones).toEqual([]);
  });

  it('contains only zones that the database knows', async () => {
    const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(stage.db);
    const known = new Set(rows.map(({ name }) => name));
    expect((await ask()).timeZones.filter(({ identifier }) => !known.has(identifier))).toEqual([]);
  });
});
