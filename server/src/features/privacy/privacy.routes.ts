import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isOwnRecord } from '@kerb/domain/access/actor.ts';
import { isLocked } from '@kerb/domain/payers/payer-details.ts';
import { privacyEndpoints } from '@kerb/domain/privacy/privacy.contract.ts';
import { openedByTeam, viewingAs } from '@kerb/server/features/payers/only-the-payer.ts';
import { findSignatory } from '@kerb/server/features/payers/payers.repository.ts';
import { allDue, askDueErasures, askErasure, dueSubject } from '@kerb/server/features/privacy/ask-erasure.ts';
import { dueCampaignView } from '@kerb/server/features/privacy/campaigns-without-payers.ts';
import { askClosing, closingOf, keepAccount } from '@kerb/server/features/privacy/close-account.ts';
import { duePayerView, erasureView, openAct } from '@kerb/server/features/privacy/erasure.repository.ts';
import { type Whose, whoseAccount } from '@kerb/server/features/privacy/payer-file.ts';
import { personalFileOf } from '@kerb/server/features/privacy/personal-file.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { countAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { notFound, notPermitted, Problem } from '@kerb/server/platform/problems/problem.ts';
import { type By, inTransaction } from '@kerb/server/platform/work.ts';

/** The owner of an account. A Payment URL gives no access to it, and an admin who impersonates somebody has none. */
function ownerOf({ actor }: AccessScope): number {
  if (actor.onlyAgreementId !== undefined) throw notPermitted();
  if (actor.viewedBy) throw viewingAs();
  return actor.userId;
}

/** A payer who came by a Payment URL, after a code: the same person in one campaign, without an account. */
async function whosePayer({ db, secrets, country }: Deps, scope: AccessScope, id: number): Promise<Whose> {
  const { actor } = scope;
  // A person with an account downloads the file of the account, with a proof of identity.
  const payer = actor.onlyAgreementId === undefined ? null : await findSignatory({ db, secrets, country }, scope, id);
  if (actor.viewedBy) throw viewingAs();
  if (!payer || !isOwnRecord(actor, payer)) throw notFound('payer');
  if (actor.signIn?.openedBy) throw openedByTeam();
  if (isLocked(actor, payer)) {
    throw new Problem(403, 'locked', 'Enter the code that we send you to download your data.');
  }
  return { userId: payer.userId, payerIds: [payer.id], agreementIds: [payer.agreementId], isAccount: false };
}

function closingRoutes(app: App, deps: Deps): void {
  mount(app, privacyEndpoints.closing, ({ scope }) => closingOf(deps.db, ownerOf(scope)));

  mount(app, privacyEndpoints.close, ({ scope, by }) =>
    inTransaction(deps, by, async (work) => {
      await askClosing(work, ownerOf(scope));
      return closingOf(work.tx, ownerOf(scope));
    }),
  );

  mount(app, privacyEndpoints.keep, ({ scope, by }) =>
    inTransaction(deps, by, async (work) => {
      await keepAccount(work, ownerOf(scope));
      return closingOf(work.tx, ownerOf(scope));
    }),
  );
}

export function privacyRoutes(app: App, deps: Deps): void {
  const { db, country, clock } = deps;
  closingRoutes(app, deps);

  async function fileFor(by: By, whose: Whose) {
    // A Payment URL has a limit of its own, as in every queue: its account may be another person's.
    await countAttempt(db, 'ownDataPerPerson', whose.isAccount ? String(whose.userId) : `payer ${whose.payerIds}`);
    const [agreementId] = whose.isAccount ? [] : whose.agreementIds;
    await inTransaction(deps, by, (work) =>
      record(work, {
        activityCode: 'user_update',
        userId: whose.userId,
        description: 'Own data downloaded',
        ...(agreementId !== undefined && { agreementId }),
        isOnlyRead: true,
      }),
    );
    return personalFileOf(deps, whose, clock.now());
  }

  const dueView = async (from: Database | Tx) => {
    const { payers, campaigns } = await allDue(from, country, clock.now());
    const items = [
      ...payers.map((payer) => duePayerView(payer, country)),
      ...campaigns.map((campaign) => dueCampaignView(campaign, country)),
    ];
    const pendingAct = await openAct(from, 'dispose-due', dueSubject);
    return { items, totalItems: items.length, pendingAct };
  };

  mount(app, privacyEndpoints.ownData, async ({ scope, by }) => fileFor(by, await whoseAccount(db, ownerOf(scope))));

  mount(app, privacyEndpoints.payerData, async ({ scope, by, params }) =>
    fileFor(by, await whosePayer(deps, scope, params.id)),
  );

  mount(app, privacyEndpoints.erasure, ({ params }) => erasureView(db, country, clock.now(), params.id));

  mount(app, privacyEndpoints.erase, ({ by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await askErasure(work, params.id, body.reason);
      return erasureView(work.tx, country, work.now, params.id);
    }),
  );

  mount(app, privacyEndpoints.due, () => dueView(db));

  mount(app, privacyEndpoints.eraseDue, ({ by, body }) =>
    inTransaction(deps, by, async (work) => {
      await askDueErasures(work, body.reason);
      return dueView(work.tx);
    }),
  );
}
