import { loanEndpoints } from '@kerb/domain/loans/loans.contract.ts';
import { campaignInSight } from '@kerb/server/features/agreements/agreements.repository.ts';
import {
  agreementInSight,
  invoiceInSight,
  payoutLetterInSight,
} from '@kerb/server/features/loans/draw-loan-documents.ts';
import { contactsOf } from '@kerb/server/features/loans/loan-contacts.ts';
import { readLoan } from '@kerb/server/features/loans/loan-view.ts';
import { generateInvoice, sendInvoice } from '@kerb/server/features/loans/make-invoice.ts';
import { confirmPayoutLetter, issuePayoutLetter } from '@kerb/server/features/loans/payout-letters.ts';
import { readCalculator } from '@kerb/server/features/loans/read-calculator.ts';
import { sendApprovedEmail } from '@kerb/server/features/loans/send-approved-email.ts';
import { readFinanceTerms } from '@kerb/server/features/signing/finance-terms.ts';
import { countAttempt, networkOf } from '@kerb/server/platform/auth/throttle.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { sendFile } from '@kerb/server/platform/http/send-file.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function loanRoutes(app: App, deps: Deps): void {
  const countMessage = (userId: number) => countAttempt(deps.db, 'messagesPerPerson', String(userId));

  mount(app, loanEndpoints.get, ({ sight, params, query }) => readLoan(deps, sight, { ...params, date: query.date }));
  mount(app, loanEndpoints.terms, ({ sight, params }) => readFinanceTerms(deps, sight, params.id));

  mount(app, loanEndpoints.sendApprovedEmail, async ({ sight, by, params }) => {
    await countMessage(sight.actor.userId);
    return inTransaction(deps, by, (work) => sendApprovedEmail(work, sight, params.id));
  });
  mount(app, loanEndpoints.sendInvoice, async ({ sight, by, params, body }) => {
    await countMessage(sight.actor.userId);
    return inTransaction(deps, by, (work) => sendInvoice(work, sight, { ...params, ...body }));
  });
  mount(app, loanEndpoints.generateInvoice, ({ sight, by, params, body }) =>
    inTransaction(deps, by, (work) => generateInvoice(work, sight, { ...params, ...body })),
  );
  mount(app, loanEndpoints.invoiceContacts, async ({ sight, params }) => {
    const agreement = await campaignInSight(deps.db, sight, params.id);
    const { primary, secondary, message } = await contactsOf(deps.db, deps, agreement);
    return { primary, secondary, message };
  });

  mount(app, loanEndpoints.downloadInvoice, async ({ sight, params, reply }) =>
    sendFile(reply, await invoiceInSight(deps, sight, params.id)),
  );
  mount(app, loanEndpoints.downloadAgreement, async ({ sight, params, reply }) =>
    sendFile(reply, await agreementInSight(deps, sight, params.id)),
  );

  mount(app, loanEndpoints.issuePayoutLetter, async ({ sight, by, params, body }) => {
    await countMessage(sight.actor.userId);
    return inTransaction(deps, by, (work) => issuePayoutLetter(work, sight, { ...params, ...body }));
  });
  mount(app, loanEndpoints.downloadPayout, async ({ sight, params, reply }) =>
    sendFile(reply, await payoutLetterInSight(deps, sight, params)),
  );
  mount(app, loanEndpoints.confirmPayout, async ({ params, request }) => {
    await countAttempt(deps.db, 'payoutCodesPerAddress', networkOf(request.ip));
    return confirmPayoutLetter(deps, params.code);
  });
  mount(app, loanEndpoints.calculator, async ({ query, request }) => {
    await countAttempt(deps.db, 'calculatorPerAddress', networkOf(request.ip));
    return readCalculator(deps, query.brand);
  });
}
