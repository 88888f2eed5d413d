import { resolve } from 'node:path';
import type { BankAccount } from '@kerb/domain/countries/bank-account-scheme.ts';
import type { SendingAccount } from '@kerb/domain/countries/bank-file.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Biller } from '@kerb/domain/payments/request-payment.ts';
import { type Bucket, bucketOf } from '@kerb/server/platform/config/bucket.ts';
import { isPair } from '@kerb/server/platform/config/certificates-in.ts';
import { type DatabaseConfig, databaseOf } from '@kerb/server/platform/config/database-config.ts';
import { demandTls } from '@kerb/server/platform/config/demand-tls.ts';
import { type MessagingSettings, messagingOf } from '@kerb/server/platform/config/messaging-settings.ts';
import {
  bankAccountOf,
  operatingAccountOf,
  operatingPayIdOf,
  payIdOf,
} from '@kerb/server/platform/config/own-account.ts';
import {
  type AddressfinderSettings,
  addressfinderOf,
  type IdentitySettings,
  identityOf,
} from '@kerb/server/platform/config/provider-settings.ts';
import { type Env, type Reading, readVariables } from '@kerb/server/platform/config/read-variables.ts';
import type { PersonalKey } from '@kerb/server/platform/personal-data.ts';

/** Wrong settings, one sentence on each line. Start-up prints them and stops. */
export class ConfigError extends Error {}

export type Config = DatabaseConfig &
  MessagingSettings & {
    country: CountryRules;
    port: number;
    host: string;
    /** The product's address from outside, without a slash at the end. */
    publicUrl: string;
    /** The address on which Prometheus reads metrics; null if there is none. */
    metrics: { port: number; host: string } | null;
    /** Which signals are sent to a collector of OpenTelemetry; null if none is configured. */
    telemetry: { endpoint: string; traces: boolean; logs: boolean; sampler: string; samplerArg: number } | null;
    /** How long a server that is told to stop still serves. */
    drainSeconds: number;
    dataDir: string;
    /** The bucket of files. Null: they are in the folder. */
    bucket: Bucket | null;
    sandbox: boolean;
    /** Whether SANDBOX itself says so. */
    isSandboxExplicit: boolean;
    /** Whether a new sandbox fills itself with demo data. */
    demoData: boolean;
    environment: string;
    /** The deployment's keys in base64, the newest first. Empty: a sandbox creates its own. */
    secretKeys: string[];
    /** Whether an admin without a second factor must set one up first. */
    requireSecondFactorForAdmins: boolean;
    /** The keys that encrypt personal data, the current one first. Empty: one key is derived from the secret key. */
    personalDataKeys: PersonalKey[];
    /** The certificate of signed agreements, and its key. Null: the server makes a self-signed one. */
    documentCertificate: { certificate: string; key: string } | null;
    /** The identity provider. Null: the sandbox's own. */
    identity: IdentitySettings | null;
    /** The provider of address suggestions. Null: the sandbox's own, else none. */
    addressfinder: AddressfinderSettings | null;
    /** The time-stamp authority of signed agreements. Null: the sandbox's own, else none. */
    timeStampUrl: string | null;
    trustProxy: boolean;
    /** Stripe's keys, and the addresses of its API and of our page with its fields, if they are not the defaults. */
    stripe: {
      secretKey: string;
      publishableKey: string;
      webhookSecret: string;
      apiUrl: string | null;
      frameUrl: string | null;
    } | null;
    /** The sandbox's card provider: its port, if it must be a certain one, and its address for a browser. */
    cardSandbox: { port: number | null; url: string | null };
    /** The pay-by-biller page that Request Payment links to. */
    biller: Biller | null;
    /** Whether webhooks may call this machine and its network: only in a sandbox. */
    webhooksReachPrivate: boolean;
    logLevel: string;
    /** False: the log redacts personal data in the messages of errors. */
    logsInFull: boolean;
    /** Shown on screens beside the country's phone line; null if not set. */
    support: { email: string | null; companyName: string | null; companyAddress: string | null };
    /** Where to report a vulnerability, as a URI; null if not set. */
    securityContact: string | null;
    /** Where the newest seal of the audit log is sent once a day; null if not set. */
    logHeadEmail: string | null;
    /** The sender of receipts and invoices. Without a tax number an invoice is not a tax invoice. */
    supplier: { name: string; taxNumber: string | null; address: string | null };
    /** What the country's law requires a lender to name in its agreements. */
    lender: { licenceNumber: string | null; fspNumber: string | null; disputeScheme: string | null };
    /** The platform's settlements team. */
    settlementsEmail: string | null;
    /** The account that payers pay into and organisations are paid from: the trust account. Null if none is set. */
    bankAccount: SendingAccount | null;
    payId: string | null;
    /** An account of its own for our money. Null: it is in the same account. */
    operatingAccount: BankAccount | null;
    operatingPayId: string | null;
    /** The scanner of uploads. If it is required and not configured, nothing can be uploaded. */
    fileScanning: { clamavUrl: string | null; isRequired: boolean };
    /** The script of a third-party chat. */
    chatWidgetUrl: string | null;
    /** The finance provider's portal. A sandbox uses the provider's test host. */
    financeProviderUrl: string | null;
    /** Organisations whose identifier contains one of these pay no security registration fee. */
    securityFeeExemptNames: string[];
  };

