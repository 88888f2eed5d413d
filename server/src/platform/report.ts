import { join } from 'node:path';
import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import { providerLabels } from '@kerb/domain/system/jobs.ts';
import { firstToExpire } from '@kerb/server/platform/config/certificates-in.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { DatabaseFacts } from '@kerb/server/platform/database/assert-usable.ts';
import { ownerRefusal } from '@kerb/server/platform/database/run-role.ts';

/**
 * 'sandbox': invented, for a sandbox only. 'absent': the product says that the feature is not set up, and does nothing.
 * 'warning': it works, but should be changed. 'error': the server does not start, or the feature fails.
 */
export type ReportState = 'configured' | 'sandbox' | 'absent' | 'warning' | 'error';
export type ReportRow = { area: string; state: ReportState; meaning: string };

export type Facts = { database: DatabaseFacts | null; today: string };

type Said = Omit<ReportRow, 'area'>;
type Area = (config: Config, facts: Facts) => Said;

const configured = (meaning: string): Said => ({ state: 'configured', meaning });
const inSandbox = (meaning: string): Said => ({ state: 'sandbox', meaning });
const absent = (meaning: string): Said => ({ state: 'absent', meaning });
const warning = (meaning: string): Said => ({ state: 'warning', meaning });
const error = (meaning: string): Said => ({ state: 'error', meaning });

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : 'an address');

const modeOf: Area = ({ sandbox, country, environment }) =>
  sandbox
    ? inSandbox(`A sandbox for ${country.name}: demo people, invented providers and an open outbox.`)
    : configured(`Production for ${country.name}, shown as '${environment}'.`);

const addressOf: Area = ({ publicUrl }) =>
  publicUrl.startsWith('https:') ? configured(publicUrl) : inSandbox(`${publicUrl}, without TLS: for a sandbox only.`);

const proxyOf: Area = ({ trustProxy }) =>
  configured(
    trustProxy
      ? 'One proxy: client addresses are read from X-Forwarded-For.'
      : 'None: client addresses are those of the connections. Behind a proxy set TRUST_PROXY=on.',
  );

const databaseOf: Area = ({ databaseUrl, sandbox }, { database }) => {
  const engine = database ? `PostgreSQL ${database.version}` : 'PostgreSQL';
  if (databaseUrl) return configured(`${engine}${database?.isEncrypted ? ', with TLS' : ''}.`);
  const embedded = `The embedded engine in DATA_DIR`;
  return sandbox
    ? inSandbox(`${embedded}.`)
    : warning(`${embedded}: a power cut can lose data, and only one server can run. Set DATABASE_URL.`);
};

const roleOf: Area = ({ databaseUrl, databasePooler, sandbox }, { database }) => {
  if (!databaseUrl) {
    return configured('The server drops its rights after the migrations. Its files can still be changed in DATA_DIR.');
  }
  if (database === null) return warning('Not known: the database does not answer.');
  if (!database.isOwner) return configured(`${database.user} owns no table: it cannot change the log or the ledger.`);
  const words = `${database.user} owns the tables or may become their owner`;
  const isPooled = databasePooler === 'transaction';
  return sandbox && !isPooled ? inSandbox(`${words}.`) : error(ownerRefusal(database.user, isPooled));
};

const keysOf: Area = ({ secretKeys, personalDataKeys, sandbox }) => {
  if (secretKeys.length === 0) return inSandbox('SECRET_KEY was created by the sandbox and is stored in DATA_DIR.');
  if (secretKeys.length > 1) {
    return warning('SECRET_KEY has earlier keys. Run node server/src/rotate-keys.ts, and remove them when it says so.');
  }
  if (personalDataKeys.length > 0 || sandbox) return configured(`${personalDataKeys.length} keys for personal data.`);
  return warning('Personal data is encrypted with a key derived from SECRET_KEY. Set PERSONAL_DATA_KEYS.');
};

