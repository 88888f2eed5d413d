import { resolve } from 'node:path';
import type { SendingAccount } from '@kerb/domain/batches/bank-file.ts';
import { decideSendingAccount, demoAccounts } from '@kerb/domain/batches/sending-account.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import { type CountryRules, countryCodes } from '@kerb/domain/countries/country.ts';
import type { Biller } from '@kerb/domain/payments/request-payment.ts';
import type { PersonalKey } from '@kerb/server/platform/personal-data.ts';

/** A setting that cannot work. Start-up prints the sentence and stops. */
export class ConfigError extends Error {}

export type Config = {
  country: CountryRules;
  port: number;
  host: string;
  /** Where the product is reached from outside, without a closing slash. */
  publicUrl: string;
  databaseUrl: string | null;
  databasePoolSize: number;
  dataDir: string;
  sandbox: boolean;
  /** Whether a new sandbox fills itself with demo data. */
  demoData: boolean;
  environment: string;
  /** False: nothing is sent to vendors; what would have been is held, visibly. */
  vendorComms: boolean;
  secretKey: string | null;
  /** An admin without a second factor sets one up before anything else. */
  requireSecondFactorForAdmins: boolean;
  /** The keys that personal data is sealed under, the one in force first; none: one made of the secret key. */
  personalDataKeys: PersonalKey[];
  /** The certificate that signed agreements carry, and its key; null: one that we make and sign ourselves. */
  documentCertificate: { certificate: string; key: string } | null;
  /** Who checks identities; null: the sandbox's own. */
  identity: { url: string; apiKey: string; customerId: string; portalUrl: string } | null;
  trustProxy: boolean;
  mail: { url: string; from: string } | null;
  sms: { url: string; token: string } | null;
  /** Cards by Stripe: its keys, and where its API and our page with its fields are, if not in the usual place. */
  stripe: {
    secretKey: string;
    publishableKey: string;
    webhookSecret: string;
    apiUrl: string | null;
    frameUrl: string | null;
  } | null;
  /** The sandbox's card provider: its port, where it must be that one, and where a browser reaches it. */
  cardSandbox: { port: number | null; url: string | null };
  /** The pay-by-biller page that Request Payment links to. */
  biller: Biller | null;
  /** Whether webhooks may call this machine and its network: a sandbox only. */
  webhooksReachPrivate: boolean;
  logLevel: string;
  /** False: the log redacts personal data in the messages of errors. */
  logsInFull: boolean;
  /** What the screens name beside the country's phone line; absent where it is not set. */
  support: { email: string | null; companyName: string | null; companyAddress: string | null };
  /** Who stands at the head of receipts and invoices; without a number an invoice is no tax invoice. */
  supplier: { name: string; taxNumber: string | null; address: string | null };
  /** Whom a lender must name in its agreements, by the country's law. */
  lender: { licenceNumber: string | null; fspNumber: string | null; disputeScheme: string | null };
  /** The platform's own people who look after settlements. */
  settlementsEmail: string | null;
  /** Where payers pay into and organisations are paid from; null where none is set. */
  bankAccount: SendingAccount | null;
  /** The script of a third party's chat. */
  chatWidgetUrl: string | null;
  /** The finance provider's portal; a sandbox has the provider's test host. */
  financeProviderUrl: string | null;
  /** Organisations whose identifier contains one of these pay no security registration fee. */
  securityFeeExemptNames: string[];
};

type Env = Record<string, string | undefined>;

const demoTaxNumber = '00 000 000 000';

function flag(env: Env, name: string, otherwise: boolean): boolean {
  const value = env[name];
  if (value === undefined || value === '') return otherwise;
  if (['1', 'true', 'on', 'yes'].includes(value.toLowerCase())) return true;
  if (['0', 'false', 'off', 'no'].includes(value.toLowerCase())) return false;
  throw new ConfigError(`${name} is '${value}': write on or off.`);
}