type Stripe = NonNullable<Config['stripe']>;

/** All three keys or none, both of one mode. A sandbox accepts no live keys. */
function stripeOf({ values, mode, mistakes }: Reading): Stripe | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = values;
  const keys = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET };
  const names = Object.keys(keys);
  // A malformed key already has its own error message, so it is not reported as missing too.
  const isSaid = (name: string) => mistakes.some((mistake) => mistake.startsWith(name));
  const missing = Object.entries(keys).filter(([name, key]) => key === null && !isSaid(name));
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) {
    const sentences = missing.map(([name]) => `${name} is missing: set all three of ${names.join(', ')}, or none.`);
    if (missing.length < names.length) mistakes.push(...sentences);
    return null;
  }
  const isLive = STRIPE_SECRET_KEY.includes('_live_');
  if (isLive !== STRIPE_PUBLISHABLE_KEY.includes('_live_')) {
    mistakes.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes: take both live or both test.');
  } else if (isLive && mode === 'sandbox') {
    mistakes.push('STRIPE_SECRET_KEY is live: a sandbox takes no real money.');
  }
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiUrl: values.STRIPE_API_URL,
    frameUrl: values.STRIPE_FRAME_URL,
  };
}

function certificateOf({ values, mistakes }: Reading): Config['documentCertificate'] {
  const { DOCUMENT_CERTIFICATE: certificate, DOCUMENT_CERTIFICATE_KEY: key } = values;
  if (!certificate && !key) return null;
  if (certificate?.includes('BEGIN CERTIFICATE') && key?.includes('PRIVATE KEY')) {
    if (!isPair(certificate, key)) {
      mistakes.push(
        'DOCUMENT_CERTIFICATE has no certificate for the key DOCUMENT_CERTIFICATE_KEY: set both of one pair.',
      );
    }
    return { certificate, key };
  }
  mistakes.push('DOCUMENT_CERTIFICATE and DOCUMENT_CERTIFICATE_KEY: set both, as PEM, or none.');
  return null;
}

/** A sandbox has its own biller, whose page shows what it received. */
function billerOf({ values, mode, mistakes }: Reading, publicUrl: string): Biller | null {
  const ownPage = mode === 'sandbox' ? `${publicUrl}/sandbox/biller` : null;
  const url = values.BILLER_URL ?? ownPage;
  if (!url) return null;
  const isOurs = url === ownPage;
  if (!isOurs && (!URL.canParse(url) || new URL(url).protocol !== 'https:' || new URL(url).search)) {
    mistakes.push(`BILLER_URL is '${url}': write an https address without a query.`);
  }
  const billerCode = values.BILLER_CODE ?? (isOurs ? '000000' : null);
  const merchantId = values.BILLER_MERCHANT_ID ?? (isOurs ? 'DEMO' : null);
  if (billerCode && merchantId) return { url, billerCode, merchantId };
  mistakes.push('BILLER_URL is set: set BILLER_CODE and BILLER_MERCHANT_ID too.');
  return null;
}

/**
 * A sandbox that is reachable only from its own machine may call that machine. Other deployments must set the variable.
 */
function privateWebhooksOf({ values, mode, mistakes }: Reading): boolean {
  const isWanted = values.WEBHOOKS_REACH_PRIVATE ?? (mode === 'sandbox' && values.HOST === null);
  if (isWanted && mode === 'production') mistakes.push('WEBHOOKS_REACH_PRIVATE is on: that is for a sandbox only.');
  return isWanted;
}

