import { defaultCountryCode } from '@kerb/domain/countries/country.ts';
import * as words from '@kerb/server/platform/config/country-words.ts';
import * as forms from '@kerb/server/platform/config/forms.ts';

export type Mode = 'sandbox' | 'production';

/** The default of a variable; null for none. `words` is the default's text in the documents. */
export type Default = Record<Mode, string | null> & { words: string; isNeededInProduction?: true };

/** One variable of the environment. `npm run docs` prints the table to docs/operations.md and .env.example. */
export type Variable = {
  form: forms.Form<unknown>;
  default: Default;
  meaning: string;
  neededWith?: string;
  /** True: `NAME_FILE` may name a file that has the value. */
  fromFile?: true;
};

const code = (value: string) => `\`${value}\``;

const none = { sandbox: null, production: null, words: 'none' } as const;
const always = <Value extends string>(value: Value) => ({ sandbox: value, production: value, words: code(value) });
const byMode = <Value extends string>(sandbox: Value, production: Value) => ({
  sandbox,
  production,
  words: `${code(sandbox)} in a sandbox, else ${code(production)}`,
});
const inSandbox = (sandbox: string) => ({
  sandbox,
  production: null,
  words: `${code(sandbox)} in a sandbox, else none`,
});
/** Computed from other variables in config.ts. */
const derived = (words: string) => ({ sandbox: null, production: null, words });
const needed = (words: string) => ({ sandbox: null, production: null, words, isNeededInProduction: true as const });

const { flag, names, origin, stripeKey, text, whole } = forms;