function whole(env: Env, name: string, otherwise: number, most: number): number {
  const value = env[name];
  if (value === undefined || value === '') return otherwise;
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0 && number <= most) return number;
  throw new ConfigError(`${name} is '${value}': write a whole number up to ${most}.`);
}

function countryOf(env: Env): CountryRules {
  const code = (env.COUNTRY || 'AU').toUpperCase();
  const known = countryCodes.find((candidate) => candidate === code);
  if (!known) throw new ConfigError(`COUNTRY is '${env.COUNTRY}': write ${countryCodes.join(' or ')}.`);
  return countries[known];
}

function chatWidgetOf(env: Env): string | null {
  const address = env.CHAT_WIDGET_URL;
  if (!address) return null;
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:') {
    throw new ConfigError(`CHAT_WIDGET_URL is '${address}': write an https address.`);
  }
  return address;
}

function originIn(env: Env, name: string): string | null {
  const address = env[name];
  if (!address) return null;
  if (!URL.canParse(address) || !['http:', 'https:'].includes(new URL(address).protocol)) {
    throw new ConfigError(`${name} is '${address}': write an http or https address.`);
  }
  return new URL(address).origin;
}

/** The platform's own bank account. A sandbox has one that nobody owns. */
function bankAccountOf(env: Env, country: CountryRules, sandbox: boolean): SendingAccount | null {
  const given = {
    accountName: env.BANK_ACCOUNT_NAME ?? '',
    bsbNumber: env.BANK_BSB ?? '',
    accountNumber: env.BANK_ACCOUNT_NUMBER ?? '',
    bankCode: env.BANK_CODE ?? '',
    userIdNumber: env.BANK_USER_ID ?? '',
  };
  const isGiven = Object.values(given).some(Boolean);
  if (!isGiven && !sandbox) return null;
  const verdict = decideSendingAccount(
    {
      ...(isGiven ? given : demoAccounts[country.bankAccountScheme]),
      format: env.BANK_FILE_FORMAT ?? '',
      namesOwnAccount: flag(env, 'BANK_FILE_NAMES_ACCOUNT', false),
      isSelfBalancing: flag(env, 'BANK_FILE_BALANCED', false),
    },
    country,
  );
  if (!verdict.ok) throw new ConfigError(verdict.because);
  return verdict.value;
}

const stripeKeys = { STRIPE_SECRET_KEY: /^[rs]k_/, STRIPE_PUBLISHABLE_KEY: /^pk_/, STRIPE_WEBHOOK_SECRET: /^whsec_/ };

function stripeOf(env: Env, sandbox: boolean): Config['stripe'] {
  const names = Object.keys(stripeKeys) as (keyof typeof stripeKeys)[];
  if (names.every((name) => !env[name])) return null;
  for (const name of names) {
    if (!env[name]) throw new ConfigError(`${name} is missing: set all three of ${names.join(', ')}, or none.`);
    // Never printed: it may be another secret in the wrong place.
    if (!stripeKeys[name].test(env[name])) throw new ConfigError(`${name} is not such a key of Stripe's.`);
  }
  const [secretKey = '', publishableKey = '', webhookSecret = ''] = names.map((name) => env[name]);
  const isLive = secretKey.includes('_live_');
  if (isLive !== publishableKey.includes('_live_')) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes: take both live or both test.',
    );
  }
  if (isLive && sandbox) throw new ConfigError('STRIPE_SECRET_KEY is live: a sandbox takes no real money.');
  const [apiUrl, frameUrl] = [originIn(env, 'STRIPE_API_URL'), originIn(env, 'STRIPE_FRAME_URL')];
  return { secretKey, publishableKey, webhookSecret, apiUrl, frameUrl };
}

