import { randomUUID } from 'node:crypto';
import { must } from '@kerb/domain/kernel/must.ts';
import { takesKey } from '@kerb/domain/wire/endpoint.ts';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { clientsOn } from '../../../test/clients.ts';
import { accessFixture, addressOf, type Target } from '../../../test/endpoint-access.ts';
import { bodyOf, keyOf } from '../../../test/endpoint-outcomes.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { aForm } from '../../../test/multipart.ts';
import { aBlankPng } from '../../../test/png.ts';
import { asOwner } from '../../../test/test-database.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let manager: number;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant();
  manager = (await build.aPerson('tenant_user', { tenantId, as: 'manager' })).userId;
});

beforeEach(async () => {
  await stage.db.deleteFrom('throttles').execute();
});

const aCampaign = (campaignBudget = 1_000) => ({
  campaignBudget,
  campaignPlannedStartDate: '2026-12-01',
  campaignBudgetFundsPurpose: 'marketing',
  tenant: { href: `/v1/tenants/${tenantId}` },
});
const create = (key: string, body: object = aCampaign(), who = manager) =>
  stage.as(who)('POST', '/v1/agreements', body, { 'idempotency-key': key });

async function campaigns(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from agreements where tenant_id = ${tenantId}`.execute(stage.db);
  return must(rows[0], 'count').n;
}

/** How many campaigns a request makes. */
async function madeBy(run: () => Promise<unknown>): Promise<number> {
  const before = await campaigns();
  await run();
  return (await campaigns()) - before;
}

describe('a request with an Idempotency-Key', () => {
  it('that is repeated gets the same bytes and headers, and takes effect once', async () => {
    const key = randomUUID();
    const made = await madeBy(async () => {
      const first = await create(key);
      const second = await create(`"${key}"`, Object.fromEntries(Object.entries(aCampaign()).toReversed()));
      expect([first.statusCode, second.statusCode, second.body]).toEqual([201, 201, first.body]);
      for (const name of ['etag', 'location', 'content-type']) {
        expect([name, second.headers[name]]).toEqual([name, first.headers[name]]);
      }
      expect(first.headers.location).toBe(`/v1/agreements/${first.json().id}`);
      expect(first.headers.etag).toMatch(/^"\d+"$/);
      expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([
        undefined,
        'true',
      ]);
    });
    expect(made).toBe(1);
  });

  it('that is sent many times at once takes effect once', async () => {
    const key = randomUUID();
    const made = await madeBy(async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => create(key)));
      const done = answers.filter(({ statusCode }) => statusCode === 201);
      const waiting = answers.filter(({ statusCode }) => statusCode === 409);
      expect(done.length).toBeGreaterThan(0);
      expect(done.length + waiting.length).toBe(8);
      expect(new Set(done.map(({ body }) => body)).size).toBe(1);
      for (const each of waiting) {
        expect(each.json()).toMatchObject({ type: '/problems/still-running' });
        expect(Number(each.headers['retry-after'])).toBeGreaterThan(0);
      }
      expect((await create(key)).body).toBe(done[0]?.body);
    });
    expect(made).toBe(1);
  });

  it('is refused with another body', async () => {
    const key = randomUUID();
    const made = await madeBy(async () => {
      await create(key);
      const other = await create(key, aCampaign(2_000));
      expect([other.statusCode, other.json().type]).toEqual([422, '/problems/idempotency-key-reused']);
    });
    expect(made).toBe(1);
  });

  it('does not share its key with another person, program or endpoint', async () => {
    const key = randomUUID();
    const colleague = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const clients = clientsOn(stage);
    const program = clients.withToken(await clients.tokenOf(await clients.aClient(manager, tenantId)));
    const made = await madeBy(async () => {
      const mine = await create(key);
      const theirs = await create(key, aCampaign(), colleague.userId);
      const its = await program('POST', '/v1/agreements', aCampaign(), { 'idempotency-key': key });
      expect(new Set([mine, theirs, its].map((answer) => answer.json().id)).size).toBe(3);
      const url = `/v2/campaigns/${mine.json().id}/vendors`;
      const payer = await stage.as(manager)('POST', url, build.aPayer(), { 'idempotency-key': key });
      expect([payer.statusCode, payer.headers['idempotent-replayed']]).toEqual([201, undefined]);
    });
    expect(made).toBe(3);
  });

  it('that was refused leaves its key free', async () => {
    const key = randomUUID();
    const refused = await create(key, { ...aCampaign(), tenant: { href: '/v1/tenants/999999' } });
    expect(refused.statusCode).toBe(404);
    expect((await create(key)).statusCode).toBe(201);
  });

  it('that is not readable is refused before anything happens', async () => {
    const made = await madeBy(async () => {
      for (const key of ['', 'two words', 'x'.repeat(201)]) expect((await create(key)).statusCode).toBe(400);
    });
    expect(made).toBe(0);
  });

  it('leaves nothing behind if its answer cannot be stored', async () => {
    const key = randomUUID();
    const made = await madeBy(async () => {
      await asOwner(stage.db, async (tx) => {
        await sql`create function refuse_answer() returns trigger language plpgsql as
          $$ begin raise exception 'no room for the answer'; end $$`.execute(tx);
        await sql`create trigger refuse_answer before update of status on idempotency_keys
          for each row execute function refuse_answer()`.execute(tx);
      });
      const failed = await create(key);
      await asOwner(stage.db, (tx) => sql`drop function refuse_answer() cascade`.execute(tx));
      expect(failed.statusCode).toBe(500);
      expect((await create(key)).statusCode).toBe(201);
    });
    expect(made).toBe(1);
  });

  it('has an answer that nobody can read in the database', async () => {
    const key = randomUUID();
    const { body } = await create(key);
    const { rows } = await sql<{ sealedAnswer: Buffer }>`
      select sealed_answer from idempotency_keys where key like ${`%${key}`}`.execute(stage.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealedAnswer.includes(body.slice(0, 20))).toBe(false);
  });
});

describe('an upload with an Idempotency-Key', () => {
  const upload = async (key: string, width: number) => {
    const { payload, headers } = aForm(
      { name: 'tenantId', value: String(tenantId) },
      { name: 'asset', value: aBlankPng(width, 40), fileName: 'picture.png', type: 'image/png' },
    );
    return stage.as(manager)('POST', '/v1/assets', payload, { ...headers, 'idempotency-key': key });
  };

  it('is stored once, and refused with another file', async () => {
    const key = randomUUID();
    const [first, second, other] = [await upload(key, 40), await upload(key, 40), await upload(key, 41)];
    expect([first.statusCode, second.statusCode, second.body]).toEqual([201, 201, first.body]);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(other.statusCode).toBe(422);
  });
});

/** Those that take no key, and why. A new POST takes one unless it is here and in its contract. */
// biome-ignore format: a table
const withoutKey: Record<string, string> = {
  'POST /v1/account/change-password':                                'code',
  'POST /v1/account/passkeys':                                       'secret',
  'POST /v1/account/passkeys/begin':                                 'secret',
  'POST /v1/account/passkeys/recovery-codes':                        'secret',
  'POST /v1/account/second-factor/begin':                            'secret',
  'POST /v1/account/second-factor/confirm':                          'secret',
  'POST /v1/account/second-factor/recovery-codes':                   'secret',
  'POST /v1/account/second-factor/turn-off':                         'code',
  'POST /v1/account/verify-mobile':                                  'code',
  'POST /v1/agreements/{id}/loan-requests/{requestId}/request-code': 'code',
  'POST /v1/agreements/{id}/money-change/preview':                   'reads',
  'POST /v1/agreements/{id}/quote':                                  'reads',
  'POST /v1/payments/{id}/void':                                     'provider',
  'POST /v1/rates/preview':                                          'reads',
  'POST /v1/service-identities/{identityId}/credentials':            'secret',
  'POST /v1/session/prove':                                          'secret',
  'POST /v1/session/prove/begin':                                    'reads',
  'POST /v1/signatories/{id}/request-signature':                     'code',
  'POST /v1/signatories/{id}/unlock':                                'code',
  'POST /v1/signatories/{id}/verify-contact':                        'code',
  'POST /v1/account/calendar-link':                                  'secret',
  'POST /v1/tenants/{tenantId}/team-imports/check':                  'reads',
  'POST /v1/tenants/{tenantId}/campaign-imports/check':              'reads',
  'POST /v1/tenants/{tenantId}/provisioning-tokens':                 'secret',
  'POST /v1/tenants/{tenantId}/service-identities':                  'secret',
  'POST /v2/campaigns/{id}/preview-messages':                        'reads',
  'POST /v2/campaigns/{id}/vendors/{vendorId}/payment-url':          'secret',
  'POST /v2/frankie-one/create-profile':                             'provider',
  'POST /v2/frankie-one/run-check':                                  'provider',
  'POST /v2/frankie-one/send-sms':                                   'provider',
  'POST /v2/loan/{id}/get-loan-invoice-contacts':                    'reads',
};

describe('every POST of a signed-in caller', () => {
  const posts = () =>
    stage.app.endpoints.filter(({ method, permission }) => method === 'POST' && permission !== 'anyone');

  it('takes a key, or says why not', () => {
    const said = posts().flatMap((each) => (each.withoutKey ? [[keyOf(each), each.withoutKey]] : []));
    expect(Object.fromEntries(said)).toEqual(withoutKey);
    expect(posts().filter(takesKey).length).toBeGreaterThan(60);
  });

  it('replays its answer', { timeout: 120_000 }, async () => {
    const fixture = await accessFixture(stage, build);
    const replayed: string[] = [];
    for (const endpoint of posts().filter((each) => takesKey(each) && !each.upload)) {
      for (const who of ['admin', 'manager'] as const) {
        await stage.db.deleteFrom('throttles').execute();
        const target: Target = await fixture.aTarget(who);
        const headers = { 'idempotency-key': randomUUID() };
        const ask = () =>
          stage.as(target.userIds[who])('POST', addressOf(endpoint, target), bodyOf(endpoint, target), headers);
        const first = await ask();
        if (first.statusCode >= 300) continue;
        const second = await ask();
        expect([keyOf(endpoint), second.statusCode, second.body]).toEqual([
          keyOf(endpoint),
          first.statusCode,
          first.body,
        ]);
        expect([keyOf(endpoint), second.headers['idempotent-replayed']]).toEqual([keyOf(endpoint), 'true']);
        replayed.push(keyOf(endpoint));
        break;
      }
    }
    expect(replayed.length).toBeGreaterThan(25);
  });
});

describe('every answer 201', () => {
  it('says where the new record is read, at an endpoint that exists', () => {
    const mounted = new Set(stage.app.endpoints.map(keyOf));
    const created = stage.app.endpoints.filter(({ status }) => status === 201);
    const nowhere = created.filter(({ location }) => location === undefined).map(keyOf);
    expect(nowhere.toSorted()).toEqual([
      'POST /v1/account/passkeys',
      'POST /v1/agreements/{id}/payout-letters',
      'POST /v1/invite-team-members',
      'POST /v1/tenants/{tenantId}/users',
      'POST /v2/loan/{id}/generate-invoice',
    ]);
    const shapes = new Set([...mounted].map((each) => each.replace(/\{\w+\}/g, '{}')));
    for (const { location } of created) {
      if (location) expect(shapes).toContain(`GET ${location.replace(/\{\w+\}/g, '{}')}`);
    }
  });
});
