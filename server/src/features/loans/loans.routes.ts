import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import { loanAccountEndpoints } from '@kerb/domain/loan-books/loan-account.contract.ts';
import { loanBookEndpoints } from '@kerb/domain/loan-books/loan-book.contract.ts';
import { loanEndpoints } from '@kerb/domain/loans/loans.contract.ts';
import { loanBookColumns, loanBookFileName } from '@kerb/domain/reports/loan-book-columns.ts';
import { loanBookLines, readLoanBook } from '@kerb/server/features/loan-books/loan-book.repository.ts';
import {
  agreementInScope,
  invoiceInScope,
  payoutLetterInScope,
} from '@kerb/server/features/loans/draw-loan-documents.ts';
import { loanInScope } from '@kerb/server/features/loans/loan-access.ts';
import {
  askWriteOffOf,
  readLoanAccount,
  repayLoan,
  reverseWriteOffOf,
  writeOffRestOf,
} from '@kerb/server/features/loans/loan-account.ts';
import { contactsOf } from '@kerb/server/features/loans/loan-contacts.ts';
import { loanRequestRoutes } from '@kerb/server/features/loans/loan-requests.routes.ts';
import { readStatement, statementInScope } from '@kerb/server/features/loans/loan-statement.ts';
import { readLoan } from '@kerb/server/features/loans/loan-view.ts';
import { generateInvoice, sendInvoice } from '@kerb/server/features/loans/make-invoice.ts';
import { confirmPayoutLetter, issuePayoutLetter } from '@kerb/server/features/loans/payout-letters.ts';
import { estimateCosts, readCalculator } from '@kerb/server/features/loans/read-calculator.ts';
import { sendApprovedEmail } from '@kerb/server/features/loans/send-approved-email.ts';
import { readFinanceTerms } from '@kerb/server/features/signing/finance-terms.ts';
import { streamCsv } from '@kerb/server/platform/csv/stream-csv.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { sendFile } from '@kerb/server/platform/http/send-file.ts';
import { countAttempt, networkOf } from '@kerb/server/platform/limits/throttle.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

/** Every loan that is owed. Only admins reach it, and they see every organisation. */
function loanBookRoutes(app: App, deps: Deps): void {
  mount(app, loanBookEndpoints.list, ({ query }) => readLoanBook(deps, query));
  mount(app, loanBookEndpoints.csv, async ({ scope, query, reply }) =>
    streamCsv(
      deps,
      { scope, reply },
      {
        what: 'loan-book',
        fileName: loanBookFileName(deps.country.brand),
        columns: loanBookColumns,
        ...(await loanBookLines(deps, query)),
      },
    ),
  );
}

/** A drawn loan as the ledger has it. */
function loanAccountRoutes(app: App, deps: Deps): void {
  mount(app, loanAccountEndpoints.get, ({ scope, params, query }) =>
    readLoanAccount({ db: deps.db, settings: deps, scope, now: deps.clock.now() }, params.id, query.date),
  );
  mount(app, loanAccountEndpoints.statement, ({ scope, params, query }) =>
    readStatement(deps, { scope, id: params.id, period: query }),
  );
  mount(app, loanAccountEndpoints.statementPdf, async ({ scope, params, query, reply }) =>
    sendFile(reply, await statementInScope(deps, { scope, id: params.id, period: query })),
  );
  mount(app, loanAccountEndpoints.repay, ({ scope, by, params, body, once }) =>
    inTransaction(deps, by, (work) => repayLoan(work, { scope, id: params.id, body, once })),
  );
  for (const [endpoint, step] of [
    [loanAccountEndpoints.writeOffRest, writeOffRestOf],
    [loanAccountEndpoints.askWriteOff, askWriteOffOf],
    [loanAccountEndpoints.reverseWriteOff, reverseWriteOffOf],
  ] as const) {
    mount(app, endpoint, ({ scope, by, params, body, once }) =>
      inTransaction(deps, by, (work) => step(work, { scope, id: params.id, body, once })),
    );
  }
}

export function loanRoutes(app: App, deps: Deps): void {
  loanAccountRoutes(app, deps);
  loanBookRoutes(app, deps);
  loanRequestRoutes(app, deps);
  const countMessage = ({ actor }: AccessScope) =>
    countAttempt(deps.db, 'messagesPerPerson', String(realActorOf(actor).userId));

  mount(app, loanEndpoints.get, ({ scope, params, query }) => readLoan(deps, scope, { ...params, date: query.date }));
  mount(app, loanEndpoints.terms, ({ scope, params }) => readFinanceTerms(deps, scope, params.id));

  mount(app, loanEndpoints.sendApprovedEmail, async ({ scope, by, params }) => {
    await countMessage(scope);
    return inTransaction(deps, by, (work) => sendApprovedEmail(work, scope, params.id));
  });
  mount(app, loanEndpoints.sendInvoice, async ({ scope, by, params, body }) => {
    await countMessage(scope);
    return inTransaction(deps, by, (work) => sendInvoice(work, scope, { ...params, ...body }));
  });
  mount(app, loanEndpoints.generateInvoice, ({ scope, by, params, body }) =>
    inTransaction(deps, by, (work) => generateInvoice(work, scope, { ...params, ...body })),
  );
  mount(app, loanEndpoints.invoiceContacts, async ({ scope, params }) => {
    const agreement = await loanInScope(deps.db, scope, params.id);
    const { primary, secondary, message } = await contactsOf(deps.db, deps, agreement);
    return { primary, secondary, message };
  });

  mount(app, loanEndpoints.downloadInvoice, async ({ scope, params, reply }) =>
    sendFile(reply, await invoiceInScope(deps, scope, params.id)),
  );
  mount(app, loanEndpoints.downloadAgreement, async ({ scope, params, reply }) =>
    sendFile(reply, await agreementInScope(deps, scope, params.id)),
  );

  mount(app, loanEndpoints.issuePayoutLetter, async ({ scope, by, params, body }) => {
    await countMessage(scope);
    return inTransaction(deps, by, (work) => issuePayoutLetter(work, scope, { ...params, ...body }));
  });
  mount(app, loanEndpoints.downloadPayout, async ({ scope, params, reply }) =>
    sendFile(reply, await payoutLetterInScope(deps, scope, params)),
  );
  mount(app, loanEndpoints.confirmPayout, async ({ params, request }) => {
    await countAttempt(deps.db, 'payoutCodesPerAddress', networkOf(request.ip));
    return confirmPayoutLetter(deps, params.code);
  });
  mount(app, loanEndpoints.calculator, async ({ query, request }) => {
    await countAttempt(deps.db, 'calculatorPerAddress', networkOf(request.ip));
    return readCalculator(deps, query.brand);
  });
  mount(app, loanEndpoints.estimate, async ({ query, request }) => {
    await countAttempt(deps.db, 'estimatesPerAddress', networkOf(request.ip));
    return estimateCosts(deps, query);
  });
}
