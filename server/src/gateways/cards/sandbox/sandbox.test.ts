import { testCards } from '@kerb/domain/sandbox/test-cards.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testCardOf } from '../../../../test/cards.ts';
import { startStage } from '../../../../test/harness.ts';

const stage = await startStage();
const { db } = stage;
const { origin, url } = stage.deps.cards!.frame();

const post = (path: string, body: unknown, headers = {}) =>
  fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const typed = { number: testCardOf('approve').number, month: 12, year: 2098, cvc: '123', wallet: null };

describe('the sandbox’s frame', () => {
  it('is on another origin than the product, and only the product may frame it', async () => {
    expect(origin).not.toBe(new URL(stage.deps.config.publicUrl).origin);
    for (const path of ['/frame', '/frame?scheme=dark', '/card-frame.js', '/card-frame.css', '/nothing', '/tokens']) {
      const { headers } = await fetch(origin + path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; " +
          "form-action 'none'; frame-ancestors http://localhost:3000",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-frame-options')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('takes only the colour scheme from its address', async () => {
    expect(await (await fetch(`${url}?scheme=dark`)).text()).toContain('data-scheme="dark"');
    expect(await (await fetch(`${url}?scheme="><script>`)).text()).toContain('data-scheme="light"');
  });

  it('names every test card', async () => {
    const page = await (await fetch(url)).text();
    for (const { label } of testCards) expect(page).toContain(label);
  });

  it('has no inline script', async () => {
    const page = await (await fetch(url)).text();
    expect(page).not.toMatch(/<script(?![^>]*(src=|application\/json))|\son\w+=|style=/);
  });
});

describe('a token', () => {
  it('represents a test card', async () => {
    const answer = await post('/tokens', typed);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      token: expect.stringMatching(/^tok_[\w-]{43}$/),
      card: { scheme: 'visa', funding: 'credit', country: 'AU', last4: '4242', wallet: null },
    });
  });

  // biome-ignore format: a table
  it.each<[string, unknown]>([
    ['a real card',         { ...typed, number: '4111111111111111' }],
    ['an expired card',     { ...typed, year: 2020 }],
    ['an impossible month', { ...typed, month: 13 }],
    ['no security code',    { ...typed, cvc: '' }],
    ['an unknown wallet',   { ...typed, wallet: 'purse' }],
    ['an unknown field',    { ...typed, name: 'Ada' }],
    ['a list',              [typed]],
    ['nothing',             'null'],
  ])('is not given for %s', async (_what, body) => {
    const answer = await post('/tokens', body);
    expect(answer.status).toBe(422);
    expect(await answer.text()).not.toContain('4111');
  });

  it('expires', async () => {
    const token = await stage.cards.tokenOf(typed.number);
    await sql`update sandbox_card_tokens set expiry_date = now() - interval '1 second'`.execute(db);
    expect(await stage.deps.cards!.describe(token)).toBeNull();
  });

  it('is stored as a hash, with only the permitted facts of the card', async () => {
    const { token } = (await (await post('/tokens', typed)).json()) as { token: string };
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(each)::text as row from sandbox_card_tokens each
      union all select to_jsonb(each)::text from sandbox_card_charges each`.execute(db);
    const all = rows.map(({ row }) => row).join('\n');
    expect(rows.length).toBeGreaterThan(0);
    expect(all).not.toContain(token);
    for (const { number } of testCards) expect(all).not.toContain(number);
    expect(all).not.toContain('2098');
  });
});

describe('the refund of a card whose refunds take a minute', () => {
  it('is pending until then, and the same for its reference', async () => {
    const cards = stage.deps.cards!;
    const charge = {
      reference: 'P-later',
      amountCents: 100_00,
      currency: 'AUD',
      description: '',
      receiptEmail: null,
      token: await stage.cards.tokenOf(testCardOf('refund-later').number),
    };
    expect(await cards.charge(charge)).toMatchObject({ state: 'approved' });
    const refund = { reference: 'R-later', chargeReference: 'P-later', amountCents: 100_00 };
    expect(await cards.refund(refund)).toMatchObject({ state: 'pending' });
    await sql`update sandbox_card_charges set known_from = now() where reference = 'R-later'`.execute(db);
    expect(await cards.refund(refund)).toMatchObject({ state: 'approved' });
  });
});

describe('the sandbox’s API', () => {
  it.each(['/v1/describe', '/v1/charges', '/v1/refunds'])('refuses callers without the key: %s', async (path) => {
    expect((await post(path, {})).status).toBe(401);
    expect((await post(path, {}, { authorization: 'Bearer guess' })).status).toBe(401);
  });
});
