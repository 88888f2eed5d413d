import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { largestFileBytes } from '@kerb/domain/documents/documents.contract.ts';
import { attachmentMakers } from '@kerb/server/attachment-makers.ts';
import { accountRoutes } from '@kerb/server/features/account/account.routes.ts';
import { agreementRoutes } from '@kerb/server/features/agreements/agreements.routes.ts';
import { approvalRoutes } from '@kerb/server/features/approvals/approvals.routes.ts';
import { auditRoutes } from '@kerb/server/features/audit/audit.routes.ts';
import { securityRoutes } from '@kerb/server/features/audit/security.routes.ts';
import { batchRoutes } from '@kerb/server/features/batches/batches.routes.ts';
import { bookRoutes } from '@kerb/server/features/books/books.routes.ts';
import { brandingRoutes } from '@kerb/server/features/branding/branding.routes.ts';
import { calendarRoutes } from '@kerb/server/features/calendar/calendar.routes.ts';
import { campaignRoutes } from '@kerb/server/features/campaigns/campaigns.routes.ts';
import { checkoutRoutes } from '@kerb/server/features/checkout/checkout.routes.ts';
import { commentRoutes } from '@kerb/server/features/comments/comments.routes.ts';
import { dashboardRoutes } from '@kerb/server/features/dashboard/dashboard.routes.ts';
import { documentRoutes } from '@kerb/server/features/documents/documents.routes.ts';
import { embeddingRoutes } from '@kerb/server/features/embedding/embedding.routes.ts';
import { historyRoutes } from '@kerb/server/features/history/history.routes.ts';
import { identityRoutes } from '@kerb/server/features/identity/identity.routes.ts';
import { importRoutes } from '@kerb/server/features/imports/imports.routes.ts';
import { inboxRoutes } from '@kerb/server/features/inbox/inbox.routes.ts';
import { integrationRoutes } from '@kerb/server/features/integrations/integrations.routes.ts';
import { metadataRoutes } from '@kerb/server/features/integrations/metadata.routes.ts';
import { tokenRoutes } from '@kerb/server/features/integrations/token.routes.ts';
import { landingRoutes } from '@kerb/server/features/landing/landing.routes.ts';
import { liveRoutes } from '@kerb/server/features/live/live.routes.ts';
import { loanRoutes } from '@kerb/server/features/loans/loans.routes.ts';
import { loginPageRoutes } from '@kerb/server/features/login-pages/login-pages.routes.ts';
import { optionRoutes } from '@kerb/server/features/options/options.routes.ts';
import { organisationLoginRoutes } from '@kerb/server/features/organisation-logins/organisation-login.routes.ts';
import { loginProviderRoutes } from '@kerb/server/features/organisations/login-provider.routes.ts';
import { organisationRoutes } from '@kerb/server/features/organisations/organisations.routes.ts';
import { settingsRoutes } from '@kerb/server/features/organisations/settings.routes.ts';
import { payerRoutes } from '@kerb/server/features/payers/payers.routes.ts';
import { campaignMoneyRoutes } from '@kerb/server/features/payments/campaign-money.routes.ts';
import { heldMoneyRoutes } from '@kerb/server/features/payments/held-money.routes.ts';
import { paymentRoutes } from '@kerb/server/features/payments/payments.routes.ts';
import { receiptRoutes } from '@kerb/server/features/payments/receipts.routes.ts';
import { peopleRoutes } from '@kerb/server/features/people/people.routes.ts';
import { privacyRoutes } from '@kerb/server/features/privacy/privacy.routes.ts';
import { problemPageRoutes } from '@kerb/server/features/problem-pages/problem-pages.routes.ts';
import { propertyRoutes } from '@kerb/server/features/properties/properties.routes.ts';
import { rateRoutes } from '@kerb/server/features/rates/rates.routes.ts';
import { reportRoutes } from '@kerb/server/features/reports/reports.routes.ts';
import { sandboxRoutes } from '@kerb/server/features/sandbox/sandbox.routes.ts';
import { searchRoutes } from '@kerb/server/features/search/search.routes.ts';
import { sessionRoutes } from '@kerb/server/features/session/session.routes.ts';
import { signatoryRoutes } from '@kerb/server/features/signing/signatories.routes.ts';
import { signingRoutes } from '@kerb/server/features/signing/signing.routes.ts';
import { statementRoutes } from '@kerb/server/features/statements/statements.routes.ts';
import { systemRoutes } from '@kerb/server/features/system/system.routes.ts';
import { teamRoutes } from '@kerb/server/features/team/team.routes.ts';
import { templateRoutes } from '@kerb/server/features/templates/templates.routes.ts';
import { viewRoutes } from '@kerb/server/features/views/views.routes.ts';
import { webhookRoutes } from '@kerb/server/features/webhooks/webhooks.routes.ts';
import { stripeFrameRoutes } from '@kerb/server/gateways/cards/stripe/stripe-frame.routes.ts';
import { allJobs } from '@kerb/server/jobs.ts';
import { authenticate, claimsOf } from '@kerb/server/platform/auth/authenticate.ts';
import { signingKeysOf } from '@kerb/server/platform/auth/signing-keys.ts';
import type { TokenIssuer } from '@kerb/server/platform/auth/tokens.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { allowedMethods } from '@kerb/server/platform/http/allowed-methods.ts';
import { answerEncoder } from '@kerb/server/platform/http/answer-encoder.ts';
import { cspReportRoutes } from '@kerb/server/platform/http/csp-reports.routes.ts';
import { closeConnectionsWhileDraining, moveReadsWhileDraining } from '@kerb/server/platform/http/drain.ts';
import {
  answerBrokenRequest,
  answerErrors,
  answerUnreadable,
  refuseWhileStopping,
} from '@kerb/server/platform/http/errors.ts';
import { eventStreams } from '@kerb/server/platform/http/event-streams.ts';
import { securityHeadersOf, sendSecurityHeaders } from '@kerb/server/platform/http/headers.ts';
import { idempotencyKeys } from '@kerb/server/platform/http/idempotency.ts';
import { measureRequests } from '@kerb/server/platform/http/measure-requests.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { openApiRoutes } from '@kerb/server/platform/http/openapi/openapi.routes.ts';
import { identifyRequests, requestIdOf } from '@kerb/server/platform/http/request-id.ts';
import { requestTurns } from '@kerb/server/platform/http/request-turns.ts';
import { statusRoutes } from '@kerb/server/platform/http/status.routes.ts';
import { refuseUnstorableText } from '@kerb/server/platform/http/storable-text.ts';
import { connectionLimits, limitBodyTime, mostConnections } from '@kerb/server/platform/http/time-limits.ts';
import { warnOfUntrustedProxy } from '@kerb/server/platform/http/untrusted-proxy.ts';
import { webRoutes } from '@kerb/server/platform/http/web.routes.ts';
import { wellKnownRoutes } from '@kerb/server/platform/http/well-known.routes.ts';
import { lanes } from '@kerb/server/platform/queues/lanes.ts';
import { recordEvents } from '@kerb/server/platform/security/security-events.ts';
import { traceRequests } from '@kerb/server/platform/tracing/trace-requests.ts';
import Fastify, { LogController } from 'fastify';

