import { setTimeout as pause } from 'node:timers/promises';
import {
  behaviourOf,
  bookCharge,
  bookRefund,
  describeToken,
  findCharge,
} from '@kerb/server/gateways/cards/sandbox/ledger.ts';
import type { SandboxSettings } from '@kerb/server/gateways/cards/sandbox/settings.ts';
import type { Charge, Refund } from '@kerb/server/platform/ports/card-gateway.ts';
import { isSame } from '@kerb/server/platform/secrets.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

function hangUp(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

/** Records the charge and then answers as its test card says: at once, slowly, or never. */
async function charge({ db, slowMs, silenceMs, onBooked }: SandboxSettings, asked: Charge, reply: FastifyReply) {
  const isKnown = (await findCharge(db, asked.reference)) !== null;
  const behaviour = isKnown ? 'approve' : await behaviourOf(db, asked.token);
  if (behaviour === 'unreachable') return hangUp(reply);
  const outcome = await bookCharge(db, asked);
  onBooked();
  if (behaviour === 'slow') await pause(slowMs);
  if (behaviour === 'no-answer') {
    await pause(silenceMs, undefined, { ref: false });
    return hangUp(reply);
  }
  return reply.send({ outcome });
}

/** The API that the server calls with its key, like a real provider's. */
export function apiRoutes(app: FastifyInstance, settings: SandboxSettings): void {
  const { db, onBooked } = settings;
  const expected = Buffer.from(`Bearer ${settings.apiKey}`);
  const withKey = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isSame(Buffer.from(request.headers.authorization ?? ''), expected)) return reply.code(401).send({});
  };
  app.post('/v1/describe', { preHandler: withKey }, async (request) => {
    return { card: await describeToken(db, (request.body as { token: string }).token) };
  });
  app.post('/v1/charges', { preHandler: withKey }, (request, reply) => charge(settings, request.body as Charge, reply));
  app.get('/v1/charges/:reference', { preHandler: withKey }, async (request) => {
    return { outcome: await findCharge(db, (request.params as { reference: string }).reference) };
  });
  app.post('/v1/refunds', { preHandler: withKey }, async (request) => {
    const outcome = await bookRefund(db, request.body as Refund);
    onBooked();
    return { outcome };
  });
}
