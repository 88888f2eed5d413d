import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClient, each, etagOf, KerbProblem, pages, verifyWebhook, WebhookError } from '../src/kerb.ts';
import { pauseMs } from '../src/retries.ts';

type Sent = { method: string; url: string; headers: Headers; body: unknown };
type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | 'lost';

const problem = (status: number) => ({ type: '/problems/busy', title: 'Busy', status, displayText: 'Busy.' });

/** A client whose server gives these answers, one after the other, and then 200. */
function clientWith(answers: Answer[], retries = 3) {
  const sent: Sent[] = [];
  const pauses: number[] = [];
  const fake = async (url: unknown, init: RequestInit = {}) => {
    sent.push({ method: init.method ?? '', url: String(url), headers: new Headers(init.headers), body: init.body });
    const answer = answers.shift() ?? { status: 200, body: { items: [] } };
    if (answer === 'lost') throw new TypeError('fetch failed');
    const body = answer.body ?? (answer.status >= 400 ? problem(answer.status) : {});
    return new Response(JSON.stringify(body), { status: answer.status, headers: answer.headers ?? {} });
  };
  const client = createClient({
    ...{ baseUrl: 'https://kerb.example/', token: () => 'token', retries, fetch: fake },
    sleep: async (ms) => void pauses.push(ms),
  });
  return { client, sent, pauses };
}