const filesOf: Area = ({ dataDir, bucket }) => {
  if (!bucket) return configured(`Encrypted, in ${join(dataDir, 'files')}.`);
  const byStore = bucket.encryption === 'off' ? '' : `, and again by the store (${bucket.encryption})`;
  return configured(`Encrypted${byStore}, in the bucket ${bucket.name} at ${hostOf(bucket.endpoint)}.`);
};

const scannerOf: Area = ({ fileScanning: { clamavUrl, isRequired }, sandbox }) => {
  if (clamavUrl !== null) return configured('ClamAV scans every upload.');
  if (!isRequired) return warning('FILE_SCANNING=off: files that nobody has scanned are accepted.');
  return sandbox
    ? inSandbox('A test scanner that knows the EICAR file only.')
    : absent('Nothing can be uploaded. Set CLAMAV_URL.');
};

const mailOf: Area = ({ mail, sandbox }) => {
  if (!mail && sandbox) return inSandbox('The outbox takes all mails. Nothing is sent.');
  if (!mail) return absent('Requests that need a mail are refused, and all other mails are held. Set SMTP_URL.');
  if (mail.from.includes('@localhost')) return warning('The sender is no-reply@localhost. Set MAIL_FROM.');
  return configured(`${hostOf(mail.url)}${mail.mustEncrypt ? ', with TLS' : ''}.`);
};

const smsOf: Area = ({ sms, sandbox }) => {
  if (sms) return configured(hostOf(sms.url));
  if (sandbox) return inSandbox('The outbox takes all text messages. Nothing is sent.');
  return absent('Codes by SMS are refused, and all other text messages are held. Set SMS_URL.');
};

const vendorsOf: Area = ({ vendorComms }) =>
  vendorComms
    ? configured('Messages to vendors are sent.')
    : warning('VENDOR_COMMS=off: messages to vendors are held.');

const cardsOf: Area = ({ stripe, sandbox }) => {
  if (stripe?.secretKey.includes('_live_')) return configured('Stripe, live.');
  if (stripe && sandbox) return configured('Stripe, with test keys.');
  if (stripe) return warning('Stripe with test keys: no real money is received.');
  return sandbox
    ? inSandbox('The test cards of the payment form.')
    : absent('Cards cannot be used. Set the keys of Stripe.');
};

const identityOf: Area = ({ identity, sandbox }) => {
  if (identity) return configured(hostOf(identity.url));
  if (sandbox) return inSandbox('A test provider that passes everyone.');
  return absent("Nobody's identity can be checked. Set IDENTITY_URL.");
};

const suggestionsOf: Area = ({ addressfinder, sandbox }) => {
  if (addressfinder) return configured(hostOf(addressfinder.url));
  if (sandbox) return inSandbox('Invented streets.');
  return absent('Addresses are typed by hand. Set ADDRESSFINDER_KEY and ADDRESSFINDER_SECRET.');
};

const timeStampsOf: Area = ({ timeStampUrl, sandbox }) => {
  if (timeStampUrl) return configured(hostOf(timeStampUrl));
  if (sandbox) return inSandbox('An authority of our own, which nobody else trusts.');
  return warning('Signed agreements have no time stamp of an authority. Set TIME_STAMP_URL.');
};

const daysUntil = (day: string, today: string): number =>
  Math.floor((Date.parse(day) - Date.parse(today)) / (24 * 60 * 60 * 1_000));

const certificateOf: Area = ({ documentCertificate, sandbox }, { today }) => {
  if (!documentCertificate) {
    const words = 'Agreements are signed with a self-signed certificate';
    return sandbox
      ? inSandbox(`${words}.`)
      : warning(`${words}: readers call the signer unknown. Set DOCUMENT_CERTIFICATE.`);
  }
  const until = firstToExpire(documentCertificate.certificate)?.validToDate.toISOString().slice(0, 10) ?? today;
  const days = daysUntil(until, today);
  if (days < 0) return error(`DOCUMENT_CERTIFICATE expired on ${until}. Set a new one.`);
  return days < 30
    ? warning(`DOCUMENT_CERTIFICATE expires on ${until}. Set a new one.`)
    : configured(`Valid until ${until}.`);
};

