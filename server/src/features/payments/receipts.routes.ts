import { receiptEndpoints } from '@kerb/domain/payments/receipts.contract.ts';
import { confirmationInScope, invoiceInScope } from '@kerb/server/features/payments/draw-receipts.ts';
import { sendReceipt } from '@kerb/server/features/payments/send-receipt.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { sendFile } from '@kerb/server/platform/http/send-file.ts';

export function receiptRoutes(app: App, deps: Deps): void {
  mount(app, receiptEndpoints.send, ({ scope, by, params, body }) =>
    sendReceipt(deps, { scope, by, id: params.id, body }),
  );

  mount(app, receiptEndpoints.confirmation, async ({ scope, params, reply }) =>
    sendFile(reply, await confirmationInScope(deps, scope, params.id)),
  );

  mount(app, receiptEndpoints.invoice, async ({ scope, params, reply }) =>
    sendFile(reply, await invoiceInScope(deps, scope, params.id)),
  );
}
