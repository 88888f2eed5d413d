import { randomUUID } from 'node:crypto';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { beforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import type pg from 'pg';
import { aForm } from '../server/test/multipart.ts';
import { defaultList, pathOf } from './cases.ts';
import { adminUser, managerOf, tenants } from './generate-people.ts';
import type { Target } from './load.ts';
import type { SignedIn } from './sign-in.ts';

export type Kind = 'list' | 'search' | 'read' | 'save' | 'payment' | 'upload' | 'export';

/** Of a hundred requests: people look at much, change little, and seldom pay, upload or export. */
// biome-ignore format: a table
export const shares: Record<Kind, number> = {
  list:    38,
  search:  6,
  read:    38,
  save:    12,
  upload:  3,
  payment: 2,
  export:  1,
};

export const organisations = 24;

type Campaigns = { ofTenant: Map<number, number[]>; unpaid: number[] };

/** Campaigns in progress of some organisations, and campaigns that an admin can record a payment for. */
export async function someCampaigns(client: pg.Client): Promise<Campaigns> {
  const ranks = beforeApproval.map(statusRank);
  const { rows } = await client.query<{ tenant_id: string; ids: number[] }>(
    `select l.tenant_id, json_agg(l.id order by l.id) as ids from agreement_listings l
    where l.tenant_id >= $1 and l.status = any($2::smallint[]) group by l.tenant_id order by l.tenant_id limit $3`,
    [tenants.middling, ranks, organisations],
  );
  const ofTenant = new Map(rows.map(({ tenant_id, ids }) => [Number(tenant_id), ids]));
  const unpaid = await client.query<{ id: string }>(
    `select a.id from agreements a where a.status = any($1::smallint[]) and a.status <> $2
      and a.finance_option_code = 'pn' and a.campaign_budget > 1000
      and not exists (select from campaign_books b where b.agreement_id = a.id)
    order by a.id desc limit 60`,
    [ranks, statusRank('draft')],
  );
  // A payment is accepted for an option that the campaign offers.
  await client.query(
    `insert into campaign_finance_options (agreement_id, option_code, created_date, last_update_date)
    select id, 'pn', now(), now() from unnest($1::bigint[]) id on conflict do nothing`,
    [unpaid.rows.map(({ id }) => id)],
  );
  if (ofTenant.size === 0 || unpaid.rows.length === 0) throw new Error('the database has no campaigns in progress');
  return { ofTenant, unpaid: unpaid.rows.map(({ id }) => Number(id)) };
}

export const peopleOf = ({ ofTenant }: Campaigns): number[] => [adminUser, ...[...ofTenant.keys()].map(managerOf)];

/** A small PDF, as a marketing schedule. */
const file = Buffer.from(`%PDF-1.4\n${'% a schedule of advertisements\n'.repeat(600)}%%EOF\n`);

export type Next = { kind: Kind; target: Target };

/** The kinds in an order that repeats every hundred requests, evenly mixed: the same in every run. */
const order: Kind[] = (Object.entries(shares) as [Kind, number][])
  .flatMap(([kind, share]) => Array.from({ length: share }, (_, turn) => ({ kind, place: (turn + 0.5) / share })))
  .toSorted((a, b) => a.place - b.place)
  .map(({ kind }) => kind);

/** The requests of a load, one after the other, by different people. `urls` are the servers that take turns. */
export function mixedRequests(urls: readonly string[], signedIn: ReadonlyMap<number, SignedIn>, found: Campaigns) {
  let turn = 0;
  const headersOf = (userId: number) => signedIn.get(userId)!.headers;
  const json = (userId: number) => ({ ...headersOf(userId), 'content-type': 'application/json' });
  const { ofTenant, unpaid } = found;
  const tenantIds = [...ofTenant.keys()];

  function requestOf(kind: Kind, url: string): Target {
    const tenantId = tenantIds[turn % tenantIds.length]!;
    const manager = managerOf(tenantId);
    const ids = ofTenant.get(tenantId) ?? [];
    const one = `${url}/v1/agreements/${ids[turn % ids.length]}`;
    // Every fourth list is an admin's.
    const isAdmin = turn % 4 === 0;
    // biome-ignore format: a table
    const requests: Record<Kind, () => Target> = {
      list:    () => isAdmin ? { url: url + pathOf(defaultList), headers: headersOf(adminUser) } : { url: `${url}/v1/agreements`, headers: headersOf(manager) },
      search:  () => ({ url: `${url}/v1/agreements?textQuery=blackgate`, headers: headersOf(isAdmin ? adminUser : manager) }),
      read:    () => ({ url: one, headers: headersOf(manager) }),
      save:    () => ({ url: one, headers: json(manager), method: 'PUT', body: JSON.stringify({ agentNotes: `Called for the ${turn}th time` }) }),
      payment: () => ({ url: `${url}/v1/agreements/${unpaid[turn % unpaid.length]}/pay`, headers: { ...json(adminUser), 'idempotency-key': randomUUID() }, method: 'POST', body: JSON.stringify({ financeOptionCode: 'pn', method: 'direct-deposit', amount: 1 }) }),
      upload:  () => upload(`${url}/v1/assets`, tenantId, headersOf(manager)),
      export:  () => ({ url: `${url}/v1/agreements?status=signed`, headers: { ...headersOf(manager), accept: 'text/csv' } }),
    };
    return requests[kind]();
  }

  return (): Next => {
    turn += 1;
    const kind = order[turn % order.length]!;
    return { kind, target: requestOf(kind, urls[turn % urls.length]!) };
  };
}

function upload(url: string, tenantId: number, headers: Record<string, string>): Target {
  const form = aForm(
    { name: 'tenantId', value: String(tenantId) },
    { name: 'asset', value: file, fileName: 'schedule.pdf', type: 'application/pdf' },
  );
  return { url, headers: { ...headers, ...form.headers }, method: 'POST', body: form.payload };
}
