import type { SentHistory } from '@kerb/domain/history/history.contract.ts';
import { entriesOf } from '@kerb/server/features/history/read-history.ts';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let admin: Person;
let manager: Person;
let agent: Person;
let campaign: Awaited<ReturnType<typeof build.aCampaign>>;

beforeAll(async () => {
  stage = await startStage({ now: '2026-11-16T23:00:00.000Z' });
  build = buildersFor(stage);
});

beforeEach(async () => {
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  campaign = await build.aCampaign(agent, tenantId, { status: 'waiting-invite' });
});

const path = () => `/v1/agreements/${campaign.id}/history`;
const read = async (userId: number, query = ''): Promise<SentHistory> => {
  const answer = await stage.as(userId)('GET', path() + query);
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const sentences = ({ items }: SentHistory) => items.map(({ by, text }) => `${by.name || by.kind} ${text}`);
const remind = (by: Person) =>
  stage.as(by.userId)('POST', `/v2/campaigns/${campaign.id}/nudge-payers`, { vendorIds: [campaign.payers[0]!.id] });
const comment = (by: Person, body: string) =>
  stage.as(by.userId)('POST', `/v1/agreements/${campaign.id}/comments`, { body });
const send = (by: Person) =>
  stage.as(by.userId)('POST', `/v2/campaigns/${campaign.id}/vendors/${campaign.payers[0]!.id}/send-campaign`, {});

describe('the history of a campaign', () => {
  it('says the same entries to the team by name and to the payer without names of people', async () => {
    expect((await send(agent)).statusCode).toBe(200);
    await comment(agent, 'A secret of the team');
    const { name } = await stage.db
      .selectFrom('tenants')
      .select('name')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    const payer = campaign.payers[0]!;
    const team = sentences(await read(manager.userId));
    expect(team).toContain(`${agent.displayName} added a comment`);
    expect(team.some((text) => text.startsWith(`${agent.displayName} sent the Payment URL to `))).toBe(true);
    const payers = await read(payer.userId);
    expect(sentences(payers)).toContain(`${name} sent you the link to this page`);
    const body = JSON.stringify(payers);
    expect(body).not.toContain('comment');
    expect(body).not.toContain(agent.displayName);
  });

  it('names no admin to the team or to a payer', async () => {
    await send(admin);
    for (const { userId } of [manager, agent, { userId: campaign.payers[0]!.userId }]) {
      const answer = JSON.stringify(await read(userId));
      expect(answer).not.toContain(admin.displayName);
      expect(answer).toContain(stage.deps.country.brand);
    }
    expect(JSON.stringify(await read(admin.userId))).toContain(admin.displayName);
  });

  it('has the time of the organisation', async () => {
    await comment(agent, 'Now');
    const zone = 'Pacific/Auckland';
    await stage.db.updateTable('tenants').set({ defaultTimeZone: zone }).where('id', '=', tenantId).execute();
    const [item] = (await read(agent.userId)).items;
    const expected = Temporal.Instant.from(item!.date).toZonedDateTimeISO(zone).toPlainDateTime();
    expect(item!.localTime).toBe(expected.toString({ smallestUnit: 'minute' }));
  });

  it('comes in pages, each entry once, also if a payer may see few of many', async () => {
    await sql`
      insert into log_entries
        (date, user_id, user_name, activity_code, description, log_data, target_agreement_id, target_tenant_id)
      select now(), ${agent.userId}, 'Agent', 'campaign_update', 'Comment added', '{"comment": 1}', ${campaign.id},
        ${tenantId}
      from generate_series(1, 130)`.execute(stage.db);
    await remind(agent);
    const everything = async (userId: number) => {
      const ids: number[] = [];
      let next: number | null = null;
      let pages = 0;
      do {
        const page: SentHistory = await read(userId, next === null ? '' : `?before=${next}`);
        expect(page.items.length).toBeLessThanOrEqual(30);
        ids.push(...page.items.map(({ id }) => id));
        next = page.next;
        pages += 1;
      } while (next !== null);
      return { ids, pages };
    };
    const team = await everything(manager.userId);
    expect(team.pages).toBeGreaterThan(4);
    expect(team.ids.length).toBeGreaterThanOrEqual(130);
    expect(team.ids).toEqual([...new Set(team.ids)].toSorted((a, b) => b - a));
    const payers = await everything(campaign.payers[0]!.userId);
    expect(payers.ids.length).toBeLessThan(20);
    expect(payers.ids.length).toBeGreaterThan(0);
  });

  it('is read by the index of the log by campaign', async () => {
    const { rows } = await stage.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      return sql<Record<string, string>>`explain ${entriesOf(campaign.id, 1_000)}`.execute(tx);
    });
    const plan = rows.map((row) => Object.values(row)[0]).join('\n');
    expect(plan).toContain('log_entries_by_agreement');
    expect(plan).not.toContain('Sort');
  });
});
