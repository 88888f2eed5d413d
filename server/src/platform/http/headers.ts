import type { Config } from '@kerb/server/platform/config.ts';
import { cspReportsPath } from '@kerb/server/platform/http/csp-reports.routes.ts';
import type { FastifyInstance } from 'fastify';

export type SecurityHeaders = Readonly<Record<string, string>>;

const reportGroup = 'csp';

/** Where browsers report what a policy blocked: `report-uri` for browsers that do not know `report-to`. */
export const reporting = [`report-uri ${cspReportsPath}`, `report-to ${reportGroup}`];

function policyOf({ chatWidgetUrl }: Config, isOverTls: boolean, cardFrameOrigin: string | null): string {
  const chat = chatWidgetUrl === null ? [] : [new URL(chatWidgetUrl).origin];
  const cardFrame = cardFrameOrigin === null ? [] : [cardFrameOrigin];
  return [
    "default-src 'self'",
    ["script-src 'self'", ...chat].join(' '),
    // Mantine sets sizes in style attributes. Inline scripts stay forbidden.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...chat].join(' '),
    // The page frames a PDF as a blob that it made itself, the card provider's form, and the preview of what other
    // websites show. Our other pages refuse to be framed.
    ["frame-src 'self' blob:", ...cardFrame, ...chat].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isOverTls ? ['upgrade-insecure-requests'] : []),
    ...reporting,
  ].join('; ');
}

// biome-ignore format: a list
const unusedFeatures = [
  'accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'gyroscope', 'hid', 'magnetometer',
  'microphone', 'midi', 'serial', 'usb', 'xr-spatial-tracking',
];

/** What a page and its frames may ask of the device: the place of a signature, and a payment. */
function permissionsOf(cardFrameOrigin: string | null): string {
  const cardFrame = cardFrameOrigin === null ? [] : [`"${cardFrameOrigin}"`];
  const used = ['geolocation=(self)', `payment=(${['self', ...cardFrame].join(' ')})`];
  return [...unusedFeatures.map((feature) => `${feature}=()`), ...used].join(', ');
}

/** The headers of every response. A response may replace one of them. */
export function securityHeadersOf(config: Config, cardFrameOrigin: string | null): SecurityHeaders {
  const isOverTls = config.publicUrl.startsWith('https:');
  return {
    'content-security-policy': policyOf(config, isOverTls, cardFrameOrigin),
    'reporting-endpoints': `${reportGroup}="${config.publicUrl}${cspReportsPath}"`,
    'permissions-policy': permissionsOf(cardFrameOrigin),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(isOverTls && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** Registered before every other hook, because a request that a hook refuses needs the headers too. */
export function sendSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  // Cacheable responses set their own header. Not decided by path, because /%761/session is /v1/session too.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
