import { realActorOf } from '@kerb/domain/access/actor.ts';
import { commentEndpoints } from '@kerb/domain/comments/comments.contract.ts';
import { commentedCampaign, commentsOf, readersOf } from '@kerb/server/features/comments/comments.repository.ts';
import { addComment, removeComment } from '@kerb/server/features/comments/write-comment.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { countAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function commentRoutes(app: App, deps: Deps): void {
  mount(app, commentEndpoints.list, async ({ scope, params, query }) => {
    const { id } = await commentedCampaign(deps.db, scope, params.id);
    return commentsOf(deps.db, scope.actor, { id, before: query.before });
  });

  mount(app, commentEndpoints.people, async ({ scope, params }) => {
    const { id } = await commentedCampaign(deps.db, scope, params.id);
    return { items: await readersOf(deps.db, id) };
  });

  // Each comment may send e-mails to many people.
  mount(app, commentEndpoints.add, async ({ scope, by, params, body }) => {
    await countAttempt(deps.db, 'commentsPerPerson', String(realActorOf(scope.actor).userId));
    return inTransaction(deps, by, (work) => addComment(work, scope, { ...params, ...body }));
  });

  mount(app, commentEndpoints.remove, ({ scope, by, params }) =>
    inTransaction(deps, by, (work) => removeComment(work, scope, params)),
  );
}