const namesIn = (list = ''): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** 'NAME:BASE64,…': the newest first. */
function personalDataKeysOf(env: Env): PersonalKey[] {
  return namesIn(env.PERSONAL_DATA_KEYS).map((written) => {
    const [id = '', base64 = ''] = written.split(':');
    const key = Buffer.from(base64, 'base64');
    if (/^[\w-]{1,40}$/.test(id) && key.length === 32) return { id, key };
    // Never printed: it is a secret.
    throw new ConfigError(
      'PERSONAL_DATA_KEYS is not readable: write name:key,name:key with keys of 32 bytes in base64.',
    );
  });
}

function identityOf(env: Env): Config['identity'] {
  const url = originIn(env, 'IDENTITY_URL');
  if (!url) return null;
  const { IDENTITY_API_KEY: apiKey, IDENTITY_CUSTOMER_ID: customerId } = env;
  if (!apiKey || !customerId) {
    throw new ConfigError('IDENTITY_URL is set: set IDENTITY_API_KEY and IDENTITY_CUSTOMER_ID too.');
  }
  return { url, apiKey, customerId, portalUrl: originIn(env, 'IDENTITY_PORTAL_URL') ?? url };
}

function certificateOf(env: Env): Config['documentCertificate'] {
  const { DOCUMENT_CERTIFICATE: certificate, DOCUMENT_CERTIFICATE_KEY: key } = env;
  if (!certificate && !key) return null;
  if (certificate?.includes('BEGIN CERTIFICATE') && key?.includes('PRIVATE KEY')) return { certificate, key };
  throw new ConfigError('DOCUMENT_CERTIFICATE and DOCUMENT_CERTIFICATE_KEY: set both, as PEM, or none.');
}

/** A sandbox has a biller of its own, whose page shows what it was handed. */
function billerOf(env: Env, ownPage: string | null): Biller | null {
  const url = env.BILLER_URL || ownPage;
  if (!url) return null;
  if (url !== ownPage && (!URL.canParse(url) || new URL(url).protocol !== 'https:' || new URL(url).search)) {
    throw new ConfigError(`BILLER_URL is '${url}': write an https address without a query.`);
  }
  const isOurs = url === ownPage;
  const billerCode = env.BILLER_CODE || (isOurs ? '000000' : '');
  const merchantId = env.BILLER_MERCHANT_ID || (isOurs ? 'DEMO' : '');
  const isWhole = billerCode && merchantId;
  if (!isWhole) throw new ConfigError('BILLER_URL is set: set BILLER_CODE and BILLER_MERCHANT_ID too.');
  return { url, billerCode, merchantId };
}

/** A sandbox's supplier is plainly nobody. */
function supplierOf(env: Env, country: CountryRules, sandbox: boolean): Config['supplier'] {
  return {
    name: env.COMPANY_NAME || (sandbox ? `${country.brand} Demo Company` : country.brand),
    taxNumber: env.TAX_NUMBER || (sandbox ? demoTaxNumber : null),
    address: env.COMPANY_ADDRESS || null,
  };
}

/** A sandbox that only its own machine can reach may call that machine; anywhere else it has to be said. */
function privateWebhooksOf(env: Env, sandbox: boolean): boolean {
  const isWanted = flag(env, 'WEBHOOKS_REACH_PRIVATE', sandbox && !env.HOST);
  if (isWanted && !sandbox) throw new ConfigError('WEBHOOKS_REACH_PRIVATE is on: that is for a sandbox only.');
  return isWanted;
}

/** A sandbox lends nothing, and its lender's numbers are plainly nobody's. */
function lenderOf(env: Env, sandbox: boolean): Config['lender'] {
  return {
    licenceNumber: env.CREDIT_LICENCE_NUMBER || (sandbox ? 'DEMO-000000' : null),
    fspNumber: env.FSP_NUMBER || (sandbox ? 'FSP-DEMO-000000' : null),
    disputeScheme: env.DISPUTE_SCHEME || (sandbox ? 'Demo Dispute Resolution Scheme' : null),
  };
}

