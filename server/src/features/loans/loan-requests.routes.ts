import { loanRequestEndpoints } from '@kerb/domain/loans/loan-requests.contract.ts';
import { answerTerms, askForTerms } from '@kerb/server/features/loans/ask-loan-request.ts';
import { readLoanRequests } from '@kerb/server/features/loans/loan-request-view.ts';
import { sendVariationCode, signVariation } from '@kerb/server/features/loans/sign-variation.ts';
import { variationLetterInScope } from '@kerb/server/features/loans/variation-letter.ts';
import { originOf } from '@kerb/server/features/signing/signing-origin.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { sendFile } from '@kerb/server/platform/http/send-file.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

/** Payers ask for other terms of a loan, admins answer, and payers sign the letter. */
export function loanRequestRoutes(app: App, deps: Deps): void {
  mount(app, loanRequestEndpoints.list, ({ scope, params }) =>
    readLoanRequests({ db: deps.db, settings: deps, scope, now: deps.clock.now() }, params.id),
  );
  mount(app, loanRequestEndpoints.ask, ({ scope, by, params, body, once }) =>
    inTransaction(deps, by, (work) => askForTerms(work, { scope, id: params.id, body, once })),
  );
  mount(app, loanRequestEndpoints.answer, ({ scope, by, params, body, once }) =>
    inTransaction(deps, by, (work) => answerTerms(work, { scope, ...params, body, once })),
  );
  mount(app, loanRequestEndpoints.sendCode, ({ scope, by, params }) => sendVariationCode(deps, scope, by, params));
  mount(app, loanRequestEndpoints.sign, async ({ scope, by, params, body, request, once }) =>
    signVariation(deps, by, { scope, ...params, body, once, origin: await originOf(deps, request) }),
  );
  mount(app, loanRequestEndpoints.letter, async ({ scope, params, reply }) =>
    sendFile(reply, await variationLetterInScope(deps, scope, params)),
  );
}
