import type { Deps } from '@kerb/server/platform/deps.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';

/** For a load balancer: /health while the process runs, /ready while the database answers. */
export function statusRoutes(app: FastifyInstance, { db, log }: Deps): void {
  app.get('/health', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/ready', { logLevel: 'warn' }, async (_request, reply) => {
    try {
      await sql`select 1`.execute(db);
      return { status: 'ok' };
    } catch (error) {
      log.error({ err: error }, 'the database does not answer');
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
}
