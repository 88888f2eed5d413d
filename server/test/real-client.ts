/** Requests over the network to servers in processes of their own. */

export type Answer = {
  status: number;
  ms: number;
  type: string | null;
  retryAfter: string | null;
  body: unknown;
};

export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

export const callOf =
  (url: string, token: string): Call =>
  async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const since = performance.now();
    const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const text = await answer.text();
    return {
      status: answer.status,
      body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
      ms: performance.now() - since,
      type: answer.headers.get('content-type'),
      retryAfter: answer.headers.get('retry-after'),
    };
  };

export type Campaign = { id: number; createdDate: string; campaignNotes: string | null };

/** Creates an organisation with campaigns. */
export async function createCampaigns(call: Call, count: number): Promise<Campaign[]> {
  const tenant = (await call('POST', '/v1/tenants', { name: 'Fault Estate' })).body as { id: number };
  const made: Campaign[] = [];
  for (let n = 0; n < count; n += 1) {
    const { body } = await call('POST', '/v1/agreements', {
      campaignBudget: 1000 + n,
      campaignPlannedStartDate: '2026-12-01',
      campaignBudgetFundsPurpose: 'marketing',
      tenant: { href: `/v1/tenants/${tenant.id}` },
      vendors: [{ firstName: 'Pat', surname: `No ${n}`, emailAddress: `pat${n}@example.com` }],
    });
    made.push(body as Campaign);
  }
  return made;
}

/** How many times each status was answered, as `{ 200: 12 }`. */
export const countsByStatus = (answers: readonly { status: number }[]): Record<number, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, all]) => [status, all?.length ?? 0]),
  );
