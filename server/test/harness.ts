import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testCards } from '@kerb/domain/sandbox/test-cards.ts';
import type { CardWallet } from '@kerb/domain/vocabulary/card-schemes.ts';
import { buildApp } from '@kerb/server/app.ts';
import { sandboxAddresses } from '@kerb/server/gateways/addresses/sandbox-addresses.ts';
import type { PostEvent } from '@kerb/server/gateways/cards/sandbox/deliver-events.ts';
import { issueToken } from '@kerb/server/gateways/cards/sandbox/ledger.ts';
import { type CardSandbox, startCardSandbox } from '@kerb/server/gateways/cards/sandbox/start-sandbox.ts';
import { stripeCards } from '@kerb/server/gateways/cards/stripe/stripe-cards.ts';
import { sandboxScanner } from '@kerb/server/gateways/file-scanner/sandbox-scanner.ts';
import { folderStore } from '@kerb/server/gateways/file-store/folder-store.ts';
import { sandboxIdentity } from '@kerb/server/gateways/identity/sandbox-identity.ts';
import { sandboxOutcome } from '@kerb/server/gateways/identity/sandbox-outcomes.ts';
import { httpOpenId } from '@kerb/server/gateways/openid/http-openid.ts';
import { sandboxTimeStamps } from '@kerb/server/gateways/time-stamps/sandbox-authority.ts';
import { httpWebhooks } from '@kerb/server/gateways/webhooks/http-webhooks.ts';
import { signingKeysOf } from '@kerb/server/platform/auth/signing-keys.ts';
import { clockOf } from '@kerb/server/platform/clock.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import type { OpenDatabase } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { changeFeed } from '@kerb/server/platform/live/change-feed.ts';
import { logger } from '@kerb/server/platform/log/log.ts';
import { newMetrics } from '@kerb/server/platform/metrics/metrics.ts';
import type { Mail } from '@kerb/server/platform/ports/mail-gateway.ts';
import type { Sms } from '@kerb/server/platform/ports/sms-gateway.ts';
import { providerNotes } from '@kerb/server/platform/providers/provider-notes.ts';
import { rateBook } from '@kerb/server/platform/rates/rate-book.ts';
import { secretsFrom } from '@kerb/server/platform/secrets.ts';
import { rightsEffects } from '@kerb/server/rights-effects.ts';
import { agreementEffects, statusEffects } from '@kerb/server/status-effects.ts';
import type { InjectOptions } from 'fastify';
import { watchStatuses } from './declared-statuses.ts';
import { type PaymentLink, signInWithoutPage } from './sign-in.ts';
import { openTestDatabase } from './test-database.ts';

/** `database`: instead of a new one with the newest tables. The stage closes it. */
type Options = { env?: Record<string, string>; now?: string; database?: OpenDatabase; load?: Deps['load'] };
export type Stage = Awaited<ReturnType<typeof startStage>>;

/** The sandbox's gateway with a short timeout. It sends its events when the test calls for them. */
function openCardSandbox(deps: Deps, inject: (request: InjectOptions) => Promise<{ statusCode: number }>) {
  const post: PostEvent = async (headers, body) => {
    const url = '/v1/card-gateway/events';
    const json = { ...headers, 'content-type': 'application/json' };
    return (await inject({ method: 'POST', url, headers: json, payload: body })).statusCode < 300;
  };
  const quick = { sendsEvents: false, timeoutMs: 20_000, slowMs: 100, silenceMs: 50 };
  return startCardSandbox(deps, { host: '127.0.0.1', ports: [0], publicUrl: null, post, ...quick });
}

/** The token of a test card, as the frame returns it, and the gateway's events. */
function cardsOn({ db }: Deps, sandbox: CardSandbox | null) {
  return {
    tokenOf: (number: string, wallet?: CardWallet) =>
      issueToken(db, testCards.find((card) => card.number === number)!, wallet),
    deliverEvents: async () => (await sandbox?.deliver()) ?? 0,
  };
}

const timeStamps = sandboxTimeStamps(secretsFrom(Buffer.alloc(32, 7)));

/** Shorter than the life of an access token. */
const tokenMs = 4 * 60_000;

