import type { Sight } from '@kerb/domain/access/sight.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { signatoryEndpoints } from '@kerb/domain/signing/signatories.contract.ts';
import { campaignInSight, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { addPayerTo } from '@kerb/server/features/payers/add-payer.ts';
import { limitSending } from '@kerb/server/features/payers/limit-sending.ts';
import { signatoriesInSight, signatoryInSight } from '@kerb/server/features/payers/payers.repository.ts';
import { removePayer } from '@kerb/server/features/payers/remove-payer.ts';
import { holdSignatory, saveDetails } from '@kerb/server/features/payers/save-signatory.ts';
import { verifyContact } from '@kerb/server/features/payers/verify-contact.ts';
import { requestSignature } from '@kerb/server/features/signing/request-signature.ts';
import { sendAgreement } from '@kerb/server/features/signing/send-agreement.ts';
import { signatoryViews } from '@kerb/server/features/signing/signatory-view.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { Problem } from '@kerb/server/platform/http/problem.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

type Which = { agreementId?: number | undefined; financeApplicationId?: number | undefined };

const answering =
  ({ secrets }: Deps) =>
  async (connection: Database | Tx, sight: Sight, id: number) => {
    const found = await signatoryInSight({ db: connection, secrets }, sight, id);
    const [view] = await signatoryViews(connection, [found], sight.actor);
    return must(view, `view of signatory ${id}`);
  };

export function signatoryRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  const answer = answering(deps);

  mount(app, signatoryEndpoints.list, async ({ sight, query }) => {
    const { agreementId, financeApplicationId }: Which = query;
    if (agreementId === undefined && financeApplicationId === undefined) {
      throw new Problem(400, 'invalid', 'Say whose signatories: financeApplicationId or agreementId.');
    }
    if (agreementId !== undefined) await campaignInSight(db, sight, agreementId);
    const which = {
      ...(agreementId !== undefined && { agreementId }),
      ...(financeApplicationId !== undefined && { financeApplicationId }),
    };
    const records = await signatoriesInSight(deps, sight, which);
    return { signatories: await signatoryViews(db, records, sight.actor) };
  });

  mount(app, signatoryEndpoints.get, ({ sight, params }) => answer(db, sight, params.id));

  mount(app, signatoryEndpoints.create, ({ sight, by, body: { agreement: agreementId, ...body } }) =>
    inTransaction(deps, by, async (work) => {
      const agreement = await lockCampaign(work.tx, sight, agreementId);
      const { firstName, surname, emailAddress, mobilePhone, ...details } = body;
      const id = await addPayerTo(work, agreement, { firstName, surname, emailAddress, mobilePhone });
      await saveDetails(work, sight, await holdSignatory(work, sight, id), details);
      return answer(work.tx, sight, id);
    }),
  );

  mount(app, signatoryEndpoints.save, ({ sight, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await saveDetails(work, sight, await holdSignatory(work, sight, params.id), body);
      return answer(work.tx, sight, params.id);
    }),
  );

  mount(app, signatoryEndpoints.remove, ({ sight, by, params }) =>
    inTransaction(deps, by, async (work) => {
      const { agreement, signatory } = await holdSignatory(work, sight, params.id);
      await removePayer(work, sight, { id: agreement.id, vendorId: signatory.id });
      return undefined;
    }),
  );

  codeRoutes(app, deps);
}

/** Messages to a signatory: codes, and the agreement. */
function codeRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  const answer = answering(deps);

  mount(app, signatoryEndpoints.verifyContact, async ({ sight, by, params, body }) => {
    await verifyContact(deps, sight, by, { ...params, ...body });
    return answer(db, sight, params.id);
  });

  mount(app, signatoryEndpoints.sendAgreement, async ({ sight, by, params }) => {
    const signatory = await signatoryInSight(deps, sight, params.id);
    await limitSending(db, sight, { id: signatory.agreementId, vendorIds: [signatory.id] });
    return inTransaction(deps, by, async (work) => {
      await sendAgreement(work, sight, params.id);
      return answer(work.tx, sight, params.id);
    });
  });

  mount(app, signatoryEndpoints.requestSignature, ({ sight, by, params, body }) =>
    requestSignature(deps, sight, by, { ...params, ...body }),
  );
}
