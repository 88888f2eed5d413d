import { countryCodes } from '@kerb/domain/countries/country.ts';
import { variables } from '@kerb/server/platform/config/variables.ts';
import { ConfigError, readConfig } from '@kerb/server/platform/config.ts';
import { describe, expect, it } from 'vitest';
import { productionEnv } from '../../test/production.ts';

const { SANDBOX: _, ...production } = productionEnv;
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

describe('the machine of the server itself', () => {
  // biome-ignore format: a table
  it.each<[Record<string, string>, boolean]>([
    [{},                                                        true],
    [{ HOST: '0.0.0.0' },                                       false],
    [{ HOST: '0.0.0.0', WEBHOOKS_REACH_PRIVATE: 'on' },         true],
    [{ WEBHOOKS_REACH_PRIVATE: 'off' },                         false],
    [production,                                                false],
  ])('may be called by webhooks if the environment is %j: %j', (env, expected) => {
    expect(readConfig(env).webhooksReachPrivate).toBe(expected);
  });

  it('is never called by webhooks outside a sandbox', () => {
    expect(() => readConfig({ ...production, WEBHOOKS_REACH_PRIVATE: 'on' })).toThrow(/^WEBHOOKS_REACH_PRIVATE is on/);
  });
});

const sentencesOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split('\n');
  }
};

describe('wrong settings', () => {
  // biome-ignore format: a table
  it.each<[Record<string, string>, string]>([
    [{ COUNTRY: 'US' },                                    `COUNTRY is 'US': write ${countryCodes.join(' or ')}.`],
    [{ SANDBOX: 'maybe' },                                 "SANDBOX is 'maybe': write on or off."],
    [{ DATABASE_URL: 'postgres://127.0.0.1/kerb' },        'SANDBOX is missing: with DATABASE_URL write SANDBOX=on for a sandbox, else NODE_ENV=production.'],
    [{ PUBLIC_URL: 'https://kerb.example' },               'SANDBOX is missing: with an https PUBLIC_URL write SANDBOX=on for a sandbox, else NODE_ENV=production.'],
    [{ PORT: '99999' },                                    "PORT is '99999': write a whole number up to 65535."],
    [{ PORT: '80.5' },                                     "PORT is '80.5': write a whole number up to 65535."],
    [{ DATABASE_POOL_SIZE: '201' },                        "DATABASE_POOL_SIZE is '201': write a whole number up to 200."],
    [{ LOG_LEVEL: 'loud' },                                "LOG_LEVEL is 'loud': write trace, debug, info, warn, error, fatal, silent."],
    [{ NODE_ENV: 'production' },                           'SECRET_KEY is missing: set it to 32 random bytes or more, in base64.'],
    [{ SECRET_KEY: 'c2hvcnQ=' },                           'SECRET_KEY is too short: set it to 32 random bytes or more, in base64.'],
    [{ PERSONAL_DATA_KEYS: 'new:c2VjcmV0' },               'PERSONAL_DATA_KEYS is not readable: write name:key,name:key with keys of 32 bytes in base64.'],
    [{ IDENTITY_URL: 'https://id.example' },               'IDENTITY_URL is set: set IDENTITY_API_KEY and IDENTITY_CUSTOMER_ID too.'],
    [{ DOCUMENT_CERTIFICATE: 'x' },                        'DOCUMENT_CERTIFICATE and DOCUMENT_CERTIFICATE_KEY: set both, as PEM, or none.'],
    [{ CHAT_WIDGET_URL: 'http://chat.example' },           "CHAT_WIDGET_URL is 'http://chat.example': write an https address."],
    [{ BILLER_URL: 'https://b.example' },                  'BILLER_URL is set: set BILLER_CODE and BILLER_MERCHANT_ID too.'],
    [{ BILLER_URL: 'https://b.example?a', BILLER_CODE: '1', BILLER_MERCHANT_ID: '2' }, "BILLER_URL is 'https://b.example?a': write an https address without a query."],
    [{ BANK_FILE_FORMAT: 'x' },                            "BANK_FILE_FORMAT is 'x': write aba."],
  ])('are reported in one sentence: %j', (env, sentence) => {
    expect(sentencesOf(env)).toEqual([sentence]);
  });

  it('are reported all together', () => {
    const env = { COUNTRY: 'US', PORT: 'x', SANDBOX: 'off', STRIPE_SECRET_KEY: 'oops', BILLER_URL: 'http://b.example' };
    expect(sentencesOf(env)).toEqual([
      `COUNTRY is 'US': write ${countryCodes.join(' or ')}.`,
      "PORT is 'x': write a whole number up to 65535.",
      'SECRET_KEY is missing: set it to 32 random bytes or more, in base64.',
      "STRIPE_SECRET_KEY is not such a key of Stripe's.",
      expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY is missing/),
      expect.stringMatching(/^STRIPE_WEBHOOK_SECRET is missing/),
      "BILLER_URL is 'http://b.example': write an https address without a query.",
      'BILLER_URL is set: set BILLER_CODE and BILLER_MERCHANT_ID too.',
    ]);
  });

  it('are reported without their secrets', () => {
    const secret = 'hunter2hunter2';
    const secrets = ['SECRET_KEY', 'PERSONAL_DATA_KEYS', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];
    const sentences = sentencesOf(Object.fromEntries(secrets.map((name) => [name, secret])));
    expect(sentences.length).toBeGreaterThanOrEqual(secrets.length);
    expect(sentences.join()).not.toContain(secret);
  });
});

describe('a variable', () => {
  it('that is empty is not set', () => {
    const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, '']));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it('has a default that its own form can read', () => {
    expect(() => readConfig(production)).not.toThrow();
    expect(() => readConfig({})).not.toThrow();
  });
});

describe('the log', () => {
  // biome-ignore format: a table
  it.each<[Record<string, string>, boolean]>([
    [{},                                         true],
    [{ ...production },                          false],
    [{ ...production, SANDBOX: 'on' },           false],
    [{ ...production, NODE_ENV: '', SANDBOX: 'off' }, false],
  ])('with %j has full messages: %j', (env, expected) => {
    expect(readConfig(env).logsInFull).toBe(expected);
  });
});