/** A sandbox's address is plainly nobody's. */
function supportOf(env: Env, country: CountryRules, sandbox: boolean): Config['support'] {
  return {
    email: env.SUPPORT_EMAIL || (sandbox ? 'support@example.com' : null),
    companyName: env.COMPANY_NAME || (sandbox ? `${country.brand} Demo Company` : null),
    companyAddress: env.COMPANY_ADDRESS || (sandbox ? '1 Example Street, Sampletown' : null),
  };
}

/** Reads every setting at once, so that a wrong one stops the start and not a request at night. */
export function readConfig(env: Env): Config {
  const country = countryOf(env);
  const port = whole(env, 'PORT', 3000, 65_535);
  const publicUrl = (env.PUBLIC_URL || `http://localhost:${port}`).replace(/\/$/, '');
  const sandbox = flag(env, 'SANDBOX', env.NODE_ENV !== 'production');
  const secretKey = env.SECRET_KEY || null;
  if (!sandbox && !secretKey)
    throw new ConfigError('SECRET_KEY is missing: set it to 32 random bytes or more, in base64.');
  if (secretKey && Buffer.from(secretKey, 'base64').length < 32) {
    throw new ConfigError('SECRET_KEY is too short: set it to 32 random bytes or more, in base64.');
  }
  return {
    country,
    port,
    host: env.HOST || (sandbox ? '127.0.0.1' : '0.0.0.0'),
    publicUrl,
    databaseUrl: env.DATABASE_URL || null,
    databasePoolSize: whole(env, 'DATABASE_POOL_SIZE', 10, 200),
    dataDir: resolve(env.DATA_DIR || `data/${country.code.toLowerCase()}`),
    sandbox,
    demoData: sandbox && flag(env, 'DEMO_DATA', true),
    environment: env.ENVIRONMENT || (sandbox ? 'sandbox' : 'production'),
    vendorComms: flag(env, 'VENDOR_COMMS', true),
    secretKey,
    requireSecondFactorForAdmins: flag(env, 'REQUIRE_SECOND_FACTOR_FOR_ADMINS', false),
    personalDataKeys: personalDataKeysOf(env),
    documentCertificate: certificateOf(env),
    identity: identityOf(env),
    trustProxy: flag(env, 'TRUST_PROXY', false),
    mail: env.SMTP_URL ? { url: env.SMTP_URL, from: env.MAIL_FROM || `${country.brand} <no-reply@localhost>` } : null,
    sms: env.SMS_URL ? { url: env.SMS_URL, token: env.SMS_TOKEN || '' } : null,
    stripe: stripeOf(env, sandbox),
    cardSandbox: { port: whole(env, 'CARD_SANDBOX_PORT', 0, 65_535) || null, url: originIn(env, 'CARD_SANDBOX_URL') },
    biller: billerOf(env, sandbox ? `${publicUrl}/sandbox/biller` : null),
    webhooksReachPrivate: privateWebhooksOf(env, sandbox),
    logLevel: env.LOG_LEVEL || 'info',
    logsInFull: sandbox && env.NODE_ENV !== 'production',
    supplier: supplierOf(env, country, sandbox),
    lender: lenderOf(env, sandbox),
    settlementsEmail: env.SETTLEMENTS_EMAIL || env.SUPPORT_EMAIL || (sandbox ? 'settlements@example.com' : null),
    support: supportOf(env, country, sandbox),
    bankAccount: bankAccountOf(env, country, sandbox),
    chatWidgetUrl: chatWidgetOf(env),
    financeProviderUrl: sandbox
      ? (originIn(env, 'FINANCE_PROVIDER_TEST_URL') ?? 'https://finance-provider-test.example.com')
      : originIn(env, 'FINANCE_PROVIDER_URL'),
    securityFeeExemptNames: namesIn(env.SECURITY_FEE_EXEMPT_NAMES),
  };
}
