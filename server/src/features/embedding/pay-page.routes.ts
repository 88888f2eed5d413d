import { setTimeout as pause } from 'node:timers/promises';
import { campaignOfButton, type FoundButton } from '@kerb/server/features/embedding/find-embed.ts';
import {
  askForLinkPage,
  closedButtonPage,
  deadButtonPage,
  linkSentPage,
  payPath,
} from '@kerb/server/features/embedding/pay-page.ts';
import { sendOwnLink } from '@kerb/server/features/embedding/send-own-link.ts';
import { noEmail } from '@kerb/server/features/login-pages/fields.ts';
import { refusedBy } from '@kerb/server/features/login-pages/limit-words.ts';
import { answerPage, type Page, problemsAsPages, textIn } from '@kerb/server/features/login-pages/page.ts';
import { refuseForeignSite } from '@kerb/server/platform/auth/same-site.ts';
import { signInOf } from '@kerb/server/platform/auth/sign-ins.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { countAll, countAttempt, networkOf } from '@kerb/server/platform/limits/throttle.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import type { FastifyRequest } from 'fastify';

/** Longer than it takes to write a message, so that the response time does not reveal whether one was written. */
const shortestMs = 300;

/** The button of the address. Attempts count towards a rate limit. */
async function buttonOf({ db }: Deps, request: FastifyRequest): Promise<FoundButton | null> {
  await countAttempt(db, 'framesPerAddress', networkOf(request.ip));
  return campaignOfButton(db, textIn(request.params, 'token'));
}

const pageOf = (token: string, { state, name: organisation }: FoundButton): Page =>
  state === 'to-pay' ? askForLinkPage({ token, organisation }) : closedButtonPage(state, organisation);

async function send(deps: Deps, request: FastifyRequest, agreementId: number, email: string): Promise<void> {
  const network = networkOf(request.ip);
  const payer = `${agreementId} ${email.toLowerCase()}`;
  await countAll(deps.db, [
    ['ownLinkPerAddress', network],
    ['ownLinkPerPayer', payer],
  ]);
  const by = { actor: null, ipAddress: request.ip };
  await Promise.all([inTransaction(deps, by, (work) => sendOwnLink(work, agreementId, email)), pause(shortestMs)]);
}

/** The page that a Pay button opens in a new tab. */
export function payPageRoutes(app: App, deps: Deps): void {
  const path = payPath(':token');
  app.get(path, problemsAsPages(deps), async (request, reply) => {
    const button = await buttonOf(deps, request);
    if (!button) return answerPage(reply, deps, deadButtonPage);
    const known = await signInOf(deps.db, deps.config, request);
    // The payer has opened their link in this browser before.
    if (known?.signatoryId && known.agreementId === button.agreementId)
      return reply.redirect(`/applications/${button.agreementId}`, 303);
    return answerPage(reply, deps, pageOf(textIn(request.params, 'token'), button));
  });

  app.post(path, problemsAsPages(deps), async (request, reply) => {
    refuseForeignSite(request, deps.config);
    const token = textIn(request.params, 'token');
    const button = await buttonOf(deps, request);
    if (!button) return answerPage(reply, deps, deadButtonPage);
    if (button.state !== 'to-pay') return answerPage(reply, deps, pageOf(token, button));
    const email = textIn(request.body, 'email').trim().slice(0, 254);
    const form = { token, organisation: button.name, email };
    if (email === '') return answerPage(reply, deps, askForLinkPage({ ...form, mistakes: [noEmail], status: 400 }));
    const page = await send(deps, request, button.agreementId, email).then(
      () => linkSentPage(deps),
      async (error) => askForLinkPage({ ...form, ...(await refusedBy(error, reply)) }),
    );
    return answerPage(reply, deps, page);
  });
}
