import { testCards } from '@kerb/domain/sandbox/test-cards.ts';
import { issueToken } from '@kerb/server/gateways/cards/sandbox/ledger.ts';
import type { SandboxSettings } from '@kerb/server/gateways/cards/sandbox/settings.ts';
import type { FastifyInstance } from 'fastify';

/** What the frame calls. The number lives in this function and nowhere else. */
export function frameRoutes(app: FastifyInstance, { db }: SandboxSettings): void {
  app.post('/tokens', async (request, reply) => {
    const { number } = request.body as { number: string };
    const card = testCards.find((each) => each.number === number);
    if (!card) return reply.code(422).send({ message: 'Only the test cards work here.' });
    const { scheme, funding, country } = card;
    return { token: await issueToken(db, card), card: { scheme, funding, country, last4: number.slice(-4) } };
  });
}
