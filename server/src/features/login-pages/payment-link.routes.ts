import { endsPaymentLinks } from '@kerb/domain/agreements/transitions.ts';
import { linkReason } from '@kerb/domain/payers/link-reasons.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { readPaymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { continuePage } from '@kerb/server/features/login-pages/continue-page.ts';
import { deadPaymentLinkPage } from '@kerb/server/features/login-pages/dead-link-page.ts';
import { answerPage, problemsAsPages, textIn } from '@kerb/server/features/login-pages/page.ts';
import { isOwnSignIn, openedByOf, type Present, presentOf } from '@kerb/server/features/login-pages/present-sign-in.ts';
import { type LinkedPayer, payerOfLink } from '@kerb/server/features/payers/linked-payer.ts';
import { noteOpenedLink } from '@kerb/server/features/payers/payment-links.ts';
import { type Person, personById } from '@kerb/server/features/session/people.repository.ts';
import { startSession } from '@kerb/server/features/session/start-session.ts';
import type { EndedLink } from '@kerb/server/platform/auth/ended-links.ts';
import { keyNumberOf } from '@kerb/server/platform/auth/link-versions.ts';
import { refuseForeignSite } from '@kerb/server/platform/auth/same-site.ts';
import { markFromMailbox, signInOf } from '@kerb/server/platform/auth/sign-ins.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { countAttempt, networkOf, uncountAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import { markRefusal } from '@kerb/server/platform/security/refusals.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Payer = { person: Person; linked: LinkedPayer; isFromMailbox: boolean };

/** The payer of a link that works, or why it has ended; null for an unknown link and a disabled user. */
async function payerOf({ db, clock, secrets }: Deps, typed: string): Promise<Payer | EndedLink | null> {
  const { token, isFromMailbox } = readPaymentToken({ secrets }, typed);
  const linked = await payerOfLink(db, sha256(token));
  if (!linked) return null;
  const { status, organisation, paymentLinkEndedDate, paymentLinkExpiryDate, paymentLinkVersion: version } = linked;
  const isEnded = paymentLinkEndedDate !== null;
  const isExpired = paymentLinkExpiryDate !== null && paymentLinkExpiryDate <= clock.now();
  if (isEnded || isExpired || endsPaymentLinks(status)) {
    const isOfFormerKey = keyNumberOf(version) !== secrets.keyNumber;
    const facts = { status, isEnded, isExpired, isOfFormerKey, isRemoved: false, isReplaced: false };
    return { reason: linkReason(facts), organisation };
  }
  const person = await personById(db, linked.userId);
  return person && { person, linked, isFromMailbox: isFromMailbox({ ...linked, version }) };
}

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** Finds the payer of the link in the address, and limits guesses from one network. */
async function readLink(deps: Deps, request: FastifyRequest): Promise<Payer | EndedLink | null> {
  const network = networkOf(request.ip);
  await countAttempt(deps.db, 'linkPerAddress', network);
  const payer = await payerOf(deps, textIn(request.params, 'token'));
  if (payer && !('reason' in payer)) await uncountAttempt(deps.db, 'linkPerAddress', network);
  return payer;
}

const backOf = ({ agreementId }: LinkedPayer): string => `/applications/${agreementId}`;

/**
 * Signs the payer in. A browser has one sign-in, so the present one ends. If a team member or admin was signed in, the
 * log names them with everything that is done here, and what only the payer may do is refused.
 */
async function signIn(deps: Deps, { request, reply }: Exchange, payer: Payer, present: Present | null) {
  const { person, linked, isFromMailbox } = payer;
  const { id: signatoryId, agreementId } = linked;
  const openedBy = present ? openedByOf(present, person.id) : null;
  const actor = {
    userId: person.id,
    displayName: displayName(linked),
    role: 'vendor' as const,
    memberships: [],
    onlyAgreementId: agreementId,
    signIn: { id: 0, provedDate: null, isUnlocked: false, isFromMailbox, signatoryId, ...(openedBy && { openedBy }) },
  };
  const session = {
    userId: person.id,
    means: 'Payment URL',
    back: backOf(linked),
    agreementId,
    signatoryId,
    isFromMailbox,
    ...(openedBy && { openedByUserId: openedBy.userId }),
  } as const;
  const by = { actor, ipAddress: request.ip };
  return inTransaction(deps, by, async (work) => {
    if (!openedBy) await noteOpenedLink(work, { signatoryId, isFromMailbox });
    return startSession(work, { request, reply }, session);
  });
}

/** Signs a payer in for one campaign. Whatever other roles they have, here they are only its payer. */
export function paymentLinkRoutes(app: App, deps: Deps): void {
  const { config, db } = deps;
  const refuse = ({ request, reply }: Exchange, ended: EndedLink | null) => {
    markRefusal(request, { kind: 'link-refused', means: 'Payment URL' });
    return answerPage(reply, deps, deadPaymentLinkPage(deps, ended));
  };

  // Not for HEAD: programs that scan links must not sign in.
  const options = { ...problemsAsPages(deps), exposeHeadRoute: false };
  app.get('/pay/:token', options, async (request, reply) => {
    const payer = await readLink(deps, request);
    if (!payer || 'reason' in payer) return refuse({ request, reply }, payer);
    const { linked } = payer;
    const known = await signInOf(db, config, request);
    const present = known && (await presentOf(db, known.id));
    if (known && present && isOwnSignIn(present, linked)) {
      if (payer.isFromMailbox) await markFromMailbox(db, known.id, linked.id);
      return reply.redirect(backOf(linked), 303);
    }
    if (present) {
      const names = { present: present.displayName, payer: displayName(linked) };
      return answerPage(reply, deps, continuePage(textIn(request.params, 'token'), names));
    }
    return reply.redirect(await signIn(deps, { request, reply }, payer, null), 303);
  });

  // The answer to 'Continue as …?'. Only our own page may send it.
  app.post('/pay/:token', problemsAsPages(deps), async (request, reply) => {
    refuseForeignSite(request, config);
    const payer = await readLink(deps, request);
    if (!payer || 'reason' in payer) return refuse({ request, reply }, payer);
    const known = await signInOf(db, config, request);
    const present = known && (await presentOf(db, known.id));
    return reply.redirect(await signIn(deps, { request, reply }, payer, present), 303);
  });
}
