import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { hasMoney } from '@kerb/domain/payments/campaign-money.ts';
import { decideVoidInvoice } from '@kerb/domain/payments/invoices.ts';
import { type ListedPayment, paymentEndpoints } from '@kerb/domain/payments/payments.contract.ts';
import { campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { accountingRoutes } from '@kerb/server/features/payments/accounting.routes.ts';
import { chooseMethod } from '@kerb/server/features/payments/choose-method.ts';
import { invoicesOf } from '@kerb/server/features/payments/invoices.repository.ts';
import { moneyFactsOf } from '@kerb/server/features/payments/money-facts.ts';
import { payCampaign } from '@kerb/server/features/payments/pay-campaign.ts';
import { paymentDetails } from '@kerb/server/features/payments/payment-details.ts';
import { invoiceView, paymentView, refundView } from '@kerb/server/features/payments/payment-view.ts';
import { paymentsOf } from '@kerb/server/features/payments/payments.repository.ts';
import { receiveEvent } from '@kerb/server/features/payments/receive-event.ts';
import { refundableAmount, refundPart } from '@kerb/server/features/payments/refund-part.ts';
import { refundsOf } from '@kerb/server/features/payments/refunds.repository.ts';
import { voidInvoice } from '@kerb/server/features/payments/void-invoice.ts';
import { decideVoid, voidPayment } from '@kerb/server/features/payments/void-payment.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { withRawBody } from '@kerb/server/platform/http/raw-body.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

/** The payments of a campaign, the newest first, with what can be done with each now. */
async function listPayments({ db, country }: Deps, scope: AccessScope, id: number): Promise<ListedPayment[]> {
  const agreement = await campaignInScope(db, scope, id);
  const facts = await moneyFactsOf(db, agreement);
  const refunds = await refundsOf(db, agreement.id);
  return facts.payments.toReversed().map((payment) => ({
    ...paymentView(payment),
    mayVoid: decideVoid(facts, agreement, payment, country).ok,
    refundableAmount: refundableAmount(facts, agreement, payment, country),
    refunds: refunds.filter(({ paymentId }) => paymentId === payment.id).map(refundView),
  }));
}

export function paymentRoutes(app: App, deps: Deps): void {
  accountingRoutes(app, deps);

  mount(app, paymentEndpoints.pay, ({ scope, by, params, body, once }) =>
    payCampaign(deps, { id: params.id, scope, by, body, once }),
  );

  mount(app, paymentEndpoints.details, ({ scope, params }) => paymentDetails(deps, deps.db, scope, params.id));

  mount(app, paymentEndpoints.chooseMethod, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await chooseMethod(work, scope, { id: params.id, intent: body.intent });
      return paymentDetails(deps, work.tx, scope, params.id);
    }),
  );

  mount(app, paymentEndpoints.list, async ({ scope, params }) => ({
    items: await listPayments(deps, scope, params.id),
  }));

  mount(app, paymentEndpoints.invoices, async ({ scope, params }) => {
    const campaign = { hasMoney: hasMoney((await campaignInScope(deps.db, scope, params.id)).books) };
    const isPending = (await paymentsOf(deps.db, params.id)).some(({ status }) => status === 'pending');
    const items = (await invoicesOf(deps.db, params.id)).toReversed().map((invoice) => ({
      ...invoiceView(deps, invoice, isPending && invoice.status === 'issued'),
      mayVoid: decideVoidInvoice(invoice, campaign).ok,
    }));
    return { items };
  });

  mount(app, paymentEndpoints.voidPayment, async ({ scope, by, params, body }) =>
    paymentView(await voidPayment(deps, { scope, by, id: params.id, reason: body.reason })),
  );

  mount(app, paymentEndpoints.refund, ({ scope, by, params, body, once }) =>
    refundPart(deps, { scope, by, id: params.id, body, once }),
  );

  mount(app, paymentEndpoints.voidInvoice, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) =>
      invoiceView(deps, await voidInvoice(work, scope, { id: params.id, reason: body.reason }), false),
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
