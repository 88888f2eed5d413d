import type { ActivityCode } from '@kerb/domain/audit/activity.ts';
import { kindDescribed } from '@kerb/domain/history/history-of.ts';
import { loadDemoData } from '@kerb/server/demo/load-demo-data.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startStage } from '../../test/harness.ts';

it('every entry of the demo data about a campaign has a sentence for its history', { timeout: 120_000 }, async () => {
  const { deps, db } = await startStage({ now: '2026-11-15T02:30:00.000Z' });
  await loadDemoData(deps, () => {});
  const { rows } = await sql<{ activityCode: ActivityCode; description: string }>`
    select distinct activity_code, description from log_entries where target_agreement_id is not null`.execute(db);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => kindDescribed(row) === undefined)).toEqual([]);
});
