import { paymentEndpoints } from '@kerb/domain/payments/payments.contract.ts';
import { campaignInSight } from '@kerb/server/features/agreements/agreements.repository.ts';
import { chooseMethod } from '@kerb/server/features/payments/choose-method.ts';
import { invoicesOf } from '@kerb/server/features/payments/invoices.repository.ts';
import { payCampaign } from '@kerb/server/features/payments/pay-campaign.ts';
import { paymentDetails } from '@kerb/server/features/payments/payment-details.ts';
import { invoiceView, paymentView } from '@kerb/server/features/payments/payment-view.ts';
import { paymentsOf } from '@kerb/server/features/payments/payments.repository.ts';
import { receiveEvent } from '@kerb/server/features/payments/receive-event.ts';
import { voidInvoice } from '@kerb/server/features/payments/void-invoice.ts';
import { voidPayment } from '@kerb/server/features/payments/void-payment.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { withRawBody } from '@kerb/server/platform/http/raw-body.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function paymentRoutes(app: App, deps: Deps): void {
  mount(app, paymentEndpoints.pay, ({ sight, by, params, body, once }) =>
    payCampaign(deps, { id: params.id, sight, by, body, once }),
  );

  mount(app, paymentEndpoints.details, ({ sight, params }) => paymentDetails(deps, deps.db, sight, params.id));

  mount(app, paymentEndpoints.chooseMethod, ({ sight, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await chooseMethod(work, sight, { id: params.id, intent: body.intent });
      return paymentDetails(deps, work.tx, sight, params.id);
    }),
  );

  mount(app, paymentEndpoints.list, async ({ sight, params }) => {
    await campaignInSight(deps.db, sight, params.id);
    return { items: (await paymentsOf(deps.db, params.id)).map(paymentView) };
  });

  mount(app, paymentEndpoints.invoices, async ({ sight, params }) => {
    await campaignInSight(deps.db, sight, params.id);
    const isPending = (await paymentsOf(deps.db, params.id)).some(({ status }) => status === 'pending');
    const items = (await invoicesOf(deps.db, params.id)).toReversed();
    return { items: items.map((invoice) => invoiceView(deps, invoice, isPending && invoice.status === 'issued')) };
  });

  mount(app, paymentEndpoints.voidPayment, async ({ sight, by, params, body }) =>
    paymentView(await voidPayment(deps, { sight, by, id: params.id, reason: body.reason })),
  );

  mount(app, paymentEndpoints.voidInvoice, ({ sight, by, params, body }) =>
    inTransaction(deps, by, async (work) =>
      invoiceView(deps, await voidInvoice(work, sight, { id: params.id, reason: body.reason }), false),
    ),
  );

  // The signature covers the raw bytes, so the body must not be parsed and serialised again.
  withRawBody(app, 65_536, (scope) =>
    mount(scope, paymentEndpoints.gatewayEvent, async ({ request }) => {
      await receiveEvent(deps, request);
      return undefined;
    }),
  );
}
