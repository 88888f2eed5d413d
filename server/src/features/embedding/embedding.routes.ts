import { embeddingEndpoints as endpoints } from '@kerb/domain/embedding/embedding.contract.ts';
import { embedFileRoutes } from '@kerb/server/features/embedding/embed-files.ts';
import { embedPageRoutes } from '@kerb/server/features/embedding/embed-pages.routes.ts';
import { embeddingOf, replaceEmbedKey, saveEmbedding } from '@kerb/server/features/embedding/embed-settings.ts';
import { endPayButton, makePayButton, payButtonOf } from '@kerb/server/features/embedding/pay-button.ts';
import { payPageRoutes } from '@kerb/server/features/embedding/pay-page.routes.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction, type Work } from '@kerb/server/platform/work.ts';

/** What an organisation shows on its own website: its settings, the frames, and the page that a Pay button opens. */
export function embeddingRoutes(app: App, deps: Deps): void {
  const { config } = deps;
  const within = ({ tx }: Work) => ({ db: tx, config });

  mount(app, endpoints.read, ({ scope, params }) => embeddingOf(deps, scope, params.tenantId));

  mount(app, endpoints.save, ({ scope, by, params: { tenantId }, body: sent, ifMatch }) =>
    inTransaction(deps, by, async (work) => {
      await saveEmbedding(work, scope, { tenantId, sent, ifMatch });
      return embeddingOf(within(work), scope, tenantId);
    }),
  );

  mount(app, endpoints.replaceKey, ({ scope, by, params: { tenantId } }) =>
    inTransaction(deps, by, async (work) => {
      await replaceEmbedKey(work, scope, tenantId);
      return embeddingOf(within(work), scope, tenantId);
    }),
  );

  mount(app, endpoints.button, ({ scope, params }) => payButtonOf(deps, scope, params.id));

  mount(app, endpoints.makeButton, ({ scope, by, params: { id } }) =>
    inTransaction(deps, by, async (work) => {
      await makePayButton(work, scope, id);
      return payButtonOf(within(work), scope, id);
    }),
  );

  mount(app, endpoints.endButton, ({ scope, by, params }) =>
    inTransaction(deps, by, async (work) => {
      await endPayButton(work, scope, params.id);
      return undefined;
    }),
  );

  embedFileRoutes(app);
  embedPageRoutes(app, deps);
  payPageRoutes(app, deps);
}
