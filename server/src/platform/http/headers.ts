import helmet from '@fastify/helmet';
import type { Config } from '@kerb/server/platform/config.ts';
import type { FastifyInstance } from 'fastify';

/** The same strict headers on every answer, errors and files included. */
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
        // Mantine writes its measures into style attributes; scripts stay forbidden.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...chat],
        // A PDF is looked at in a frame, as the page itself made it; from an address comes only the card provider's.
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
  // What may be kept says so itself. Not told apart by address: /%761/session is /v1/session too.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
