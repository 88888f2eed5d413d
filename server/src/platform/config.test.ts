import { ConfigError, readConfig } from '@kerb/server/platform/config.ts';
import { describe, expect, it } from 'vitest';

const production = { NODE_ENV: 'production', SECRET_KEY: Buffer.alloc(32, 1).toString('base64') };
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const live = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };

describe('the settings of the card provider', () => {
  it('are none by default', () => {
    expect(readConfig({})).toMatchObject({ stripe: null, cardSandbox: { port: null, url: null } });
  });

  it('are Stripe’s three keys', () => {
    const expected = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' };
    expect(readConfig(stripe).stripe).toEqual({ ...expected, apiUrl: null, frameUrl: null });
    expect(readConfig({ ...production, ...live }).stripe?.secretKey).toBe('sk_live_1');
  });

  // biome-ignore format: a table
  it.each<[Record<string, string>, RegExp]>([
    [{ STRIPE_SECRET_KEY: 'sk_test_1' },                     /^STRIPE_PUBLISHABLE_KEY is missing: set all three of/],
    [{ ...stripe, STRIPE_WEBHOOK_SECRET: '' },               /^STRIPE_WEBHOOK_SECRET is missing/],
    [{ ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_test_oops' },  /^STRIPE_PUBLISHABLE_KEY is not such a key of Stripe's\.$/],
    [{ ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' },          /of different modes/],
    [live,                                                   /^STRIPE_SECRET_KEY is live: a sandbox takes no real money\.$/],
    [{ ...stripe, STRIPE_API_URL: 'stripe' },                /^STRIPE_API_URL is 'stripe': write an http or https address\.$/],
    [{ CARD_SANDBOX_PORT: 'x' },                             /^CARD_SANDBOX_PORT is 'x'/],
    [{ CARD_SANDBOX_URL: 'ftp://x' },                        /^CARD_SANDBOX_URL is 'ftp:\/\/x'/],
  ])('are refused in one sentence: %j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(sentence);
  });
});

describe('where webhooks may reach', () => {
  // biome-ignore format: a table
  it.each<[Record<string, string>, boolean]>([
    [{},                                                        true],
    [{ HOST: '0.0.0.0' },                                       false],
    [{ HOST: '0.0.0.0', WEBHOOKS_REACH_PRIVATE: 'on' },         true],
    [{ WEBHOOKS_REACH_PRIVATE: 'off' },                         false],
    [production,                                                false],
  ])('with %j this machine itself: %j', (env, expected) => {
    expect(readConfig(env).webhooksReachPrivate).toBe(expected);
  });

  it('is never this machine outside a sandbox', () => {
    expect(() => readConfig({ ...production, WEBHOOKS_REACH_PRIVATE: 'on' })).toThrow(/^WEBHOOKS_REACH_PRIVATE is on/);
  });
});