describe('the client', () => {
  it('puts parameters into the path and the query', async () => {
    const { client, sent } = clientWith([]);
    await client.campaigns.list({ status: ['draft', 'approved'], perPage: 5 });
    await client.webhooks.deliveries({ webhookId: 7, state: 'failed' });
    expect(sent.map(({ url }) => url)).toEqual([
      'https://kerb.example/v1/agreements?perPage=5&status=draft&status=approved',
      'https://kerb.example/v1/webhooks/7/deliveries?state=failed',
    ]);
  });

  it('refuses a parameter that the call does not have', async () => {
    const { client, sent } = clientWith([]);
    await expect(client.campaigns.list({ tenant: 7 } as never)).rejects.toThrow('no parameter tenant');
    await expect(client.campaigns.get({} as never)).rejects.toThrow('needs id');
    expect(sent).toEqual([]);
  });

  it('sends a call again with the same key, whatever failures come first, and never more often than allowed', () => {
    const failure = fc.constantFrom<Answer>(
      ...['lost' as const, { status: 500 }, { status: 503, headers: { 'retry-after': '2' } }],
      ...[{ status: 429 }, { status: 409, headers: { 'retry-after': '1' } }],
    );
    return fc.assert(
      fc.asyncProperty(fc.array(failure, { maxLength: 6 }), fc.nat({ max: 5 }), async (failures, retries) => {
        const { client, sent, pauses } = clientWith([...failures, { status: 201, body: { id: 1 } }], retries);
        const outcome = await client.webhooks.test({ webhookId: 1 }).then(
          () => 'done',
          () => 'failed',
        );
        expect(outcome).toBe(failures.length <= retries ? 'done' : 'failed');
        expect(sent).toHaveLength(Math.min(failures.length, retries) + 1);
        expect(pauses).toHaveLength(sent.length - 1);
        const keys = new Set(sent.map(({ headers }) => headers.get('idempotency-key')));
        expect(keys.size).toBe(1);
        expect([...keys][0]).toMatch(/^[0-9a-f-]{36}$/);
      }),
      { numRuns: 60 },
    );
  });

  it('takes a refused repetition of a save for a success only if the record has what was sent', async () => {
    const body = { name: 'Spring', metadata: { crm: '7' }, externalRef: null, tenant: { href: '/v1/tenants/2' } };
    const stored = {
      ...body,
      id: 1,
      name: 'Spring ',
      metadata: { crm: '7', other: 'x' },
      tenant: { href: '/v1/tenants/2', id: 2 },
    };
    const save = (answers: Answer[], ifMatch: string | undefined = '"3"') => {
      const { client, sent } = clientWith(answers);
      const options = ifMatch === '' ? {} : { ifMatch };
      const outcome = client.campaigns.save({ id: 1 }, body as never, options).then(
        (saved) => [saved.name, etagOf(saved)],
        (error: KerbProblem) => error.status,
      );
      return outcome.then((result) => [result, sent.map(({ method }) => method).join(' ')]);
    };
    const read: Answer = { status: 200, body: stored, headers: { etag: '"4-x"' } };
    const others: Answer = { status: 200, body: { ...stored, name: 'Autumn' } };
    expect(await save(['lost', { status: 412 }, read])).toEqual([['Spring ', '"4-x"'], 'PUT PUT GET']);
    expect(await save([{ status: 502 }, { status: 412 }, read])).toEqual([['Spring ', '"4-x"'], 'PUT PUT GET']);
    expect(await save(['lost', { status: 412 }, others])).toEqual([412, 'PUT PUT GET']);
    // The first answer came, so the conflict is real. Nothing is read.
    expect(await save([{ status: 412 }])).toEqual([412, 'PUT']);
    expect(await save([{ status: 429 }, { status: 412 }])).toEqual([412, 'PUT PUT']);
    expect(await save(['lost', { status: 409 }], '')).toEqual([409, 'PUT PUT']);
  });

  it('sends a call that cannot be repeated only once, unless it was refused before it began', async () => {
    for (const answer of ['lost' as const, { status: 500 }]) {
      const { client, sent } = clientWith([answer]);
      await expect(client.payers.preview({ id: 1 }, {} as never)).rejects.toThrow();
      expect([sent.length, sent[0]?.headers.has('idempotency-key')]).toEqual([1, false]);
    }
    const { client, sent } = clientWith([{ status: 429 }]);
    await client.payers.preview({ id: 1 }, {} as never);
    expect(sent).toHaveLength(2);
  });

  it('waits as long as the server asks, and else longer each time', () => {
    expect(pauseMs(0, new Headers({ 'retry-after': '7' }), Math.random)).toBe(7_000);
    expect(pauseMs(0, new Headers({ 'retry-after': '7000' }), Math.random)).toBe(60_000);
    expect([0, 1, 2, 9].map((attempt) => pauseMs(attempt, null, () => 1))).toEqual([250, 500, 1_000, 8_000]);
    expect(pauseMs(1, new Headers(), () => 0)).toBe(250);
  });

  it('throws a problem with its code, fields and request id', async () => {
    const validation = { name: [{ type: 'isEmpty', message: 'Enter a name.' }] };
    const body = { ...problem(400), type: '/problems/invalid', validation };
    const { client } = clientWith([{ status: 400, body, headers: { 'x-request-id': 'r-1' } }]);
    const error = await client.campaigns.get({ id: 1 }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(KerbProblem);
    expect(error).toMatchObject({ status: 400, code: 'invalid', fields: validation, requestId: 'r-1' });
  });

  it('knows the request of a problem without its header, by the instance', async () => {
    const { client } = clientWith([{ status: 400, body: { ...problem(400), instance: '/requests/r-2' } }]);
    const error = await client.campaigns.get({ id: 1 }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ requestId: 'r-2' });
  });

  it('throws a problem even if a proxy answered with a page of its own', async () => {
    const fake = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const client = createClient({ baseUrl: 'https://kerb.example', token: () => 't', retries: 0, fetch: fake });
    await expect(client.campaigns.get({ id: 1 })).rejects.toMatchObject({ status: 502, code: 'unknown' });
  });
});

