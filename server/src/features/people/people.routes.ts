import { peopleEndpoints } from '@kerb/domain/people/people.contract.ts';
import { findAsset } from '@kerb/server/features/documents/documents.repository.ts';
import { sendAsset } from '@kerb/server/features/documents/download-asset.ts';
import { contactDetailRoutes } from '@kerb/server/features/people/contact-details.routes.ts';
import { endSignIns } from '@kerb/server/features/people/end-sign-ins.ts';
import { findPicture, listUsers, userById } from '@kerb/server/features/people/people.repository.ts';
import { resetSecondFactor } from '@kerb/server/features/people/reset-second-factor.ts';
import { createInvited, saveUser } from '@kerb/server/features/people/save-user.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function peopleRoutes(app: App, deps: Deps): void {
  mount(app, peopleEndpoints.list, ({ query }) => deps.reader.read(({ db }) => listUsers(db, query)));
  mount(app, peopleEndpoints.get, ({ params }) => userById(deps.db, params.id));
  mount(app, peopleEndpoints.picture, async ({ scope, params, reply }) => {
    const assetId = await findPicture(deps.db, scope, params.id);
    const asset = assetId === null ? undefined : await findAsset(deps.db, assetId);
    if (!asset) throw notFound('picture');
    return sendAsset(deps, asset, reply);
  });
  mount(app, peopleEndpoints.create, ({ by, body }) =>
    inTransaction(deps, by, async (work) => {
      const id = await createInvited(work, body);
      return userById(work.tx, id);
    }),
  );
  mount(app, peopleEndpoints.save, ({ by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await saveUser(work, params.id, body);
      return userById(work.tx, params.id);
    }),
  );
  mount(app, peopleEndpoints.resetSecondFactor, ({ by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await resetSecondFactor(work, params.id, body.reason);
      return userById(work.tx, params.id);
    }),
  );
  mount(app, peopleEndpoints.endSignIns, ({ by, params }) =>
    inTransaction(deps, by, async (work) => {
      await endSignIns(work, params.id);
      return userById(work.tx, params.id);
    }),
  );
  contactDetailRoutes(app, deps);
}