/** The HTTP server before any feature's routes are mounted. */
async function openServer(deps: Deps, issuer: TokenIssuer): Promise<App> {
  const { config } = deps;
  const headers = securityHeadersOf(config, deps.cards?.frame().origin ?? null);
  const fastify = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    frameworkErrors: answerUnreadable(headers),
    clientErrorHandler: answerBrokenRequest(headers),
    return503OnClosing: false,
    // Trust one proxy only. The left-most address of the header comes from the client and can be forged.
    trustProxy: config.trustProxy ? (_address, hop) => hop === 0 : false,
    bodyLimit: 1_048_576,
    ...connectionLimits,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  const drainable = Object.assign(fastify, { draining: { isOn: false } });
  const app: App = Object.assign(drainable, {
    endpoints: [],
    streams: eventStreams(drainable, deps.metrics),
    authenticate: (request: Parameters<App['authenticate']>[0]) => authenticate(deps, issuer, request),
    turns: requestTurns((request) => claimsOf(issuer, request), lanes.requests, deps.load),
    keys: idempotencyKeys(deps),
    encode: answerEncoder(config),
  });

  sendSecurityHeaders(app, headers);
  app.server.maxConnections = mostConnections;
  limitBodyTime(app);
  identifyRequests(app);
  if (deps.config.telemetry?.traces) traceRequests(app);
  answerErrors(app);
  refuseWhileStopping(app);
  closeConnectionsWhileDraining(app);
  moveReadsWhileDraining(app);
  measureRequests(app, deps.metrics);
  recordEvents(app, deps);
  refuseUnstorableText(app);
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: 65_536 });
  await app.register(multipart, { limits: { fileSize: largestFileBytes, files: 1, fields: 5, fieldSize: 1_000 } });
  warnOfUntrustedProxy(app, deps);
  return app;
}