// biome-ignore format: a table
const lenderVariables = {
  licenceNumber: 'CREDIT_LICENCE_NUMBER',
  fspNumber:     'FSP_NUMBER',
  disputeScheme: 'DISPUTE_SCHEME',
} as const;

const lenderOf: Area = ({ lender, sandbox, country }) => {
  if (sandbox) return inSandbox('Invented numbers.');
  const terms = JSON.stringify(serverCountries[country.code].terms);
  const names = ['licenceNumber', 'fspNumber', 'disputeScheme'] as const;
  const missing = names.filter((name) => lender[name] === null && terms.includes(`{${name}}`));
  if (missing.length === 0) return configured('The terms have all numbers that they need.');
  return absent(`No agreement can be made. Set ${missing.map((name) => lenderVariables[name]).join(', ')}.`);
};

/** Enough to tell two accounts apart. */
const lastDigits = ({ accountNumber }: { accountNumber: string }): string => accountNumber.slice(-3);

const bankOf: Area = ({ bankAccount, operatingAccount, sandbox }) => {
  if (!bankAccount) return absent('There are no bank transfers and no batch payments. Set BANK_ACCOUNT_NUMBER.');
  if (operatingAccount) {
    const trust = `The trust account ends in ${lastDigits(bankAccount.account)}, with ${bankAccount.format} files`;
    const words = `${trust}. The operating account ends in ${lastDigits(operatingAccount)}.`;
    return sandbox ? inSandbox(`For tests. ${words}`) : configured(words);
  }
  return sandbox
    ? inSandbox('An account that nobody owns, or one for tests.')
    : configured(`${bankAccount.format} files.`);
};

const companyOf: Area = ({ support, supplier, sandbox }) => {
  if (sandbox) return inSandbox(`${supplier.name}.`);
  const missing = [
    support.companyName === null && 'COMPANY_NAME',
    support.email === null && 'SUPPORT_EMAIL',
    supplier.taxNumber === null && 'TAX_NUMBER',
  ].filter((name) => name !== false);
  return missing.length === 0
    ? configured(`${supplier.name}.`)
    : absent(`Missing on screens and invoices: ${missing.join(', ')}.`);
};

const secondFactorOf: Area = ({ requireSecondFactorForAdmins, sandbox }) => {
  if (requireSecondFactorForAdmins) return configured('Every admin needs two-step login.');
  const words = 'Admins can sign in with a password alone';
  return sandbox ? inSandbox(`${words}.`) : warning(`${words}. Remove REQUIRE_SECOND_FACTOR_FOR_ADMINS=off.`);
};

const areas: Record<string, Area> = {
  Mode: modeOf,
  Address: addressOf,
  Proxy: proxyOf,
  Database: databaseOf,
  'Database role': roleOf,
  Keys: keysOf,
  [providerLabels.files]: filesOf,
  [providerLabels['file scanner']]: scannerOf,
  [providerLabels.mail]: mailOf,
  [providerLabels.sms]: smsOf,
  Vendors: vendorsOf,
  [providerLabels.cards]: cardsOf,
  [providerLabels.identity]: identityOf,
  [providerLabels.addresses]: suggestionsOf,
  'Signing certificate': certificateOf,
  [providerLabels['time stamps']]: timeStampsOf,
  Lender: lenderOf,
  Bank: bankOf,
  Company: companyOf,
  'Two-step login': secondFactorOf,
};

/**
 * The state of each part of the configuration, with its consequence. The log of a start and `npm run doctor` print it.
 */
export const reportOf = (config: Config, facts: Facts): ReportRow[] =>
  Object.entries(areas).map(([area, say]) => ({ area, ...say(config, facts) }));

/** The rows as aligned lines. */
export function printedReport(rows: readonly ReportRow[]): string {
  const width = Math.max(...rows.map(({ area }) => area.length));
  return rows.map(({ area, state, meaning }) => `${area.padEnd(width)}  ${state.padEnd(10)}  ${meaning}\n`).join('');
}
