import { readFileSync } from 'node:fs';
import { testCards } from '@kerb/domain/sandbox/test-cards.ts';
import { cardWallets } from '@kerb/domain/vocabulary/card-schemes.ts';
import { framePage } from '@kerb/server/gateways/cards/sandbox/frame-page.ts';
import { issueToken } from '@kerb/server/gateways/cards/sandbox/ledger.ts';
import type { SandboxSettings } from '@kerb/server/gateways/cards/sandbox/settings.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

const textOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

const typedCard = z.strictObject({
  number: z.string().check(z.regex(/^\d{12,19}$/)),
  month: z.int().check(z.minimum(1), z.maximum(12)),
  year: z.int().check(z.minimum(2000), z.maximum(2099)),
  cvc: z.string().check(z.regex(/^\d{3,4}$/)),
  wallet: z.nullable(z.enum(cardWallets)),
});

const hasExpired = ({ month, year }: { month: number; year: number }): boolean =>
  Temporal.PlainYearMonth.compare({ month, year }, Temporal.Now.plainDateISO().toPlainYearMonth()) < 0;

/** The frame loads nothing from elsewhere, and only the product may frame it. */
const policyFor = (parentOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${parentOrigin}`,
  ].join('; ');

/** The routes that a browser calls. The card number exists only in the last of these functions. */
export function frameRoutes(app: FastifyInstance, { db, parentOrigin }: SandboxSettings): void {
  const [script, style] = [textOf('card-frame.js'), textOf('../card-frame.css')];
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'content-security-policy': policyFor(parentOrigin),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'cache-control': 'no-store',
    });
  });
  app.get('/frame', (request, reply) => {
    const { scheme } = request.query as { scheme?: unknown };
    return reply.type('text/html; charset=utf-8').send(framePage(parentOrigin, scheme === 'dark' ? 'dark' : 'light'));
  });
  app.get('/card-frame.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));
  app.get('/card-frame.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.post('/tokens', async (request, reply) => {
    const typed = z.safeParse(typedCard, request.body);
    const card = typed.success && testCards.find(({ number }) => number === typed.data.number);
    if (!card) return reply.code(422).send({ message: 'Only the test cards work here. Never enter a real card.' });
    if (hasExpired(typed.data)) return reply.code(422).send({ message: 'This card has expired.' });
    const { scheme, funding, country } = card;
    const { wallet } = typed.data;
    const token = await issueToken(db, card, wallet);
    return { token, card: { scheme, funding, country, last4: card.number.slice(-4), wallet } };
  });
}