describe('the token', () => {
  const token = { status: 200, body: { access_token: 'a', expires_in: 300, token_type: 'Bearer' } };
  function withCredentials(answers: Answer[]) {
    const paths: string[] = [];
    const fake = async (url: unknown) => {
      paths.push(new URL(String(url)).pathname);
      const answer = answers.shift() ?? { status: 200, body: {} };
      if (answer === 'lost') throw new TypeError('fetch failed');
      return new Response(JSON.stringify(answer.body ?? problem(answer.status)), { status: answer.status });
    };
    const options = { baseUrl: 'https://kerb.example', clientId: 'c', clientSecret: 's', sleep: async () => {} };
    return { client: createClient({ ...options, fetch: fake }), paths };
  }
  const read = '/v1/agreements/1';

  it('is asked for once, also by calls that begin together', async () => {
    const { client, paths } = withCredentials([token]);
    await Promise.all([client.campaigns.get({ id: 1 }), client.campaigns.get({ id: 1 })]);
    await client.campaigns.get({ id: 1 });
    expect(paths).toEqual(['/oauth/token', read, read, read]);
  });

  it('is asked for again once if a call is refused with 401', async () => {
    const { client, paths } = withCredentials([token, { status: 401 }, token]);
    await client.campaigns.get({ id: 1 });
    expect(paths).toEqual(['/oauth/token', read, '/oauth/token', read]);
    const revoked = withCredentials([token, { status: 401 }, token, { status: 401 }]);
    await expect(revoked.client.campaigns.get({ id: 1 })).rejects.toMatchObject({ status: 401 });
  });

  it('is asked for again when it is about to expire, and after a refusal', async () => {
    const short = { ...token, body: { ...token.body, expires_in: 20 } };
    const { client, paths } = withCredentials([short, token, { status: 200, body: {} }]);
    await client.campaigns.get({ id: 1 });
    expect(paths).toEqual(['/oauth/token', '/oauth/token', read]);
    const refused = withCredentials([{ status: 401, body: { error: 'invalid_client', error_description: 'No.' } }]);
    await expect(refused.client.campaigns.get({ id: 1 })).rejects.toMatchObject({ error: 'invalid_client' });
    await expect(refused.client.campaigns.get({ id: 1 })).resolves.toEqual({});
  });
});

describe('paging', () => {
  it('follows the cursor and sends the moment only at first', async () => {
    const page = (id: number, hasMore: boolean) => ({
      status: 200,
      body: { items: [{ id }], nextCursor: `c${id}`, hasMore },
    });
    const { client, sent } = clientWith([page(1, true), page(2, true), page(3, false)]);
    const ids: number[] = [];
    for await (const { id } of each(client.campaigns.list, { updatedSince: '2026-01-01T00:00:00.000Z', perPage: 1 }))
      ids.push(id);
    expect(ids).toEqual([1, 2, 3]);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?perPage=1&updatedSince=2026-01-01T00%3A00%3A00.000Z',
      '?perPage=1&cursor=c1',
      '?perPage=1&cursor=c2',
    ]);
  });

  it('says so if the list was not read in the order of changes', async () => {
    const { client } = clientWith([]);
    await expect(pages(client.campaigns.list, {}).next()).rejects.toThrow('updatedSince or cursor');
  });
});

describe('a webhook', () => {
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const headers = { 'webhook-id': 'e', 'webhook-timestamp': '1000', 'webhook-signature': 'v1,bm8= v2,x v1,%' };
  const now = new Date(1_000_000);
  const faultOf = (given: Parameters<typeof verifyWebhook>[0]) =>
    verifyWebhook(given).then(
      () => null,
      (error: WebhookError) => error.fault,
    );

  it('without headers, too old, or with a wrong signature is refused', async () => {
    expect(await faultOf({ body: '{}', headers: {}, secret })).toBe('no-headers');
    expect(await faultOf({ body: '{}', headers, secret })).toBe('too-old');
    expect(await faultOf({ body: '{}', headers, secret, now })).toBe('wrong-signature');
    const noNumber = { ...headers, 'webhook-timestamp': 'now' };
    expect(await faultOf({ body: '{}', headers: noNumber, secret, now })).toBe('too-old');
    expect(new WebhookError('no-json', 'x')).toBeInstanceOf(Error);
  });
});
