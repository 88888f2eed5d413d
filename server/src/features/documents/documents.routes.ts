import { documentEndpoints } from '@kerb/domain/documents/documents.contract.ts';
import { campaignInSight } from '@kerb/server/features/agreements/agreements.repository.ts';
import { attachAsset } from '@kerb/server/features/documents/attach-asset.ts';
import {
  documentInSight,
  documentsInSight,
  documentView,
} from '@kerb/server/features/documents/documents.repository.ts';
import { downloadAsset, sendThumbnail } from '@kerb/server/features/documents/download-asset.ts';
import { refileAttachment } from '@kerb/server/features/documents/refile-attachment.ts';
import { removeAttachment } from '@kerb/server/features/documents/remove-attachment.ts';
import { uploadAsset } from '@kerb/server/features/documents/upload-asset.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { removeLeftovers } from '@kerb/server/platform/files/received-file.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function documentRoutes(app: App, deps: Deps): void {
  app.addHook('onReady', () => removeLeftovers(deps.config.dataDir));

  mount(app, documentEndpoints.upload, ({ sight, by, request }) => uploadAsset(deps, sight, by, request));

  mount(app, documentEndpoints.download, ({ sight, by, params, reply }) =>
    downloadAsset(deps, sight, { id: params.id, by, reply }),
  );

  mount(app, documentEndpoints.thumbnail, ({ sight, by, params, reply }) =>
    sendThumbnail(deps, sight, { id: params.id, by, reply }),
  );

  mount(app, documentEndpoints.list, async ({ sight, query }) => {
    await campaignInSight(deps.db, sight, query.agreementId);
    const documents = await documentsInSight(deps.db, sight, { agreementId: query.agreementId });
    const isAsked = (purpose: string) => query.purpose === undefined || query.purpose === purpose;
    return { items: documents.filter(({ purpose }) => isAsked(purpose)).map(documentView) };
  });

  mount(app, documentEndpoints.get, async ({ sight, params }) => {
    return documentView(await documentInSight(deps.db, sight, params.id));
  });

  mount(app, documentEndpoints.attach, ({ sight, by, body }) =>
    inTransaction(deps, by, (work) => attachAsset(work, sight, body)),
  );

  mount(app, documentEndpoints.refile, ({ sight, by, params, body }) =>
    inTransaction(deps, by, (work) => refileAttachment(work, sight, params.id, body)),
  );

  mount(app, documentEndpoints.remove, ({ sight, by, params }) =>
    inTransaction(deps, by, async (work) => {
      await removeAttachment(work, sight, params.id, deps);
      return undefined;
    }),
  );
}