/** Signs each person in once, and again before their token expires. */
function kept(signIn: (userId: number) => Promise<string>) {
  const tokens = new Map<number, { token: string; since: number }>();
  return async (userId: number): Promise<string> => {
    const known = tokens.get(userId);
    if (known && performance.now() - known.since < tokenMs) return known.token;
    const token = await signIn(userId);
    tokens.set(userId, { token, since: performance.now() });
    return token;
  };
}

const closings: (() => Promise<void>)[] = [];

/** Test files run one after the other in a worker; each closes what it started. */
export async function closeStages(): Promise<void> {
  for (const close of closings.splice(0)) await close();
}

/** The real product on a real database. Gateways are replaced by lists that a test can read. */
export async function startStage({ env = {}, now, database: given, load = null }: Options = {}) {
  const database = given ?? (await openTestDatabase());
  const dataDir = mkdtempSync(join(tmpdir(), 'kerb-test-'));
  const config = readConfig({ SANDBOX: 'on', DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '3000', ...env });
  const logLines: string[] = [];
  const log = logger(config, { write: (line) => void logLines.push(line) });
  const sent: { mails: Mail[]; texts: Sms[] } = { mails: [], texts: [] };
  const clock = clockOf(now === undefined ? undefined : () => Temporal.Instant.from(now));
  const rates = rateBook(config.country, clock, database.db);
  const changes = changeFeed(database, log);
  const deps: Deps = {
    config,
    ...{ country: rates.country, rates, log },
    db: database.db,
    ...{ exports: database.exports, reader: database.reader },
    ...{ pulse: database.pulse, changes, announce: changes.announce, announcePerson: changes.announcePerson },
    ...{ metrics: newMetrics(), load },
    ...{ clock, providers: providerNotes(database.db, log) },
    secrets: secretsFrom(Buffer.alloc(32, 7), config.personalDataKeys),
    jobs: { nudge: () => {}, nudgeAll: () => {} },
    ...{ statusEffects, agreementEffects, rightsEffects },
    fileStore: folderStore(join(dataDir, 'files')),
    ...{ scanner: config.sandbox ? sandboxScanner : null, timeStamps: config.sandbox ? timeStamps : null },
    mail: config.sandbox || config.mail ? { send: async (mail) => void sent.mails.push(mail) } : null,
    sms: config.sandbox || config.sms ? { send: async (sms) => void sent.texts.push(sms) } : null,
    addresses: config.sandbox ? sandboxAddresses(config.country) : null,
    identity: config.sandbox ? sandboxIdentity(config.publicUrl, (id) => sandboxOutcome(database.db, id)) : null,
    webhooks: httpWebhooks({ reachesPrivate: config.webhooksReachPrivate, timeoutMs: 1_000 }),
    openid: httpOpenId({ reachesPrivate: config.webhooksReachPrivate, resolveTexts: async () => [] }),
    cards: config.stripe && stripeCards(config.stripe, config.publicUrl, log),
  };
  const sandbox = config.sandbox && !deps.cards ? await openCardSandbox(deps, (request) => app.inject(request)) : null;
  deps.cards ??= sandbox?.gateway ?? null;
  const app: App = watchStatuses(await buildApp(deps));
  await app.ready();
  closings.push(async () => {
    await app.close();
    await sandbox?.close();
    await deps.changes.stop();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const keys = signingKeysOf(database.db, deps.secrets);
  const issuer = { issuer: `kerb-${config.country.code.toLowerCase()}`, keys };
  const accessTokenFor = async (userId: number, link?: PaymentLink) =>
    (await signInWithoutPage(database.db, issuer, userId, link)).accessToken;
  const tokenOf = kept(accessTokenFor);
  /** Calls the API as one person, or signed out without one. */
  function as(userId: number | null) {
    return async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, headers = {}) => {
      const request: InjectOptions = { method, url, headers: { ...headers } };
      if (userId !== null) Object.assign(request.headers!, { authorization: `Bearer ${await tokenOf(userId)}` });
      if (body !== undefined) Object.assign(request, { payload: body });
      return app.inject(request);
    };
  }
  const cards = cardsOn(deps, sandbox);
  return { app, deps, db: database.db, database, sent, logLines, as, accessTokenFor, issuer, cards };
}