/** Defaults for the company and its partners. In a sandbox they are clearly invented. */
function companyOf({ values, mode }: Reading) {
  const isSandbox = mode === 'sandbox';
  const { COUNTRY: country, COMPANY_ADDRESS: address } = values;
  const { SUPPORT_EMAIL: email, SETTLEMENTS_EMAIL } = values;
  const supportEmail = email ?? (isSandbox ? 'support@example.com' : null);
  const companyName = values.COMPANY_NAME ?? (isSandbox ? `${country.brand} Demo Company` : null);
  return {
    supplier: { name: companyName ?? country.brand, taxNumber: values.TAX_NUMBER, address },
    lender: {
      licenceNumber: values.CREDIT_LICENCE_NUMBER,
      fspNumber: values.FSP_NUMBER,
      disputeScheme: values.DISPUTE_SCHEME,
    },
    support: {
      email: supportEmail,
      companyName,
      companyAddress: address ?? (isSandbox ? '1 Example Street, Sampletown' : null),
    },
    securityContact: values.SECURITY_CONTACT ?? (supportEmail === null ? null : `mailto:${supportEmail}`),
    logHeadEmail: values.LOG_HEAD_EMAIL,
    settlementsEmail: SETTLEMENTS_EMAIL ?? email ?? (isSandbox ? 'settlements@example.com' : null),
    financeProviderUrl: isSandbox ? values.FINANCE_PROVIDER_TEST_URL : values.FINANCE_PROVIDER_URL,
    chatWidgetUrl: values.CHAT_WIDGET_URL,
    securityFeeExemptNames: values.SECURITY_FEE_EXEMPT_NAMES ?? [],
  };
}

/** Where real data may be, a sandbox must be asked for: it opens the outbox and the demo sign-ins to everyone. */
function demandMode({ values, mode, mistakes }: Reading): void {
  const isReachable = values.DATABASE_URL !== null || values.PUBLIC_URL?.startsWith('https:');
  if (mode === 'production' || values.SANDBOX !== null || !isReachable) return;
  if (mistakes.some((mistake) => mistake.startsWith('SANDBOX '))) return;
  const cause = values.DATABASE_URL === null ? 'an https PUBLIC_URL' : 'DATABASE_URL';
  mistakes.push(`SANDBOX is missing: with ${cause} write SANDBOX=on for a sandbox, else NODE_ENV=production.`);
}

function telemetryOf({ values }: Reading): Config['telemetry'] {
  if (values.OTEL_EXPORTER_OTLP_ENDPOINT === null) return null;
  return {
    endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    traces: values.OTEL_TRACES_EXPORTER === 'otlp',
    logs: values.OTEL_LOGS_EXPORTER === 'otlp',
    ...{ sampler: values.OTEL_TRACES_SAMPLER, samplerArg: values.OTEL_TRACES_SAMPLER_ARG },
  };
}

function configOf(reading: Reading): Config {
  const { values, mode } = reading;
  const sandbox = mode === 'sandbox';
  demandMode(reading);
  demandTls(reading);
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const bankAccount = bankAccountOf(reading);
  return {
    country: values.COUNTRY,
    port: values.PORT,
    host: values.HOST ?? (sandbox ? '127.0.0.1' : '0.0.0.0'),
    publicUrl,
    ...databaseOf(reading),
    metrics: values.METRICS_PORT === null ? null : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    telemetry: telemetryOf(reading),
    drainSeconds: values.DRAIN_SECONDS,
    dataDir: resolve(values.DATA_DIR ?? `data/${values.COUNTRY.code.toLowerCase()}`),
    bucket: bucketOf(reading),
    sandbox,
    isSandboxExplicit: sandbox && values.SANDBOX !== null,
    demoData: sandbox && values.DEMO_DATA,
    environment: values.ENVIRONMENT,
    secretKeys: values.SECRET_KEY ?? [],
    requireSecondFactorForAdmins: values.REQUIRE_SECOND_FACTOR_FOR_ADMINS,
    personalDataKeys: values.PERSONAL_DATA_KEYS ?? [],
    documentCertificate: certificateOf(reading),
    identity: identityOf(reading),
    addressfinder: addressfinderOf(reading),
    timeStampUrl: values.TIME_STAMP_URL,
    trustProxy: values.TRUST_PROXY ?? false,
    stripe: stripeOf(reading),
    cardSandbox: { port: values.CARD_SANDBOX_PORT || null, url: values.CARD_SANDBOX_URL },
    biller: billerOf(reading, publicUrl),
    webhooksReachPrivate: privateWebhooksOf(reading),
    logLevel: values.LOG_LEVEL,
    logsInFull: sandbox && values.NODE_ENV !== 'production',
    bankAccount,
    payId: payIdOf(reading),
    operatingAccount: operatingAccountOf(reading, bankAccount),
    operatingPayId: operatingPayIdOf(reading),
    fileScanning: { clamavUrl: values.CLAMAV_URL, isRequired: values.FILE_SCANNING === 'required' },
    ...messagingOf(reading),
    ...companyOf(reading),
  };
}

/** Reads every setting at start, so that a wrong one stops the start and not a later request. */
export function readConfig(env: Env): Config {
  const reading = readVariables(env);
  const config = configOf(reading);
  if (reading.mistakes.length > 0) throw new ConfigError(reading.mistakes.join('\n'));
  return config;
}
