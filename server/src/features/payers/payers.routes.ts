import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import { seesTeamRecord } from '@kerb/domain/agreements/save.ts';
import { decideApprover, isEnteredBy, isEnteredByMade } from '@kerb/domain/payers/contact-setters.ts';
import { payerEndpoints } from '@kerb/domain/payers/payers.contract.ts';
import { seesSharedContacts } from '@kerb/domain/payers/shared-contacts.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { campaignInScope, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { addPayerTo } from '@kerb/server/features/payers/add-payer.ts';
import { limitSending } from '@kerb/server/features/payers/limit-sending.ts';
import { nudgePayers } from '@kerb/server/features/payers/nudge-payers.ts';
import { payerView } from '@kerb/server/features/payers/payer-view.ts';
import { type PayerRecord, payerOfCampaign, payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { previewMessages } from '@kerb/server/features/payers/preview-messages.ts';
import { removePayer } from '@kerb/server/features/payers/remove-payer.ts';
import { sendToPayer, sendToPayers } from '@kerb/server/features/payers/send-campaign.ts';
import { sharedContactsOf } from '@kerb/server/features/payers/shared-contacts.ts';
import { showPaymentUrl } from '@kerb/server/features/payers/show-payment-url.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { countAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { isOnlyAdmin, settersOf } from '@kerb/server/platform/second-person/setters.ts';
import { inTransaction, type Work } from '@kerb/server/platform/work.ts';

/** What an admin is warned of before they approve the loan: whose contacts these are, and who entered them. */
async function approversWarnings(
  { db, clock }: Deps,
  { actor }: AccessScope,
  agreement: { id: number; createdByUserId: number | null },
  payers: readonly PayerRecord[],
) {
  const shared = await sharedContactsOf(db, agreement.id);
  const { userId } = realActorOf(actor);
  const person = { userId, now: clock.now(), isOnlyAdmin: await isOnlyAdmin(db, userId) };
  const setters = await settersOf(db, payers);
  const decided = decideApprover({ ...agreement, payers }, setters, person);
  const isAlone = decided.ok && decided.value.isAlone;
  return (payer: PayerRecord) => {
    const sharedContacts = shared.get(payer.id);
    const isByYou = isEnteredBy(payer, agreement, userId);
    const isByMade = isEnteredByMade(payer, setters, person);
    return {
      ...(sharedContacts && { sharedContacts }),
      ...(isByYou && { contactsEnteredByYou: true }),
      ...(isByMade && { contactsEnteredByMade: true }),
      ...((isByYou || isByMade) && isAlone && { isAlone }),
    };
  };
}

export function payerRoutes(app: App, deps: Deps): void {
  const answer = async (work: Work, scope: AccessScope, id: number, payerId: number) => {
    const payer = await payerOfCampaign(work.tx, id, payerId);
    return payerView(deps, payer, scope.actor);
  };

  mount(app, payerEndpoints.list, async ({ scope, params, query }) => {
    const agreement = await campaignInScope(deps.db, scope, params.id);
    const standing = standingTowards(scope.actor, agreement);
    const all = await payersOf(deps.db, params.id);
    const isAsked = ({ externalRef }: PayerRecord) => seesTeamRecord(standing) && externalRef === query.externalRef;
    const payers = query.externalRef === undefined ? all : all.filter(isAsked);
    const isWarned = seesSharedContacts(standing);
    const warnings = isWarned ? await approversWarnings(deps, scope, agreement, payers) : null;
    return { items: payers.map((payer) => ({ ...payerView(deps, payer, scope.actor), ...warnings?.(payer) })) };
  });

  mount(app, payerEndpoints.add, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      const agreement = await lockCampaign(work.tx, scope, params.id);
      return answer(work, scope, params.id, await addPayerTo(work, scope, agreement, body));
    }),
  );

  mount(app, payerEndpoints.remove, ({ scope, by, params }) =>
    inTransaction(deps, by, async (work) => {
      await removePayer(work, scope, params);
      return undefined;
    }),
  );

  mount(app, payerEndpoints.send, async ({ scope, by, params }) => {
    await limitSending(deps.db, scope, { id: params.id, vendorIds: [params.vendorId] });
    return inTransaction(deps, by, async (work) => {
      await sendToPayer(work, scope, params);
      return answer(work, scope, params.id, params.vendorId);
    });
  });

  mount(app, payerEndpoints.showLink, async ({ scope, by, params, body }) => {
    await countAttempt(deps.db, 'linksShownPerPerson', String(realActorOf(scope.actor).userId));
    const asked = { ...params, use: body.for };
    return { paymentUrl: await inTransaction(deps, by, (work) => showPaymentUrl(work, scope, asked)) };
  });

  mount(app, payerEndpoints.preview, ({ scope, params, body }) => previewMessages(deps, scope, { ...params, ...body }));

  mount(app, payerEndpoints.nudge, async ({ scope, by, params, body }) => {
    await limitSending(deps.db, scope, { ...params, ...body });
    return inTransaction(deps, by, (work) => nudgePayers(work, scope, { ...params, ...body }));
  });

  mount(app, payerEndpoints.sendAll, async ({ scope, by, params, body }) => {
    await limitSending(deps.db, scope, { ...params, ...body });
    return inTransaction(deps, by, (work) => sendToPayers(work, scope, { ...params, ...body }));
  });
}
