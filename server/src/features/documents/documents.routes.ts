import { documentEndpoints } from '@kerb/domain/documents/documents.contract.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { isSync } from '@kerb/domain/wire/sync.ts';
import { campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changedOf, inOrderOf, refuseOthers } from '@kerb/server/features/agreements/changed-records.ts';
import { attachAsset } from '@kerb/server/features/documents/attach-asset.ts';
import {
  documentInScope,
  documentsInScope,
  documentView,
} from '@kerb/server/features/documents/documents.repository.ts';
import { downloadAsset, sendThumbnail } from '@kerb/server/features/documents/download-asset.ts';
import { refileAttachment } from '@kerb/server/features/documents/refile-attachment.ts';
import { removeAttachment } from '@kerb/server/features/documents/remove-attachment.ts';
import { uploadAsset } from '@kerb/server/features/documents/upload-asset.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { removeLeftovers } from '@kerb/server/platform/files/received-file.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { invalid } from '@kerb/server/platform/problems/problem.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function documentRoutes(app: App, deps: Deps): void {
  app.addHook('onReady', () => removeLeftovers(deps.config.dataDir));

  mount(app, documentEndpoints.upload, ({ scope, request, withContent }) =>
    uploadAsset(deps, scope, { request, withContent }),
  );

  mount(app, documentEndpoints.download, ({ scope, by, params, reply }) =>
    downloadAsset(deps, scope, { id: params.id, by, reply }),
  );

  mount(app, documentEndpoints.thumbnail, ({ scope, by, params, reply }) =>
    sendThumbnail(deps, scope, { id: params.id, by, reply }),
  );

  mount(app, documentEndpoints.list, async ({ scope, query }) => {
    const { agreementId, externalRef } = query;
    if (isSync(query)) {
      refuseOthers(query, ['externalRef', 'purpose']);
      const { ids, ...rest } = await changedOf(deps.db, scope, 'document', query);
      const changed = inOrderOf(ids, await documentsInScope(deps.db, scope, { ids }));
      return { items: changed.map((each) => documentView(each, scope.actor)), ...rest };
    }
    if (agreementId === undefined && externalRef === undefined) {
      throw invalid(fieldError('agreementId', 'missing', 'Say whose documents: agreementId or externalRef.'));
    }
    if (agreementId !== undefined) await campaignInScope(deps.db, scope, agreementId);
    // Payers must not learn by filtering what they may not see.
    if (externalRef !== undefined && scope.asPayer) return { items: [] };
    const documents = await documentsInScope(deps.db, scope, {
      ...(agreementId !== undefined && { agreementId }),
      ...(externalRef !== undefined && { externalRef }),
    });
    const isAsked = (purpose: string) => query.purpose === undefined || query.purpose === purpose;
    return {
      items: documents.filter(({ purpose }) => isAsked(purpose)).map((each) => documentView(each, scope.actor)),
    };
  });

  mount(app, documentEndpoints.get, async ({ scope, params }) => {
    return documentView(await documentInScope(deps.db, scope, params.id), scope.actor);
  });

  mount(app, documentEndpoints.attach, ({ scope, by, body }) =>
    inTransaction(deps, by, (work) => attachAsset(work, scope, body)),
  );

  mount(app, documentEndpoints.refile, ({ scope, by, params, body }) =>
    inTransaction(deps, by, (work) => refileAttachment(work, scope, params.id, body)),
  );

  mount(app, documentEndpoints.remove, ({ scope, by, params }) =>
    inTransaction(deps, by, async (work) => {
      await removeAttachment(work, scope, params.id, deps);
      return undefined;
    }),
  );
}
