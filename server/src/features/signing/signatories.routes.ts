import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { SignInProof } from '@kerb/domain/payers/payer-proof.ts';
import { signatoryEndpoints } from '@kerb/domain/signing/signatories.contract.ts';
import { isSync } from '@kerb/domain/wire/sync.ts';
import { campaignInScope, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { type Asked, changedOf, inOrderOf, refuseOthers } from '@kerb/server/features/agreements/changed-records.ts';
import { addPayerTo } from '@kerb/server/features/payers/add-payer.ts';
import { limitSending } from '@kerb/server/features/payers/limit-sending.ts';
import { signatoriesInScope, signatoryInScope } from '@kerb/server/features/payers/payers.repository.ts';
import { removePayer } from '@kerb/server/features/payers/remove-payer.ts';
import { holdSignatory, saveDetails } from '@kerb/server/features/payers/save-signatory.ts';
import { unlockDetails } from '@kerb/server/features/payers/unlock-details.ts';
import { verifyContact } from '@kerb/server/features/payers/verify-contact.ts';
import { requestSignature } from '@kerb/server/features/signing/request-signature.ts';
import { sendAgreement } from '@kerb/server/features/signing/send-agreement.ts';
import { signatoryViews } from '@kerb/server/features/signing/signatory-view.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

type Which = {
  agreementId?: number | undefined;
  financeApplicationId?: number | undefined;
  externalRef?: string | undefined;
};

const answering =
  ({ secrets, country }: Deps) =>
  async (connection: Database | Tx, scope: AccessScope, id: number) => {
    const found = await signatoryInScope({ db: connection, secrets, country }, scope, id);
    const [view] = await signatoryViews(connection, [found], scope.actor);
    return must(view, `view of signatory ${id}`);
  };

/** Payers in the order of their changes, for a program that keeps a copy. */
async function changedSignatories(deps: Deps, scope: AccessScope, query: Asked & Which) {
  refuseOthers(query, ['financeApplicationId', 'externalRef']);
  const { ids, ...rest } = await changedOf(deps.db, scope, 'payer', query);
  const records = inOrderOf(ids, await signatoriesInScope(deps, scope, { ids }));
  return { signatories: await signatoryViews(deps.db, records, scope.actor), ...rest };
}

export function signatoryRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  const answer = answering(deps);

  mount(app, signatoryEndpoints.list, async ({ scope, query }) => {
    const { agreementId, financeApplicationId, externalRef }: Which = query;
    if (isSync(query)) return changedSignatories(deps, scope, query);
    if (agreementId === undefined && financeApplicationId === undefined && externalRef === undefined) {
      throw new Problem(400, 'invalid', 'Say whose signatories: financeApplicationId, agreementId or externalRef.');
    }
    if (agreementId !== undefined) await campaignInScope(db, scope, agreementId);
    const which = {
      ...(agreementId !== undefined && { agreementId }),
      ...(financeApplicationId !== undefined && { financeApplicationId }),
      ...(externalRef !== undefined && { externalRef }),
    };
    // Payers must not learn by filtering what they may not see.
    if (externalRef !== undefined && scope.asPayer) return { signatories: [] };
    const records = await signatoriesInScope(deps, scope, which);
    return { signatories: await signatoryViews(db, records, scope.actor) };
  });

  mount(app, signatoryEndpoints.get, ({ scope, params }) => answer(db, scope, params.id));

  mount(app, signatoryEndpoints.create, ({ scope, by, body: { agreement: agreementId, ...body } }) =>
    inTransaction(deps, by, async (work) => {
      const agreement = await lockCampaign(work.tx, scope, agreementId);
      const { firstName, surname, emailAddress, mobilePhone, ...details } = body;
      const id = await addPayerTo(work, scope, agreement, { firstName, surname, emailAddress, mobilePhone });
      await saveDetails(work, scope, await holdSignatory(work, scope, id), details);
      return answer(work.tx, scope, id);
    }),
  );

  mount(app, signatoryEndpoints.save, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await saveDetails(work, scope, await holdSignatory(work, scope, params.id), body);
      return answer(work.tx, scope, params.id);
    }),
  );

  mount(app, signatoryEndpoints.remove, ({ scope, by, params }) =>
    inTransaction(deps, by, async (work) => {
      const { agreement, signatory } = await holdSignatory(work, scope, params.id);
      await removePayer(work, scope, { id: agreement.id, vendorId: signatory.id });
      return undefined;
    }),
  );

  codeRoutes(app, deps);
}

/** The scope after a right code, with what it has proved. */
function afterCode(scope: AccessScope, proved: SignInProof | null): AccessScope {
  const { signIn } = scope.actor;
  return proved && signIn ? { ...scope, actor: { ...scope.actor, signIn: { ...signIn, ...proved } } } : scope;
}

/** Messages to a signatory: codes, and the agreement. */
function codeRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  const answer = answering(deps);

  mount(app, signatoryEndpoints.verifyContact, async ({ scope, by, params, body }) => {
    const proved = await verifyContact(deps, scope, by, { ...params, ...body });
    return answer(db, afterCode(scope, proved), params.id);
  });

  mount(app, signatoryEndpoints.unlock, async ({ scope, by, params, body }) => {
    const proved = await unlockDetails(deps, scope, by, { ...params, ...body });
    return answer(db, afterCode(scope, proved), params.id);
  });

  mount(app, signatoryEndpoints.sendAgreement, async ({ scope, by, params }) => {
    const signatory = await signatoryInScope(deps, scope, params.id);
    await limitSending(db, scope, { id: signatory.agreementId, vendorIds: [signatory.id] });
    return inTransaction(deps, by, async (work) => {
      await sendAgreement(work, scope, params.id);
      return answer(work.tx, scope, params.id);
    });
  });

  mount(app, signatoryEndpoints.requestSignature, ({ scope, by, params, body }) =>
    requestSignature(deps, scope, by, { ...params, ...body }),
  );
}
