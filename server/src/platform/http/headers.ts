import helmet from '@fastify/helmet';
import type { Config } from '@kerb/server/platform/config.ts';
import type { FastifyInstance } from 'fastify';

/** The same strict headers on every response, including errors and files. */
export async function securityHeaders(
  app: FastifyInstance,
  config: Config,
  cardFrameOrigin: string | null,
): Promise<void> {
  const overTls = config.publicUrl.startsWith('https:');
  const chat = config.chatWidgetUrl === null ? [] : [new URL(config.chatWidgetUrl).origin];
  const cardFrame = cardFrameOrigin === null ? [] : [cardFrameOrigin];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...chat],
        // Mantine sets sizes in style attributes. Inline scripts stay forbidden.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...chat],
        // The page frames a PDF as a blob that it made itself. The only framed address is the card provider's.
        frameSrc: ['blob:', ...cardFrame, ...chat],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(overTls && { upgradeInsecureRequests: [] }),
      },
    },
    hsts: overTls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  });
  // Cacheable responses set their own header. Not decided by path, because /%761/session is /v1/session too.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
