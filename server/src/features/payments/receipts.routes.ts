import { receiptEndpoints } from '@kerb/domain/payments/receipts.contract.ts';
import { confirmationInSight, invoiceInSight } from '@kerb/server/features/payments/draw-receipts.ts';
import { sendReceipt } from '@kerb/server/features/payments/send-receipt.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { sendFile } from '@kerb/server/platform/http/send-file.ts';

export function receiptRoutes(app: App, deps: Deps): void {
  mount(app, receiptEndpoints.send, ({ sight, by, params, body }) =>
    sendReceipt(deps, { sight, by, id: params.id, body }),
  );

  mount(app, receiptEndpoints.confirmation, async ({ sight, params, reply }) =>
    sendFile(reply, await confirmationInSight(deps, sight, params.id)),
  );

  mount(app, receiptEndpoints.invoice, async ({ sight, params, reply }) =>
    sendFile(reply, await invoiceInSight(deps, sight, params.id)),
  );
}
