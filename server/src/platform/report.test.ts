import { readConfig } from '@kerb/server/platform/config.ts';
import { printedReport, type ReportState, reportOf } from '@kerb/server/platform/report.ts';
import { describe, expect, it } from 'vitest';
import { chain } from '../../test/certificate-chain.ts';
import { productionEnv } from '../../test/production.ts';

const facts = {
  database: { version: '15.6', isEncrypted: true, user: 'kerb_app', isOwner: false },
  today: '2026-11-16',
};
const rowsOf = (env: Record<string, string>, more: object = {}) =>
  reportOf(readConfig(env), { ...facts, database: { ...facts.database, ...more } });
const statesOf = (env: Record<string, string>): Record<string, ReportState> =>
  Object.fromEntries(rowsOf(env).map(({ area, state }) => [area, state]));
const meaningOf = (env: Record<string, string>, area: string) => rowsOf(env).find((row) => row.area === area)?.meaning;

const whole = {
  ...productionEnv,
  DATABASE_URL: 'postgres://kerb@db.example/kerb?sslmode=verify-full',
  PERSONAL_DATA_KEYS: `first:${Buffer.alloc(32, 2).toString('base64')}`,
  CLAMAV_URL: 'unix:/run/clamav/clamd.ctl',
  SMTP_URL: 'smtp://kerb:secret-word@mail.example:587',
  MAIL_FROM: 'KerbPay <no-reply@kerb.example>',
  SMS_URL: 'https://sms.example/send',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  IDENTITY_URL: 'https://identity.example',
  IDENTITY_API_KEY: 'secret-word',
  IDENTITY_CUSTOMER_ID: '7',
  ADDRESSFINDER_KEY: 'K7',
  ADDRESSFINDER_SECRET: 'secret-word',
  COMPANY_NAME: 'Kerb Pty Ltd',
  SUPPORT_EMAIL: 'help@kerb.example',
  TAX_NUMBER: '51 824 753 556',
  CREDIT_LICENCE_NUMBER: '123456',
  DISPUTE_SCHEME: 'AFCA',
  BANK_ACCOUNT_NUMBER: '12345678',
  BANK_ACCOUNT_NAME: 'Kerb Pty Ltd',
  TIME_STAMP_URL: 'https://stamps.example/tsr',
  BANK_BSB: '062-000',
  BANK_CODE: 'CBA',
  BANK_USER_ID: '301500',
};

