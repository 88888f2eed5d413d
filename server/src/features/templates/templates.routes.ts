import { templateEndpoints } from '@kerb/domain/notifications/templates.contract.ts';
import { changeTemplate, restoreTemplate } from '@kerb/server/features/templates/change-templates.ts';
import { versionsOf, viewTemplate, viewTemplates } from '@kerb/server/features/templates/templates-view.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

/** The templates of the messages to payers. */
export function templateRoutes(app: App, deps: Deps): void {
  mount(app, templateEndpoints.list, () => viewTemplates(deps.db));

  mount(app, templateEndpoints.versions, async ({ params }) => ({ items: await versionsOf(deps.db, params.kind) }));

  mount(app, templateEndpoints.change, ({ by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await changeTemplate(work, params.kind, body);
      return viewTemplate(work.tx, params.kind);
    }),
  );

  mount(app, templateEndpoints.restore, ({ by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await restoreTemplate(work, params.kind, body);
      return viewTemplate(work.tx, params.kind);
    }),
  );
}
