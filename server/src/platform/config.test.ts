import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countryCodes } from '@kerb/domain/countries/country.ts';
import { variables } from '@kerb/server/platform/config/variables.ts';
import { ConfigError, readConfig } from '@kerb/server/platform/config.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { chain } from '../../test/certificate-chain.ts';
import { productionEnv } from '../../test/production.ts';

const { SANDBOX: _, ...production } = productionEnv;
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const live = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };

/** At the bank of the sandbox's own account. */
const operating = {
  OPERATING_ACCOUNT_NUMBER: '987 654 321',
  OPERATING_ACCOUNT_NAME: 'Kerb Operating',
  OPERATING_BSB: '012-345',
};

describe('the bank accounts', () => {
  it('are one account if no other is set', () => {
    expect(readConfig({})).toMatchObject({ operatingAccount: null, operatingPayId: null });
  });

  it('can be separate: payers’ money in one, ours in the other', () => {
    const config = readConfig({ ...operating, OPERATING_PAYID: 'repay@kerb.example' });
    expect(config.bankAccount?.account.accountNumber).toBe('123456789');
    expect(config).toMatchObject({
      operatingAccount: { accountName: 'Kerb Operating', bsbNumber: '012345', accountNumber: '987654321' },
      payId: 'payments@example.com',
      operatingPayId: 'repay@kerb.example',
    });
  });
});

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
    [{ DATABASE_POOLER: 'session' },                       "DATABASE_POOLER is 'session': write none, transaction."],
    [{ DATABASE_PROBE_URL: 'postgres://127.0.0.1/kerb' },  'DATABASE_PROBE_URL is set: set DATABASE_URL too.'],
    [{ DATABASE_LISTEN_URL: 'postgres://127.0.0.1/kerb' }, 'DATABASE_LISTEN_URL is set: set DATABASE_URL too.'],
    [{ DATABASE_REPLICA_URL: 'postgres://127.0.0.1/kerb' }, 'DATABASE_REPLICA_URL is set: set DATABASE_URL too.'],
    [{ LOG_LEVEL: 'loud' },                                "LOG_LEVEL is 'loud': write trace, debug, info, warn, error, fatal, silent."],
    [{ ...production, SECRET_KEY: '' },                    'SECRET_KEY is missing: set it to 32 random bytes or more, in base64.'],
    [{ ...production, PUBLIC_URL: '' },                    'PUBLIC_URL is missing: outside a sandbox write the https address of the product.'],
    [{ ...production, PUBLIC_URL: 'http://kerb.example' }, "PUBLIC_URL is 'http://kerb.example': outside a sandbox write an https address."],
    [{ PUBLIC_URL: 'kerb.example' },                       "PUBLIC_URL is 'kerb.example': write an http or https address."],
    [{ ...production, TRUST_PROXY: '' },                   'TRUST_PROXY is missing: write on or off.'],
    [{ SMS_URL: 'sms.example' },                           "SMS_URL is 'sms.example': write an http or https address."],
    [{ SECRET_KEY: 'c2hvcnQ=' },                           'SECRET_KEY is too short: set it to 32 random bytes or more, in base64.'],
    [{ PERSONAL_DATA_KEYS: 'new:c2VjcmV0' },               'PERSONAL_DATA_KEYS is not readable: write name:key,name:key with keys of 32 bytes in base64.'],
    [{ ADDRESSFINDER_KEY: 'K7' },                            'ADDRESSFINDER_KEY is set: set ADDRESSFINDER_SECRET too.'],
    [{ ADDRESSFINDER_SECRET: 's' },                         'ADDRESSFINDER_SECRET is set: set ADDRESSFINDER_KEY too.'],
    [{ IDENTITY_URL: 'https://id.example' },               'IDENTITY_URL is set: set IDENTITY_API_KEY and IDENTITY_CUSTOMER_ID too.'],
    [{ DOCUMENT_CERTIFICATE: 'x' },                        'DOCUMENT_CERTIFICATE and DOCUMENT_CERTIFICATE_KEY: set both, as PEM, or none.'],
    [{ CHAT_WIDGET_URL: 'http://chat.example' },           "CHAT_WIDGET_URL is 'http://chat.example': write an https address."],
    [{ BILLER_URL: 'https://b.example' },                  'BILLER_URL is set: set BILLER_CODE and BILLER_MERCHANT_ID too.'],
    [{ BILLER_URL: 'https://b.example?a', BILLER_CODE: '1', BILLER_MERCHANT_ID: '2' }, "BILLER_URL is 'https://b.example?a': write an https address without a query."],
    [{ BANK_PAYID: 'kerb' },                               'BANK_PAYID: write an e-mail address, a phone number or a business number.'],
    [{ COUNTRY: 'NZ', BANK_PAYID: 'pay@kerb.example' },    'BANK_PAYID is set: accounts in New Zealand have no PayID.'],
    [{ BANK_FILE_FORMAT: 'x' },                            "BANK_FILE_FORMAT is 'x': write aba."],
    [{ ...operating, OPERATING_ACCOUNT_NUMBER: '123456789' }, 'OPERATING_ACCOUNT_NUMBER is the account of BANK_ACCOUNT_NUMBER: set another account, or none.'],
    [{ ...operating, OPERATING_ACCOUNT_NAME: '' },         'The bank account of OPERATING_ACCOUNT_NUMBER is not right: Enter the account name.'],
    [{ ...production, ...operating },                      'OPERATING_ACCOUNT_NUMBER is set: set BANK_ACCOUNT_NUMBER too.'],
    [{ ...operating, OPERATING_PAYID: 'kerb' },            'OPERATING_PAYID: write an e-mail address, a phone number or a business number.'],
    [{ OPERATING_PAYID: 'repay@kerb.example' },            'OPERATING_PAYID is set: set OPERATING_ACCOUNT_NUMBER too.'],
  ])('are reported in one sentence: %j', (env, sentence) => {
    expect(sentencesOf(env)).toEqual([sentence]);
  });

  it('are reported all together', () => {
    const env = { COUNTRY: 'US', PORT: 'x', SANDBOX: 'off', STRIPE_SECRET_KEY: 'oops', BILLER_URL: 'http://b.example' };
    expect(sentencesOf(env)).toEqual([
      `COUNTRY is 'US': write ${countryCodes.join(' or ')}.`,
      "PORT is 'x': write a whole number up to 65535.",
      'PUBLIC_URL is missing: outside a sandbox write the https address of the product.',
      'TRUST_PROXY is missing: write on or off.',
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

const keyOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

describe('connections outside a sandbox', () => {
  const database = 'DATABASE_URL is without TLS: outside a sandbox add sslmode=verify-full';
  // biome-ignore format: a table
  it.each<[Record<string, string>, string | null]>([
    [{ DATABASE_URL: 'postgres://kerb@db.example/kerb' },                             database],
    [{ DATABASE_URL: 'postgres://kerb@db.example/kerb?sslmode=require' },             database],
    [{ DATABASE_URL: 'postgres://kerb@db.example/kerb?sslmode=no-verify' },           database],
    [{ DATABASE_URL: 'postgres://kerb@localhost/kerb?host=db.example' },              database],
    [{ DATABASE_URL: 'postgres://kerb@db.example/kerb?sslmode=verify-full' },         null],
    [{ DATABASE_URL: 'postgres://kerb@127.0.0.1:5432/kerb' },                         null],
    [{ DATABASE_URL: 'postgres://kerb@[::1]/kerb' },                                  null],
    [{ DATABASE_URL: 'postgres:///kerb?host=/run/postgresql' },                       null],
    [{ DATABASE_URL: 'postgres://kerb@[::1]/kerb', DATABASE_PROBE_URL: 'postgres://kerb@db.example/kerb' }, 'DATABASE_PROBE_URL is without TLS'],
    [{ DATABASE_URL: 'postgres://kerb@[::1]/kerb', DATABASE_LISTEN_URL: 'postgres://kerb@db.example/kerb' }, 'DATABASE_LISTEN_URL is without TLS'],
    [{ DATABASE_URL: 'postgres://kerb@[::1]/kerb', DATABASE_REPLICA_URL: 'postgres://kerb@db.example/kerb' }, 'DATABASE_REPLICA_URL is without TLS'],
    [{ SMS_URL: 'http://sms.example/send' },                                          "SMS_URL is 'http://sms.example/send': outside a sandbox write an https address."],
    [{ SMS_URL: 'https://sms.example/send' },                                         null],
    [{ SMS_URL: 'http://127.0.0.1:8080/send' },                                       null],
    [{ ADDRESSFINDER_URL: 'http://af.example' }, "ADDRESSFINDER_URL is 'http://af.example': outside a sandbox write an https address."],
    [{ IDENTITY_URL: 'http://id.example', IDENTITY_API_KEY: 'a', IDENTITY_CUSTOMER_ID: 'b' }, "IDENTITY_URL is 'http://id.example': outside a sandbox write an https address."],
    [{ ...stripe, STRIPE_API_URL: 'http://stripe.example' },                          "STRIPE_API_URL is 'http://stripe.example': outside a sandbox write an https address."],
    [{ SMTP_URL: 'smtp://mail.example?tls.rejectUnauthorized=false' },                'SMTP_URL has settings of TLS in its query: remove them'],
    [{ SMTP_URL: 'smtp://mail.example?ignoreTLS=true' },                              'SMTP_URL has settings of TLS in its query: remove them'],
    [{ SMTP_URL: 'smtp://mail.example?pool=true' },                                   null],
  ])('are encrypted: %j', (env, sentence) => {
    expect(sentencesOf({ ...production, ...env })).toEqual(
      sentence === null ? [] : [expect.stringContaining(sentence)],
    );
    expect(sentencesOf({ SANDBOX: 'on', ...env })).toEqual([]);
  });

  // biome-ignore format: a table
  it.each<[Record<string, string>, boolean]>([
    [{ ...production, SMTP_URL: 'smtp://mail.example:587' },   true],
    [{ ...production, SMTP_URL: 'smtp://127.0.0.1:25' },       false],
    [{ SMTP_URL: 'smtp://mail.example:587' },                  false],
  ])('to the mail server of %j must be encrypted: %j', (env, expected) => {
    expect(readConfig(env).mail?.mustEncrypt).toBe(expected);
  });

  it('and agreements have keys of today’s strength', () => {
    const pair = (key: string) => ({ DOCUMENT_CERTIFICATE: 'BEGIN CERTIFICATE', DOCUMENT_CERTIFICATE_KEY: key });
    const noPair =
      'DOCUMENT_CERTIFICATE has no certificate for the key DOCUMENT_CERTIFICATE_KEY: set both of one pair.';
    expect(sentencesOf({ ...production, ...pair(keyOf(2_048)) })).toEqual([
      'DOCUMENT_CERTIFICATE_KEY has 2048 bits: outside a sandbox an RSA key needs 3072 or more.',
      noPair,
    ]);
    expect(sentencesOf({ ...production, ...pair(keyOf(3_072)) })).toEqual([noPair]);
    expect(sentencesOf({ ...production, ...pair('PRIVATE KEY') })).toEqual([
      'DOCUMENT_CERTIFICATE_KEY cannot be read: write a private key without a password, as PEM.',
      noPair,
    ]);
    const whole = { DOCUMENT_CERTIFICATE: chain.leaf, DOCUMENT_CERTIFICATE_KEY: chain.key };
    expect(sentencesOf({ ...production, ...whole })).toEqual([]);
    expect(sentencesOf({ ...production, ...whole, DOCUMENT_CERTIFICATE: chain.intermediate })).toEqual([noPair]);
  });
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-config-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileOf = (text: string) => {
    const path = join(folder, `${text.length}`);
    writeFileSync(path, text);
    return path;
  };
  const { SECRET_KEY, ...others } = production;

  it('is read, without the line break at its end', () => {
    expect(readConfig({ ...others, SECRET_KEY_FILE: fileOf(`${SECRET_KEY}\n`) }).secretKeys).toEqual([SECRET_KEY]);
  });

  it('is refused if the variable is set too, or the file is empty or missing', () => {
    expect(sentencesOf({ ...production, SECRET_KEY_FILE: fileOf(SECRET_KEY) })).toEqual([
      'SECRET_KEY and SECRET_KEY_FILE are both set: keep one of them.',
    ]);
    for (const path of [fileOf(''), join(folder, 'none')]) {
      expect(sentencesOf({ ...others, SECRET_KEY_FILE: path })).toEqual([
        `SECRET_KEY_FILE is '${path}': that file is empty or cannot be read.`,
      ]);
    }
  });

  it('can be every secret', () => {
    const names = Object.entries(variables).flatMap(([name, { fromFile }]) => (fromFile ? [name] : []));
    const secret = /KEY$|KEYS$|SECRET|TOKEN|^(DATABASE|SMTP)_URL$/;
    const secrets = Object.keys(variables).filter((name) => secret.test(name) && name !== 'STRIPE_PUBLISHABLE_KEY');
    expect(names).toEqual(expect.arrayContaining(secrets));
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

describe('two-step login of admins', () => {
  // biome-ignore format: a table
  it.each<[Record<string, string>, boolean]>([
    [{},                                                            false],
    [{ ...production },                                             true],
    [{ ...production, REQUIRE_SECOND_FACTOR_FOR_ADMINS: 'off' },    false],
    [{ REQUIRE_SECOND_FACTOR_FOR_ADMINS: 'on' },                    true],
  ])('with %j is required: %j', (env, expected) => {
    expect(readConfig(env).requireSecondFactorForAdmins).toBe(expected);
  });
});

describe('the bucket of files', () => {
  const bucket = { FILES_S3_BUCKET: 'files', FILES_S3_ACCESS_KEY_ID: 'id', FILES_S3_SECRET_ACCESS_KEY: 'secret-word' };

  it('is none by default, and on AWS without an endpoint', () => {
    expect(readConfig({}).bucket).toBeNull();
    expect(readConfig({ ...bucket, FILES_S3_REGION: 'ap-southeast-2', FILES_S3_PREFIX: 'kerb' }).bucket).toEqual({
      ...{ name: 'files', region: 'ap-southeast-2', endpoint: 'https://s3.ap-southeast-2.amazonaws.com' },
      ...{ isInHost: false, prefix: 'kerb/', accessKeyId: 'id', secretAccessKey: 'secret-word' },
      ...{ encryption: 'AES256', kmsKeyId: null },
    });
  });

  // biome-ignore format: a table
  it.each<[Record<string, string>, string]>([
    [{ FILES_S3_BUCKET: 'files' },                               'FILES_S3_BUCKET is set: set FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY too.'],
    [{ FILES_S3_ACCESS_KEY_ID: 'id' },                           'FILES_S3_BUCKET is missing: set it too, or none of the variables of the bucket.'],
    [{ ...bucket, FILES_S3_BUCKET: 'Files/x' },                  "FILES_S3_BUCKET is 'Files/x': write the name of a bucket."],
    [{ ...bucket, FILES_S3_PREFIX: '../other' },                 "FILES_S3_PREFIX is '../other': write a path such as kerb/ of letters, digits, dots, _ and -."],
    [{ ...bucket, FILES_S3_KMS_KEY_ID: 'key' },                  'FILES_S3_KMS_KEY_ID is set: set FILES_S3_ENCRYPTION=aws:kms too.'],
    [{ ...bucket, ...production, FILES_S3_ENDPOINT: 'http://s3.example' }, "FILES_S3_ENDPOINT is 'http://s3.example': outside a sandbox write an https address."],
  ])('with %j stops the start', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(new ConfigError(sentence));
  });
});