describe('the report of a deployment', () => {
  it('says of a sandbox that its providers are invented', () => {
    const states = statesOf({});
    expect(Object.values(states).every((state) => ['sandbox', 'configured'].includes(state))).toBe(true);
    expect(states).toMatchObject({ Mode: 'sandbox', Mail: 'sandbox', 'Identity checks': 'sandbox', Cards: 'sandbox' });
  });

  it('says of production without providers what is absent, and what that means', () => {
    // biome-ignore format: a table
    expect(statesOf(productionEnv)).toEqual({
      Mode:                  'configured',
      Address:               'configured',
      Proxy:                 'configured',
      Database:              'warning',
      'Database role':       'configured',
      Keys:                  'warning',
      Files:                 'configured',
      'Virus scanner':       'absent',
      Mail:                  'absent',
      SMS:                   'absent',
      Vendors:               'configured',
      Cards:                 'absent',
      'Identity checks':     'absent',
      'Address suggestions': 'absent',
      'Signing certificate': 'warning',
      'Time stamps':         'warning',
      Lender:                'absent',
      Bank:                  'absent',
      Company:               'absent',
      'Two-step login':      'configured',
    });
    expect(meaningOf(productionEnv, 'Identity checks')).toBe("Nobody's identity can be checked. Set IDENTITY_URL.");
    expect(meaningOf(productionEnv, 'Address suggestions')).toBe(
      'Addresses are typed by hand. Set ADDRESSFINDER_KEY and ADDRESSFINDER_SECRET.',
    );
    expect(meaningOf(productionEnv, 'Lender')).toBe(
      'No agreement can be made. Set CREDIT_LICENCE_NUMBER, DISPUTE_SCHEME.',
    );
  });

  it('warns of a production whose admins need no two-step login', () => {
    const lax = { ...productionEnv, REQUIRE_SECOND_FACTOR_FOR_ADMINS: 'off' };
    expect(statesOf(lax)['Two-step login']).toBe('warning');
    expect(meaningOf(lax, 'Two-step login')).toContain('Remove REQUIRE_SECOND_FACTOR_FOR_ADMINS=off.');
  });

  it('has nothing to add for a production with everything but a certificate of an authority', () => {
    const left = Object.entries(statesOf(whole)).filter(([, state]) => state !== 'configured');
    expect(left).toEqual([['Signing certificate', 'warning']]);
    expect(meaningOf(whole, 'Address suggestions')).toBe('api.addressfinder.io');
    expect(meaningOf(whole, 'Database')).toBe('PostgreSQL 15.6, with TLS.');
    expect(meaningOf(whole, 'Mail')).toBe('mail.example:587, with TLS.');
  });

  it('says whether the role of the database may change what is append-only', () => {
    const roleRow = (env: Record<string, string>, isOwner: boolean) =>
      rowsOf(env, { isOwner }).find(({ area }) => area === 'Database role');
    expect(roleRow(whole, false)).toMatchObject({
      state: 'configured',
      meaning: expect.stringMatching(/^kerb_app owns/),
    });
    expect(roleRow(whole, true)).toMatchObject({
      state: 'error',
      meaning: expect.stringMatching(/^DATABASE_URL connects as kerb_app, who owns the tables/),
    });
    const sandbox = { SANDBOX: 'on', DATABASE_URL: 'postgres://kerb@db/kerb' };
    expect(roleRow(sandbox, true)?.state).toBe('sandbox');
    expect(roleRow({ ...sandbox, DATABASE_POOLER: 'transaction' }, true)).toMatchObject({
      state: 'error',
      meaning: expect.stringContaining('behind a pooler use a role that owns none'),
    });
  });

  it('warns of test keys, of held messages and of a sender that nobody can answer', () => {
    const test = { ...whole, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
    expect(statesOf({ ...test, VENDOR_COMMS: 'off', MAIL_FROM: '' })).toMatchObject({
      Cards: 'warning',
      Vendors: 'warning',
      Mail: 'warning',
    });
  });

  it('tells two bank accounts apart', () => {
    expect(meaningOf(whole, 'Bank')).toBe('aba files.');
    const two = {
      ...whole,
      OPERATING_ACCOUNT_NUMBER: '87654321',
      OPERATING_ACCOUNT_NAME: 'Kerb Operating',
      OPERATING_BSB: '062-000',
    };
    expect(statesOf(two).Bank).toBe('configured');
    expect(meaningOf(two, 'Bank')).toBe(
      'The trust account ends in 678, with aba files. The operating account ends in 321.',
    );
  });

  it('says in which bucket the files are, without its secret', () => {
    const bucket = {
      FILES_S3_BUCKET: 'files',
      FILES_S3_ACCESS_KEY_ID: 'id',
      FILES_S3_SECRET_ACCESS_KEY: 'secret-word',
    };
    expect(meaningOf({ ...whole, ...bucket }, 'Files')).toBe(
      'Encrypted, and again by the store (AES256), in the bucket files at s3.us-east-1.amazonaws.com.',
    );
  });

  // biome-ignore format: a table
  it.each([
    ['2026-11-17', 'configured', 'Valid until 2126-10-23.'],
    ['2126-09-23', 'configured', 'Valid until 2126-10-23.'],
    ['2126-09-24', 'warning',    'DOCUMENT_CERTIFICATE expires on 2126-10-23. Set a new one.'],
    ['2126-10-23', 'warning',    'DOCUMENT_CERTIFICATE expires on 2126-10-23. Set a new one.'],
    ['2126-10-24', 'error',      'DOCUMENT_CERTIFICATE expired on 2126-10-23. Set a new one.'],
  ])('says on %s of the signing certificate: %s', (today, state, meaning) => {
    const pair = { DOCUMENT_CERTIFICATE: chain.leaf, DOCUMENT_CERTIFICATE_KEY: chain.key };
    const rows = reportOf(readConfig({ ...whole, ...pair }), { ...facts, today });
    expect(rows.find(({ area }) => area === 'Signing certificate')).toMatchObject({ state, meaning });
  });

  it('is printed as aligned lines, without a secret', () => {
    const printed = printedReport(rowsOf(whole));
    expect(printed).toContain('\nCards                configured  Stripe, live.\n');
    expect(printed).not.toMatch(/secret-word|sk_live|AQEB/);
  });
});
