import { endsPaymentLinks } from '@kerb/domain/agreements/transitions.ts';
import { linkReason } from '@kerb/domain/payers/link-reasons.ts';
import { deadPaymentLinkPage } from '@kerb/server/features/login-pages/dead-link-page.ts';
import { answerPage, problemsAsPages, textIn } from '@kerb/server/features/login-pages/page.ts';
import { payerOfLink } from '@kerb/server/features/payers/payers.repository.ts';
import { withTickets } from '@kerb/server/features/session/back-address.ts';
import { actorOf, type Person, personById } from '@kerb/server/features/session/people.repository.ts';
import { startSession } from '@kerb/server/features/session/start-session.ts';
import type { EndedLink } from '@kerb/server/platform/auth/ended-links.ts';
import { signInOf } from '@kerb/server/platform/auth/sign-ins.ts';
import { countAttempt, networkOf, uncountAttempt } from '@kerb/server/platform/auth/throttle.ts';
import { issueTickets } from '@kerb/server/platform/auth/tokens.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import { markRefusal } from '@kerb/server/platform/security/refusals.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

type Payer = { person: Person; agreementId: number; signatoryId: number };

/** The payer of a link that works, or why it has ended; null for an unknown link and a disabled user. */
async function payerOf({ db, clock }: Deps, token: string): Promise<Payer | EndedLink | null> {
  const linked = await payerOfLink(db, sha256(token));
  if (!linked) return null;
  const { status, organisation, paymentLinkEndedDate, paymentLinkExpiryDate } = linked;
  const isEnded = paymentLinkEndedDate !== null;
  const isExpired = paymentLinkExpiryDate !== null && paymentLinkExpiryDate <= clock.now();
  if (isEnded || isExpired || endsPaymentLinks(status)) {
    return { reason: linkReason({ status, isEnded, isExpired, isRemoved: false, isReplaced: false }), organisation };
  }
  const person = await personById(db, linked.userId);
  return person && { person, agreementId: linked.agreementId, signatoryId: linked.id };
}

/** Signs a payer in for one campaign. Whatever other roles they have, here they are only its payer. */
export function paymentLinkRoutes(app: App, deps: Deps): void {
  const { config, db } = deps;

  // Not for HEAD: programs that scan links must not sign in.
  const options = { ...problemsAsPages(deps), exposeHeadRoute: false };
  app.get('/pay/:token', options, async (request, reply) => {
    const network = networkOf(request.ip);
    await countAttempt(db, 'linkPerAddress', network);
    const payer = await payerOf(deps, textIn(request.params, 'token'));
    if (!payer || 'reason' in payer) {
      markRefusal(request, { kind: 'link-refused', means: 'Payment URL' });
      return answerPage(reply, deps, deadPaymentLinkPage(deps, payer));
    }
    await uncountAttempt(db, 'linkPerAddress', network);

    const { person, agreementId, signatoryId } = payer;
    const back = `/applications/${agreementId}`;
    const known = await signInOf(db, config, request);
    if (known?.signatoryId === signatoryId) {
      return reply.redirect(withTickets(back, await issueTickets(db, known.id)), 303);
    }
    // Ends any other sign-in in this browser, also that of an admin or team member. A browser has one sign-in, and the
    // link's sign-in has fewer rights: an agent who tries a vendor's link sees what the vendor sees, and must log in
    // again afterwards.
    const by = {
      actor: { ...actorOf(person), role: 'vendor' as const, onlyAgreementId: agreementId },
      ipAddress: request.ip,
    };
    const session = { userId: person.id, means: 'Payment URL', back, agreementId, signatoryId } as const;
    const next = await inTransaction(deps, by, (work) => startSession(work, { request, reply }, session));
    return reply.redirect(next, 303);
  });
}