const methodsOf = ({ endpoints }: App) => allowedMethods([...endpoints, { method: 'POST', path: '/oauth/token' }]);

/** What people open who are not signed in. */
function visitorRoutes(app: App, deps: Deps): void {
  landingRoutes(app, deps);
  loginPageRoutes(app, deps);
  organisationLoginRoutes(app, deps);
  problemPageRoutes(app, deps);
}

/** What helps staff to find their work and to remember it. */
function staffToolRoutes(app: App, deps: Deps): void {
  searchRoutes(app, deps);
  inboxRoutes(app, deps);
  viewRoutes(app, deps);
  calendarRoutes(app, deps);
}

/** The complete HTTP application: one line for each room. */
export async function buildApp(deps: Deps): Promise<App> {
  const { config, db, secrets } = deps;
  const issuer = { issuer: `kerb-${config.country.code.toLowerCase()}`, keys: signingKeysOf(db, secrets) };
  const app = await openServer(deps, issuer);
  statusRoutes(app, deps);
  openApiRoutes(app, config);
  await cspReportRoutes(app, deps);
  wellKnownRoutes(app, config);
  metadataRoutes(app, config);
  sessionRoutes(app, deps, issuer);
  visitorRoutes(app, deps);
  organisationRoutes(app, deps);
  teamRoutes(app, deps);
  importRoutes(app, deps);
  settingsRoutes(app, deps);
  loginProviderRoutes(app, deps);
  embeddingRoutes(app, deps);
  accountRoutes(app, deps);
  integrationRoutes(app, deps);
  tokenRoutes(app, deps, issuer);
  webhookRoutes(app, deps);
  peopleRoutes(app, deps);
  agreementRoutes(app, deps);
  campaignRoutes(app, deps);
  liveRoutes(app, deps);
  commentRoutes(app, deps);
  historyRoutes(app, deps);
  payerRoutes(app, deps);
  signatoryRoutes(app, deps);
  signingRoutes(app, deps);
  identityRoutes(app, deps);
  optionRoutes(app, deps);
  propertyRoutes(app, deps);
  brandingRoutes(app, deps);
  bookRoutes(app, deps);
  rateRoutes(app, deps);
  templateRoutes(app, deps);
  dashboardRoutes(app, deps);
  staffToolRoutes(app, deps);
  auditRoutes(app, deps);
  securityRoutes(app, deps);
  systemRoutes(app, deps, allJobs);
  documentRoutes(app, deps);
  reportRoutes(app, deps);
  paymentRoutes(app, deps);
  heldMoneyRoutes(app, deps);
  campaignMoneyRoutes(app, deps);
  receiptRoutes(app, deps);
  loanRoutes(app, deps);
  batchRoutes(app, deps);
  approvalRoutes(app, deps);
  privacyRoutes(app, deps);
  statementRoutes(app, deps);
  if (config.sandbox) sandboxRoutes(app, deps, attachmentMakers);
  stripeFrameRoutes(app, config);
  await checkoutRoutes(app, deps, issuer);
  await webRoutes(app, { ...deps, methodsAt: methodsOf(app) });
  return app;
}
