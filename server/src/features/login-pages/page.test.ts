import { problemsAsPages } from '@kerb/server/features/login-pages/page.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { answerErrors } from '@kerb/server/platform/http/errors.ts';
import { identifyRequests, requestIdOf } from '@kerb/server/platform/http/request-id.ts';
import Fastify from 'fastify';
import { expect, it } from 'vitest';

it('an error page shows the id of the request as a reference', async () => {
  const config = readConfig({});
  const app = Fastify({ genReqId: requestIdOf });
  identifyRequests(app);
  answerErrors(app);
  app.get('/page', problemsAsPages({ config, country: config.country }), async () => {
    throw new Error('a bug');
  });
  const { statusCode, body, headers } = await app.inject('/page');
  expect(statusCode).toBe(500);
  expect(body).toContain(`Reference: ${headers['x-request-id']}`);
});
