import { peopleEndpoints } from '@kerb/domain/people/people.contract.ts';
import { findAsset } from '@kerb/server/features/documents/documents.repository.ts';
import { sendAsset } from '@kerb/server/features/documents/download-asset.ts';
import { contactDetailRoutes } from '@kerb/server/features/people/contact-details.routes.ts';
import { findPicture, findUser, listUsers } from '@kerb/server/features/people/people.repository.ts';
import { resetSecondFactor } from '@kerb/server/features/people/reset-second-factor.ts';
import { createUser, saveUser } from '@kerb/server/features/people/save-user.ts';
import { sendInvite } from '@kerb/server/features/session/password-links.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { notFound } from '@kerb/server/platform/http/problem.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

async function mustFind(db: Database | Tx, id: number) {
  const user = await findUser(db, id);
  if (!user) throw notFound('user');
  return user;
}

export function peopleRoutes(app: App, deps: Deps): void {
  mount(app, peopleEndpoints.list, ({ query }) => listUsers(deps.db, query));
  mount(app, peopleEndpoints.get, ({ params }) => mustFind(deps.db, params.id));
  mount(app, peopleEndpoints.picture, async ({ sight, params, reply }) => {
    const assetId = await findPicture(deps.db, sight, params.id);
    const asset = assetId === null ? undefined : await findAsset(deps.db, assetId);
    if (!asset) throw notFound('picture');
    return sendAsset(deps, asset, reply);
  });
  mount(app, peopleEndpoints.create, ({ by, body }) =>
    inTransaction(deps, by, async (work) => {
      const id = await createUser(work, body);
      await sendInvite(work, id);
      return mustFind(work.tx, id);
    }),
  );
  mount(app, peopleEndpoints.save, ({ by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await saveUser(work, params.id, body);
      return mustFind(work.tx, params.id);
    }),
  );
  mount(app, peopleEndpoints.resetSecondFactor, ({ by, params }) =>
    inTransaction(deps, by, async (work) => {
      await resetSecondFactor(work, params.id);
      return mustFind(work.tx, params.id);
    }),
  );
  contactDetailRoutes(app, deps);
}
