import { must } from '@kerb/domain/kernel/must.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildersFor } from './builders.ts';
import { fillTables } from './fill-tables.ts';
import { startStage } from './harness.ts';
import { everyStatement, type Statement } from './record-statements.ts';
import { onPostgres } from './test-database.ts';

const rows = 30_000;
const ofCampaigns = { signatories: 'payer', attachments: 'document', invoices: 'invoice', payments: 'payment' };
const filled = [
  ...['agreements', 'properties', 'tenant_changes', 'webhook_deliveries', 'record_changes'],
  ...Object.keys(ofCampaigns),
];

async function aFullStage() {
  const stage = await startStage();
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    stage.db,
  );
  const build = buildersFor(stage);
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  // Made by the product: the filled rows belong to no organisation that pays.
  const { id: campaignId } = await build.aCampaign(manager, tenantId);
  const hook = { url: 'http://127.0.0.1:9/none', events: ['campaign_create'] };
  const made = await stage.as(manager.userId)('POST', `/v1/tenants/${tenantId}/webhooks`, hook);
  const webhookId: number = made.json().id;
  const changed = {
    changed_xid: '1 + n / 10',
    changed_date: `timestamptz '2026-01-01 00:00Z' + n * interval '1 second'`,
  };
  await fillTables(stage.db, {
    rows,
    firstId: 1,
    without: new Set(tables.map(({ name }) => name).filter((name) => !filled.includes(name))),
    set: {
      agreements: {
        tenant_id: `case when n % 3 = 0 then 999 else ${tenantId} end`,
        property_id: 'n',
        agent_user_id: `case when n % 50 = 0 then ${agent.userId} else ${manager.userId} end`,
        status: '1',
      },
      tenant_changes: {
        tenant_id: `case when n % 3 = 0 then 999 else ${tenantId} end`,
        kind: `case when n % 10 = 1 then 'organisation' else 'property' end`,
        ...changed,
      },
      ...Object.fromEntries(Object.keys(ofCampaigns).map((table) => [table, { agreement_id: '10 + n % 3000' }])),
      record_changes: {
        tenant_id: `${tenantId}`,
        agreement_id: '10 + n % 3000',
        record_id: 'n',
        kind: `(array['payer', 'document', 'invoice', 'payment'])[1 + n % 4]`,
        ...changed,
      },
      webhook_deliveries: { webhook_id: `${webhookId}`, type: `'ping'`, state: `'delivered'`, ...changed },
    },
  });
  return { stage, tenantId, manager, agent, webhookId, campaignId };
}

type Plan = {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  Plans?: Plan[];
};
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const withQuery = (list: string, query: string) => `${list}${list.includes('?') ? '&' : '?'}${query}`;
const inOrder = ({ text }: Statement) => text.includes('pg_snapshot_xmin');

describe('with thirty thousand records of one organisation', () => {
  it('a page in the order of changes reads an index in its order', { timeout: 120_000 }, async () => {
    // The embedded engine has no such databases.
    if (!onPostgres) return;
    const { stage, tenantId, manager, agent, webhookId, campaignId } = await aFullStage();
    const admin = await buildersFor(stage).aPerson('admin');
    const lists = [
      ...['/v1/properties', `/v1/tenants/${tenantId}/users`, `/v1/webhooks/${webhookId}/deliveries`, '/v1/tenants'],
      ...['signatories', 'attachments', 'invoices', 'payments'].map((name) => `/v1/${name}?agreementId=${campaignId}`),
    ];
    const asked = [...lists.map((path) => [path, manager] as const), ['/v1/properties', agent] as const];
    for (const [list, by] of [...asked, ['/v1/tenants', admin] as const]) {
      const get = stage.as(by.userId);
      const statements = await everyStatement(async () => {
        const first = await get('GET', withQuery(list, 'updatedSince=2020-01-01T00:00:00.000Z&perPage=20'));
        expect(first.statusCode, first.body).toBe(200);
        const next = await get('GET', withQuery(list, `cursor=${first.json().nextCursor}&perPage=20`));
        expect(next.statusCode, next.body).toBe(200);
      });
      const read = statements.filter(inOrder);
      expect(read, list).toHaveLength(2);
      for (const { text, values } of read) {
        const { rows: found } = await must(stage.database.pool, 'pool').query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          `explain (analyze, format json) ${text}`,
          values,
        );
        const nodes = nodesOf(must(found[0], 'plan')['QUERY PLAN'][0].Plan);
        const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
        expect(whole, list).toEqual([]);
        // The outer order is of one page. The rows themselves come from the index in their order.
        const most = Math.max(...nodes.map((node) => node['Actual Rows']));
        expect(most, `${list} ${JSON.stringify(nodes.map((node) => node['Node Type']))}`).toBeLessThan(2_000);
      }
    }
  });
});
