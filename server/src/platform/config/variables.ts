import * as forms from '@kerb/server/platform/config/forms.ts';

export type Mode = 'sandbox' | 'production';

/** The default of a variable; null for none. `words` is the default's text in the documents. */
export type Default = Record<Mode, string | null> & { words: string; isNeededInProduction?: true };

/** One variable of the environment. `npm run docs` prints the table to docs/operations.md and .env.example. */
export type Variable = { form: forms.Form<unknown>; default: Default; meaning: string; neededWith?: string };

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
    COUNTRY:                          { form: forms.country,      default: always('AU'),                                       meaning: '`AU` or `NZ`: one deployment serves one country' },
    NODE_ENV:                         { form: text,               default: none,                                               meaning: '`production` turns the sandbox off and redacts the log' },
    SANDBOX:                          { form: flag,               default: derived('`on`; `off` with `NODE_ENV=production`'),  meaning: 'demo data, outbox screen, movable clock' },
    DEMO_DATA:                        { form: flag,               default: always('on'),                                       meaning: '`off` starts a sandbox empty' },
    ENVIRONMENT:                      { form: text,               default: byMode('sandbox', 'production'),                    meaning: 'the word on the badge' },
    PORT:                             { form: whole(65_535),      default: always('3000'),                                     meaning: 'the port that the server listens on' },
    HOST:                             { form: text,               default: derived('`127.0.0.1` in a sandbox, else `0.0.0.0`'), meaning: 'the address that the server listens on' },
    PUBLIC_URL:                       { form: text,               default: derived('`http://localhost:PORT`'),                 meaning: 'where the product is reached from outside; with `https:` cookies become `Secure` and HSTS is sent' },
    TRUST_PROXY:                      { form: flag,               default: always('off'),                                      meaning: '`on` behind one proxy, so that addresses are those of the clients' },
    LOG_LEVEL:                        { form: forms.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), default: always('info'), meaning: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`' },
  },
  'Data and secrets': {
    DATABASE_URL:                     { form: text,               default: none,                                               meaning: 'PostgreSQL 15 or newer; without it an embedded engine in the data folder' },
    DATABASE_POOL_SIZE:               { form: whole(200),         default: always('10'),                                       meaning: 'connections to PostgreSQL; exports take two more' },
    DATA_DIR:                         { form: text,               default: derived('`data/au` or `data/nz`'),                  meaning: "the folder of the embedded database, of files and of the sandbox's key" },
    SECRET_KEY:                       { form: forms.masterKey,    default: needed('a sandbox makes its own'),                  meaning: '32 random bytes or more in base64 (`openssl rand -base64 32`); encrypts keys, links and files' },
    PERSONAL_DATA_KEYS:               { form: forms.personalKeys, default: derived('one derived from `SECRET_KEY`'),           meaning: '`name:key,name:key`, 32 random bytes each in base64, the one in force first: encrypts dates of birth, addresses and the keys of stored files' },
    REQUIRE_SECOND_FACTOR_FOR_ADMINS: { form: flag,               default: always('off'),                                      meaning: '`on`: an admin without two-step login sets it up before anything else' },
  },
  'Messages and webhooks': {
    SMTP_URL:                         { form: text,               default: none,                                               meaning: 'mail delivery, `smtp://user:password@host:587`' },
    MAIL_FROM:                        { form: text,               default: derived('the brand at `no-reply@localhost`'),       meaning: 'the sender of mails' },
    SMS_URL:                          { form: text,               default: none,                                               meaning: 'an HTTP gateway that takes `{"to", "text"}` with a bearer token' },
    SMS_TOKEN:                        { form: text,               default: none,                                               meaning: 'the bearer token of the SMS gateway' },
    VENDOR_COMMS:                     { form: flag,               default: always('on'),                                       meaning: '`off` holds every message to vendors' },
    WEBHOOKS_REACH_PRIVATE:           { form: flag,               default: derived('`on` in a sandbox without `HOST`, else `off`'), meaning: 'whether webhooks may call this machine and its network, by http too; for a sandbox only' },
  },
  'Cards': {
    STRIPE_SECRET_KEY:                { form: stripeKey(/^[rs]k_/), default: none, neededWith: 'the other two',                meaning: 'cards by Stripe: all three keys or none. A sandbox takes test keys only' },
    STRIPE_PUBLISHABLE_KEY:           { form: stripeKey(/^pk_/),    default: none, neededWith: 'the other two',                meaning: 'the key that the page with the card fields uses' },
    STRIPE_WEBHOOK_SECRET:            { form: stripeKey(/^whsec_/), default: none, neededWith: 'the other two',                meaning: 'the signing secret of the webhook endpoint' },
    STRIPE_FRAME_URL:                 { form: origin,             default: derived('`PUBLIC_URL`'),                            meaning: "a second host name of this server, for the page that runs Stripe's script" },
    STRIPE_API_URL:                   { form: origin,             default: derived("Stripe's own"),                            meaning: 'another address of its API, for tests' },
    CARD_SANDBOX_PORT:                { form: whole(65_535),      default: derived('`PORT` + 1000, or any that is free'),      meaning: "the port of the sandbox's card provider, where Stripe is not set" },
    CARD_SANDBOX_URL:                 { form: origin,             default: none,                                               meaning: "the address of the sandbox's card provider from outside, behind a proxy" },
  },
  'Identity checks and signatures': {
    IDENTITY_URL:                     { form: origin,             default: derived('a provider that knows everybody'),         meaning: 'FrankieOne or an API of its form' },
    IDENTITY_API_KEY:                 { form: text,               default: none, neededWith: '`IDENTITY_URL`',                 meaning: 'our key there' },
    IDENTITY_CUSTOMER_ID:             { form: text,               default: none, neededWith: '`IDENTITY_URL`',                 meaning: 'our number there' },
    IDENTITY_PORTAL_URL:              { form: origin,             default: derived('`IDENTITY_URL`'),                          meaning: 'where its profiles are looked at' },
    DOCUMENT_CERTIFICATE:             { form: text,               default: derived('one derived from `SECRET_KEY`, self-signed'), meaning: 'the certificate of signed agreements, as PEM' },
    DOCUMENT_CERTIFICATE_KEY:         { form: text,               default: none, neededWith: '`DOCUMENT_CERTIFICATE`',         meaning: 'its private key, EC or RSA, as PEM' },
  },
  'The company': {
    COMPANY_NAME:                     { form: text,               default: derived('a demo name in a sandbox, else none'),     meaning: 'named in the footer, the support dialog, receipts and invoices' },
    COMPANY_ADDRESS:                  { form: text,               default: derived('a demo address in a sandbox, else none'),  meaning: 'named beside `COMPANY_NAME`' },
    TAX_NUMBER:                       { form: text,               default: inSandbox('00 000 000 000'),                        meaning: 'the ABN or GST number on receipts and invoices; without it an invoice is not called a tax invoice' },
    CREDIT_LICENCE_NUMBER:            { form: text,               default: inSandbox('DEMO-000000'),                           meaning: "the lender's Australian credit licence, named in terms and agreements; without those that its country's terms name, no agreement can be made" },
    FSP_NUMBER:                       { form: text,               default: inSandbox('FSP-DEMO-000000'),                       meaning: "the lender's New Zealand FSP number, named there too" },
    DISPUTE_SCHEME:                   { form: text,               default: inSandbox('Demo Dispute Resolution Scheme'),        meaning: "the lender's dispute resolution scheme, named there too" },
    SUPPORT_EMAIL:                    { form: text,               default: derived('`support@example.com` in a sandbox, else none'), meaning: "named in the footer and the support dialog beside the country's phone line" },
    SETTLEMENTS_EMAIL:                { form: text,               default: derived('`SUPPORT_EMAIL`; `settlements@example.com` in a sandbox'), meaning: "the platform's settlements team, among the recipients of every loan invoice" },
    CHAT_WIDGET_URL:                  { form: forms.httpsAddress, default: none,                                               meaning: 'the script of a chat widget; its origin joins the Content-Security-Policy. Never loaded in a sandbox' },
    SECURITY_FEE_EXEMPT_NAMES:        { form: names,              default: none,                                               meaning: 'names, separated by commas: an organisation whose identifier contains one pays no security registration fee' },
  },
  'Funding and payments': {
    FINANCE_PROVIDER_URL:             { form: origin,             default: none,                                               meaning: "the finance provider's portal, which an admin's Pay On Success card links to" },
    FINANCE_PROVIDER_TEST_URL:        { form: origin,             default: inSandbox('https://finance-provider-test.example.com'), meaning: 'the same for a sandbox' },
    BILLER_URL:                       { form: text,               default: derived('a made-up biller in a sandbox, else none'), meaning: 'the pay-by-biller page that Request Payment links to: an https address without a query' },
    BILLER_CODE:                      { form: text,               default: none, neededWith: '`BILLER_URL`',                   meaning: 'our biller code there' },
    BILLER_MERCHANT_ID:               { form: text,               default: none, neededWith: '`BILLER_URL`',                   meaning: 'our merchant id there' },
    BANK_ACCOUNT_NUMBER:              { form: text,               default: derived('a demo account in a sandbox, else none'),  meaning: "the platform's own account: payers pay into it, organisations are paid from it. Without it there are no bank transfers and no batch payments" },
    BANK_ACCOUNT_NAME:                { form: text,               default: none, neededWith: '`BANK_ACCOUNT_NUMBER`',          meaning: 'the name of that account' },
    BANK_BSB:                         { form: text,               default: none, neededWith: '`BANK_ACCOUNT_NUMBER`, in Australia', meaning: 'the BSB of that account' },
    BANK_CODE:                        { form: text,               default: none, neededWith: '`BANK_ACCOUNT_NUMBER`, in Australia', meaning: "the bank's three letters, for ABA files" },
    BANK_USER_ID:                     { form: text,               default: none, neededWith: '`BANK_ACCOUNT_NUMBER`, in Australia', meaning: 'the user identification number that the bank gave, for ABA files' },
    BANK_FILE_FORMAT:                 { form: text,               default: derived('`aba` in Australia, `bnz` in New Zealand'), meaning: 'New Zealand: `bnz`, `anz`, `asb` or `westpac`, by the bank that takes the files' },
    BANK_FILE_NAMES_ACCOUNT:          { form: flag,               default: always('off'),                                      meaning: 'ABA files: whether the first line names the own account; ask the bank' },
    BANK_FILE_BALANCED:               { form: flag,               default: always('off'),                                      meaning: 'ABA files: whether a last line debits the own account with the total; ask the bank' },
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
