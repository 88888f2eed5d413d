import { readFileSync } from 'node:fs';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { landingPage } from '@kerb/server/features/landing/landing-page.ts';
import { answerPage, problemsAsPages, textIn } from '@kerb/server/features/login-pages/page.ts';
import { signInOf } from '@kerb/server/platform/auth/sign-ins.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const oldLinks = readFileSync(new URL('old-links.js', import.meta.url), 'utf8');
/** The address contains a hash of the content, so browsers may cache it for ever. */
const oldLinksAddress = `/welcome.js?v=${sha256(oldLinks).toString('hex').slice(0, 12)}`;

/** An empty field was typed; an absent one was not. */
const typedIn = ({ query }: FastifyRequest, name: string): string | null =>
  name in (query as object) ? textIn(query, name) : null;

type Visit = { request: FastifyRequest; reply: FastifyReply; isSignedIn: boolean; isListed?: boolean };

function answerLanding(deps: Deps, { request, reply, isSignedIn, isListed = false }: Visit): FastifyReply {
  const { config, country, clock } = deps;
  const today = dayIn(country.defaultTimeZone, clock.now());
  const terms = { options: [], identifier: null, exemptNames: config.securityFeeExemptNames, today };
  const typed = { budget: typedIn(request, 'budget'), days: typedIn(request, 'days') };
  const page = landingPage(deps, { terms, typed, isSignedIn, isListed });
  return answerPage(reply, deps, isSignedIn ? page : { ...page, script: oldLinksAddress });
}

/**
 * `/` is the landing page of a browser that is not signed in, and otherwise the web application. A query belongs to the
 * application: the tickets of a sign-in, or the state of a list. `/welcome` is the landing page for everybody.
 * Search engines list it once, as `/`.
 */
export function landingRoutes(app: App, deps: Deps): void {
  const { db, config } = deps;
  const page = problemsAsPages(deps);

  app.get('/welcome', page, async (request, reply) =>
    answerLanding(deps, { request, reply, isSignedIn: (await signInOf(db, config, request)) !== null }),
  );

  app.get('/welcome.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(oldLinks),
  );

  app.get('/', page, async (request, reply) => {
    const isOfApplication = Object.keys(request.query as object).length > 0;
    if (isOfApplication || (await signInOf(db, config, request)) !== null) return reply.callNotFound();
    return answerLanding(deps, { request, reply, isSignedIn: false, isListed: !config.sandbox });
  });
}