// biome-ignore format: a table
export const sections = {
  'The deployment': {
    COUNTRY:                          { form: forms.country,      default: always(defaultCountryCode),                         meaning: `${words.everyCode}: one deployment serves one country` },
    NODE_ENV:                         { form: text,               default: none,                                               meaning: '`production` turns the sandbox off and redacts the log' },
    SANDBOX:                          { form: flag,               default: derived('`on`; `off` with `NODE_ENV=production`'),  meaning: '`on` gives demo data, the outbox screen and a clock that can be moved. With `DATABASE_URL` or an https `PUBLIC_URL`, a sandbox must be asked for with `on`' },
    DEMO_DATA:                        { form: flag,               default: always('on'),                                       meaning: '`off`: a new sandbox has no demo data' },
    ENVIRONMENT:                      { form: text,               default: byMode('sandbox', 'production'),                    meaning: 'the name of the environment, shown as a badge in the header' },
    PORT:                             { form: whole(65_535),      default: always('3000'),                                     meaning: 'the port that the server listens on' },
    HOST:                             { form: text,               default: derived('`127.0.0.1` in a sandbox, else `0.0.0.0`'), meaning: 'the address that the server listens on' },
    PUBLIC_URL:                       { form: origin,             default: needed('`http://localhost:PORT` in a sandbox'), meaning: 'the address of the product in a browser. Outside a sandbox it must begin with `https:`; then cookies are `Secure` and HSTS is sent' },
    TRUST_PROXY:                      { form: flag,               default: needed('`off` in a sandbox'),                       meaning: '`on` if one proxy is in front of the server: the client address is then read from `X-Forwarded-For`. `off` if browsers connect to the server itself' },
    DRAIN_SECONDS:                    { form: whole(120),         default: byMode('0', '5'),                                   meaning: 'how long a server that is told to stop still serves, while `/ready` answers 503. Longer than the interval of the load balancer' },
    METRICS_PORT:                     { form: whole(65_535),      default: none,                                               meaning: 'the port of `/metrics` for Prometheus; without it there are none. Do not open it to the internet' },
    METRICS_HOST:                     { form: text,               default: always('127.0.0.1'),                                meaning: 'the address that `/metrics` listens on' },
    LOG_LEVEL:                        { form: forms.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), default: always('info'), meaning: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`' },
  },
  'Traces and log records (OpenTelemetry)': {
    OTEL_EXPORTER_OTLP_ENDPOINT:      { form: forms.httpAddress,  default: none,                                               meaning: 'the collector that takes traces and log records by OTLP over HTTP, such as `http://127.0.0.1:4318`; outside a sandbox with https, unless it is on this machine. Without it nothing is collected' },
    OTEL_TRACES_EXPORTER:             { form: forms.oneOf('otlp', 'none'), default: always('otlp'),                            meaning: '`none` sends no traces' },
    OTEL_LOGS_EXPORTER:               { form: forms.oneOf('otlp', 'none'), default: always('otlp'),                            meaning: '`none` sends no log records; the log on standard output is the same' },
    OTEL_TRACES_SAMPLER:              { form: forms.oneOf(...forms.samplers), default: always('parentbased_always_on'),        meaning: `which requests are traced: ${forms.samplers.map(code).join(', ')}` },
    OTEL_TRACES_SAMPLER_ARG:          { form: forms.share,        default: always('1'),                                        meaning: 'the share of requests for a sampler by ratio, from `0` to `1`' },
    OTEL_SERVICE_NAME:                { form: text,               default: always('kerb'),                                     meaning: 'the name of the service in traces. Other standard variables, such as `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_EXPORTER_OTLP_TIMEOUT`, work too' },
  },
  'Data and secrets': {
    DATABASE_URL:                     { form: text,               default: none,                                               meaning: 'the connection to PostgreSQL 15 or newer. Outside a sandbox its role owns no table, and it has `sslmode=verify-full` unless it is on this machine. Without it, the server uses an embedded engine in `DATA_DIR`', fromFile: true },
    DATABASE_OWNER_URL:               { form: text,               default: none,                                               meaning: 'the connection of the role that owns the tables; the server upgrades them with it at start. Without it, outside a sandbox, run `node server/src/migrate.ts` with it before the start', fromFile: true },
    DATABASE_POOL_SIZE:               { form: whole(200),         default: always('10'),                                       meaning: 'the number of connections to PostgreSQL; exports use two more' },
    DATABASE_POOLER:                  { form: forms.oneOf('none', 'transaction'), default: always('none'),                     meaning: '`transaction` if PgBouncer, or a pooler like it, is in front of PostgreSQL: no setting and no lock then outlives a transaction' },
    DATABASE_PROBE_URL:               { form: text,               default: derived('`DATABASE_URL`'),                          meaning: 'where the server asks once a second whether the database is there. Behind a pooler give it a pool of its own, so that a full pool does not look like a lost database', fromFile: true },
    DATABASE_LISTEN_URL:              { form: text,               default: derived('`DATABASE_URL`; none behind a pooler'),    meaning: 'where the server is notified of changes, for pages that show them at once. Behind a pooler let it lead to PostgreSQL itself; without it each server reads the changes once a second', fromFile: true },
    DATABASE_REPLICA_URL:             { form: text,               default: none,                                               meaning: 'a streaming replica of PostgreSQL. It answers exports, reports, search and the lists of admins, if it has everything that was saved before; otherwise the primary does', fromFile: true },
    DATA_DIR:                         { form: text,               default: derived('`data/au` or `data/nz`'),                  meaning: "the folder for the embedded database, the files and the sandbox's secret key. Files are in a bucket instead if `FILES_S3_BUCKET` is set" },
    SECRET_KEY:                       { form: forms.masterKeys,   default: needed('a sandbox creates its own'),                  meaning: '32 random bytes or more in base64 (`openssl rand -base64 32`); encrypts keys, links and files. With several, separated by commas, the first is used and the others only decrypt', fromFile: true },
    PERSONAL_DATA_KEYS:               { form: forms.personalKeys, default: derived('one derived from `SECRET_KEY`'),           meaning: '`name:key,name:key`: keys of 32 random bytes in base64. The first key encrypts dates of birth, addresses and the keys of stored files; the others only decrypt', fromFile: true },
    CLAMAV_URL:                       { form: forms.scannerAddress, default: none,                                              meaning: "ClamAV's daemon, which scans uploads: `unix:/run/clamav/clamd.ctl` or `tcp://127.0.0.1:3310`. Outside a sandbox nothing can be uploaded without it" },
    FILE_SCANNING:                    { form: forms.oneOf('required', 'off'), default: always('required'),                      meaning: '`off` accepts files that nobody has scanned, if `CLAMAV_URL` is not set' },
    REQUIRE_SECOND_FACTOR_FOR_ADMINS: { form: flag,               default: byMode('off', 'on'),                                meaning: '`on`: an admin must set up two-step login before they can do anything else' },
  },
  'Files in a bucket': {
    FILES_S3_BUCKET:                  { form: text,               default: none,                                               meaning: 'the bucket of S3, or of a compatible store, that has the files. Without it they are in `DATA_DIR`. `npm run move-files` copies them from there' },
    FILES_S3_REGION:                  { form: text,               default: always('us-east-1'),                                meaning: 'the region of the bucket' },
    FILES_S3_ENDPOINT:                { form: origin,             default: derived("AWS's address for the region"),            meaning: 'the address of a compatible store; outside a sandbox with https' },
    FILES_S3_ADDRESSING:              { form: forms.oneOf('path', 'host'), default: always('path'),                            meaning: '`path`: the bucket is the first part of the path, which AWS and compatible stores accept. `host`: the bucket is part of the host name' },
    FILES_S3_PREFIX:                  { form: forms.objectPrefix, default: none,                                               meaning: 'the beginning of the name of each object, such as `kerb/`, if the bucket has other objects too' },
    FILES_S3_ACCESS_KEY_ID:           { form: text,               default: none, neededWith: '`FILES_S3_BUCKET`',              meaning: 'the access key. It needs `s3:PutObject`, `s3:GetObject`, `s3:DeleteObject` and `s3:AbortMultipartUpload` on these objects, `s3:ListBucket` on the bucket (without it S3 answers 403 for an object that is missing), and no other right', fromFile: true },
    FILES_S3_SECRET_ACCESS_KEY:       { form: text,               default: none, neededWith: '`FILES_S3_BUCKET`',              meaning: 'the secret of the access key', fromFile: true },
    FILES_S3_ENCRYPTION:              { form: forms.oneOf('off', 'AES256', 'aws:kms'), default: always('AES256'),              meaning: 'how the store encrypts the files, which we have encrypted already: with its own key (`AES256`), with a key of AWS KMS (`aws:kms`), or not (`off`, for a store that cannot)' },
    FILES_S3_KMS_KEY_ID:              { form: text,               default: derived("the account's default key"),               meaning: 'the key of AWS KMS, with `FILES_S3_ENCRYPTION=aws:kms`' },
  },
  'Messages and webhooks': {
    SMTP_URL:                         { form: text,               default: none,                                               meaning: 'the mail server: `smtp://user:password@host:587` or `smtps:`. Outside a sandbox it must encrypt, unless it is on this machine. Without it, a sandbox keeps mails in its outbox; elsewhere requests for a mail are refused and other mails are held', fromFile: true },
    MAIL_FROM:                        { form: text,               default: derived('the brand name with `no-reply@localhost`'),       meaning: 'the sender address of mails' },
    SMS_URL:                          { form: forms.httpAddress,  default: none,                                               meaning: 'an HTTP gateway that accepts `{"to", "text"}` with a bearer token, and `"from"` if the organisation has an SMS sender name; outside a sandbox with https. Without it, SMS are treated like mails without `SMTP_URL`' },
    SMS_TOKEN:                        { form: text,               default: none,                                               meaning: 'the bearer token of the SMS gateway', fromFile: true },
    SMS_NUMBER:                       { form: text,               default: none,                                               meaning: 'the number that text messages come from. The page `/check` recognises it as ours' },
    MESSAGE_RECEIPTS_SECRET:          { form: stripeKey(/^whsec_/), default: none,                                             meaning: 'signs the receipts that the mail and SMS providers post to `/v1/message-receipts`: `whsec_` and at least 24 bytes in base64. Without it none are taken', fromFile: true },
    VENDOR_COMMS:                     { form: flag,               default: always('on'),                                       meaning: '`off`: messages to vendors are written but not sent' },
    WEBHOOKS_REACH_PRIVATE:           { form: flag,               default: derived('`on` in a sandbox without `HOST`, else `off`'), meaning: '`on`: webhooks may call this machine and its private network, with http too. For a sandbox only' },
  },
  'Cards': {
    STRIPE_SECRET_KEY:                { form: stripeKey(/^[rs]k_/), default: none, neededWith: 'the other two',                meaning: 'Stripe takes the card payments. Set all three keys or none; a sandbox accepts only test keys', fromFile: true },
    STRIPE_PUBLISHABLE_KEY:           { form: stripeKey(/^pk_/),    default: none, neededWith: 'the other two',                meaning: 'the key that the page with the card fields uses' },
    STRIPE_WEBHOOK_SECRET:            { form: stripeKey(/^whsec_/), default: none, neededWith: 'the other two',                meaning: 'the signing secret of the webhook endpoint', fromFile: true },
    STRIPE_FRAME_URL:                 { form: origin,             default: derived('`PUBLIC_URL`'),                            meaning: "a second host name of this server, for the page that runs Stripe's script" },
    STRIPE_API_URL:                   { form: origin,             default: derived("Stripe's address"),                            meaning: "another address of Stripe's API, for tests" },
    CARD_SANDBOX_PORT:                { form: whole(65_535),      default: derived('`PORT` + 1000, or any free port'),      meaning: "the port of the sandbox's card provider, used if the Stripe keys are not set" },
    CARD_SANDBOX_URL:                 { form: origin,             default: none,                                               meaning: "the public address of the sandbox's card provider if it is behind a proxy" },
  },
  'Identity checks, addresses and signatures': {
    IDENTITY_URL:                     { form: origin,             default: derived('a test provider that passes everyone in a sandbox, else none'), meaning: 'the address of FrankieOne, or of a compatible API. Outside a sandbox nobody is checked without it' },
    IDENTITY_API_KEY:                 { form: text,               default: none, neededWith: '`IDENTITY_URL`',                 meaning: 'our API key at that provider', fromFile: true },
    IDENTITY_CUSTOMER_ID:             { form: text,               default: none, neededWith: '`IDENTITY_URL`',                 meaning: 'our customer id at that provider' },
    IDENTITY_PORTAL_URL:              { form: origin,             default: derived('`IDENTITY_URL`'),                          meaning: "the address of the provider's portal, where admins look at profiles" },
    ADDRESSFINDER_URL:                { form: origin,             default: always('https://api.addressfinder.io'),             meaning: 'the address of Addressfinder, or of a compatible API' },
    ADDRESSFINDER_KEY:                { form: text,               default: none, neededWith: '`ADDRESSFINDER_SECRET`',         meaning: 'our licence key at Addressfinder, which suggests addresses while a person types. Without it, a sandbox invents streets; elsewhere addresses are typed by hand', fromFile: true },
    ADDRESSFINDER_SECRET:             { form: text,               default: none, neededWith: '`ADDRESSFINDER_KEY`',            meaning: 'the secret of that key', fromFile: true },
    DOCUMENT_CERTIFICATE:             { form: text,               default: derived('a self-signed one, derived from `SECRET_KEY`'), meaning: 'the certificate that signs agreements, as PEM, with the certificates of its authorities after it', fromFile: true },
    TIME_STAMP_URL:                   { form: forms.httpAddress,  default: derived('an authority of our own in a sandbox, else none'), meaning: 'the address of a time-stamp authority (RFC 3161). Its stamp on each signed agreement says when the authority saw it. Without one, the time is our word' },
    DOCUMENT_CERTIFICATE_KEY:         { form: text,               default: none, neededWith: '`DOCUMENT_CERTIFICATE`',         meaning: 'its private key, EC or RSA, as PEM', fromFile: true },
  },
  'The company': {
    COMPANY_NAME:                     { form: text,               default: derived('a demo name in a sandbox, else none'),     meaning: 'the company name in the footer, the support dialog, receipts and invoices' },
    COMPANY_ADDRESS:                  { form: text,               default: derived('a demo address in a sandbox, else none'),  meaning: 'the company address, shown with `COMPANY_NAME`' },
    TAX_NUMBER:                       { form: text,               default: inSandbox('00 000 000 000'),                        meaning: 'the ABN or GST number on receipts and invoices; without it an invoice is not called a tax invoice' },
    CREDIT_LICENCE_NUMBER:            { form: text,               default: inSandbox('DEMO-000000'),                           meaning: "the lender's Australian credit licence, printed in terms and agreements. If a number that the country's terms need is missing, no agreement can be made" },
    FSP_NUMBER:                       { form: text,               default: inSandbox('FSP-DEMO-000000'),                       meaning: "the lender's New Zealand FSP number, printed in terms and agreements" },
    DISPUTE_SCHEME:                   { form: text,               default: inSandbox('Demo Dispute Resolution Scheme'),        meaning: "the lender's dispute resolution scheme, printed in terms and agreements" },
    SUPPORT_EMAIL:                    { form: text,               default: derived('`support@example.com` in a sandbox, else none'), meaning: "the support address, shown in the footer and the support dialog with the country's phone number" },
    SECURITY_CONTACT:                 { form: forms.contact,      default: derived('`SUPPORT_EMAIL`'),                         meaning: 'where to report a vulnerability, an e-mail address or an https address. `/.well-known/security.txt` names it' },
    LOG_HEAD_EMAIL:                   { form: text,               default: none,                                               meaning: 'an address outside of this deployment, to which the newest seal of the audit log is sent once a day. Its owner can later show that the log was changed' },
    SETTLEMENTS_EMAIL:                { form: text,               default: derived('`SUPPORT_EMAIL`; `settlements@example.com` in a sandbox'), meaning: "the platform's settlements team; it receives a copy of every loan invoice" },
    CHAT_WIDGET_URL:                  { form: forms.httpsAddress, default: none,                                               meaning: 'the script of a chat widget. The Content-Security-Policy then allows its origin. Never loaded in a sandbox' },
    SECURITY_FEE_EXEMPT_NAMES:        { form: names,              default: none,                                               meaning: 'names, separated by commas. An organisation whose identifier contains one of them pays no security registration fee' },
  },
  'Funding and payments': {
    FINANCE_PROVIDER_URL:             { form: origin,             default: none,                                               meaning: "the finance provider's portal, which an admin's Pay On Success card links to" },
    FINANCE_PROVIDER_TEST_URL:        { form: origin,             default: inSandbox('https://finance-provider-test.example.com'), meaning: "the finance provider's portal for a sandbox" },
    BILLER_URL:                       { form: text,               default: derived('an invented biller in a sandbox, else none'), meaning: 'the pay-by-biller page that Request Payment links to: an https address without a query' },
    BILLER_CODE:                      { form: text,               default: none, neededWith: '`BILLER_URL`',                   meaning: 'our biller code at that biller' },
    BILLER_MERCHANT_ID:               { form: text,               default: none, neededWith: '`BILLER_URL`',                   meaning: 'our merchant id at that biller' },
    BANK_ACCOUNT_NUMBER:              { form: text,               default: derived('a demo account in a sandbox, else none'),  meaning: "the platform's bank account: payers pay into it, and organisations are paid from it. It is the trust account if there is an operating account. Without it there are no bank transfers and no batch payments" },
    BANK_ACCOUNT_NAME:                { form: text,               default: none, neededWith: '`BANK_ACCOUNT_NUMBER`',          meaning: 'the name of that account' },
    BANK_BSB:                         { form: text,               default: none, neededWith: `\`BANK_ACCOUNT_NUMBER\`, in ${words.countriesWithBsb}`, meaning: 'the BSB of that account' },
    BANK_PAYID:                       { form: text,               default: derived('an invented one in a sandbox, else none'),  meaning: `in ${words.countriesWithPayId}: the PayID of that account, as registered with the bank. Payers can use it instead of the numbers` },
    BANK_CODE:                        { form: text,               default: none, neededWith: `\`BANK_ACCOUNT_NUMBER\`, in ${words.countriesWithBankCode}`, meaning: "the bank's code of three letters, for ABA files" },
    BANK_USER_ID:                     { form: text,               default: none, neededWith: `\`BANK_ACCOUNT_NUMBER\`, in ${words.countriesWithBankCode}`, meaning: 'the user identification number that the bank gave you, for ABA files' },
    BANK_FILE_FORMAT:                 { form: text,               default: derived(words.firstBankFiles), meaning: `${words.bankFileChoices}: the bank that receives the files` },
    BANK_FILE_NAMES_ACCOUNT:          { form: flag,               default: always('off'),                                      meaning: "ABA files, `on`: the first line contains the platform's account. Ask the bank" },
    BANK_FILE_BALANCED:               { form: flag,               default: always('off'),                                      meaning: "ABA files, `on`: a last line debits the platform's account with the total. Ask the bank" },
    OPERATING_ACCOUNT_NUMBER:         { form: text,               default: derived('the account of `BANK_ACCOUNT_NUMBER`'),    meaning: "a bank account of its own for the platform's money: payers repay loans into it. The product then says what is to be moved between the two accounts" },
    OPERATING_ACCOUNT_NAME:           { form: text,               default: none, neededWith: '`OPERATING_ACCOUNT_NUMBER`',     meaning: 'the name of that account' },
    OPERATING_BSB:                    { form: text,               default: none, neededWith: `\`OPERATING_ACCOUNT_NUMBER\`, in ${words.countriesWithBsb}`, meaning: 'the BSB of that account' },
    OPERATING_PAYID:                  { form: text,               default: none,                                               meaning: `in ${words.countriesWithPayId}: the PayID of that account` },
  },
} as const satisfies Record<string, Record<string, Variable>>;

type Sections = typeof sections;
type EachSection = Sections[keyof Sections];
type Merged<Union> = (Union extends unknown ? (each: Union) => void : never) extends (each: infer All) => void
  ? All
  : never;
export type Variables = Merged<EachSection>;
export type VariableName = keyof Variables;

export const variables: Record<string, Variable> = Object.assign({}, ...Object.values(sections));
