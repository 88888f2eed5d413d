import { flowNumbersIn } from '@kerb/domain/agreements/flow-number.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { proposalFor } from '@kerb/domain/statements/propose-matches.ts';
import { mostSampled, sampleStatement } from '@kerb/domain/statements/sample-statement.ts';
import { type BankStatementLine, statementEndpoints } from '@kerb/domain/statements/statements.contract.ts';
import { campaignsOwingBudget, candidateById } from '@kerb/server/features/statements/candidates.repository.ts';
import { ignoreLine, restoreLine } from '@kerb/server/features/statements/ignore-line.ts';
import { importAnother } from '@kerb/server/features/statements/import-another.ts';
import { importStatement } from '@kerb/server/features/statements/import-statement.ts';
import { acceptMatch, undoMatch } from '@kerb/server/features/statements/match-line.ts';
import { matchMovement } from '@kerb/server/features/statements/match-movement.ts';
import { matchPayout } from '@kerb/server/features/statements/match-payout.ts';
import { matchBounce, matchTransfer } from '@kerb/server/features/statements/match-transfer.ts';
import { findLine, listLines, proposalView } from '@kerb/server/features/statements/statements.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { sendFile } from '@kerb/server/platform/http/send-file.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { type Answering, inTransaction, type Work } from '@kerb/server/platform/work.ts';

function importRoutes(app: App, deps: Deps): void {
  const { country } = deps;
  mount(app, statementEndpoints.import, ({ request, withContent }) => importStatement(deps, { request, withContent }));

  mount(app, statementEndpoints.another, ({ by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      const id = await importAnother(work, { id: params.id, ...body });
      return must(await findLine(work.tx, deps, id), `line ${id}`);
    }),
  );

  mount(app, statementEndpoints.sample, async ({ reply }) => {
    if (!deps.config.sandbox) throw notFound('sample statement');
    const today = dayIn(country.defaultTimeZone, deps.clock.now());
    const campaigns = await campaignsOwingBudget(deps.db, mostSampled);
    const content = Buffer.from(sampleStatement(campaigns, today, country.code));
    return sendFile(reply, { fileName: 'Sample-Statement.csv', contentType: 'text/csv; charset=utf-8', content });
  });
}

export function statementRoutes(app: App, deps: Deps): void {
  const { country } = deps;
  importRoutes(app, deps);
  // Only admins reach this endpoint, and they see every organisation.
  const shown = async (db: Database | Tx, id: number) => {
    const line = await findLine(db, deps, id);
    if (!line) throw notFound('statement line');
    return line;
  };
  const changed = (by: Answering<BankStatementLine>, id: number, change: (work: Work) => Promise<void>) =>
    inTransaction(deps, by, async (work) => {
      await change(work);
      return shown(work.tx, id);
    });

  mount(app, statementEndpoints.lines, ({ query }) => listLines(deps.db, deps, query));

  mount(app, statementEndpoints.find, async ({ params, query }) => {
    const { amount: amountCents, words, date, account } = await shown(deps.db, params.id);
    const typed = /^\d+$/.test(query.flowNumber) ? `${country.code}${query.flowNumber}` : query.flowNumber;
    const agreementId = flowNumbersIn(typed, country.code).at(-1);
    const campaign = agreementId === undefined ? null : await candidateById(deps.db, agreementId);
    if (!campaign) throw notFound('campaign');
    return proposalView(proposalFor({ amountCents, words, date }, campaign, country.code), deps, account);
  });

  mount(app, statementEndpoints.accept, ({ scope, by, params, body }) =>
    changed(by, params.id, (work) =>
      acceptMatch(work, scope, { id: params.id, agreementId: body.agreement, said: body.recorded }),
    ),
  );

  mount(app, statementEndpoints.payout, ({ by, params, body }) =>
    changed(by, params.id, (work) => matchPayout(work, params.id, body.fee)),
  );
  mount(app, statementEndpoints.transfer, ({ scope, by, params, body: { batch, agreement = null } }) =>
    changed(by, params.id, (work) =>
      matchTransfer(work, scope, { id: params.id, batchId: batch, agreementId: agreement }),
    ),
  );
  mount(app, statementEndpoints.bounce, ({ scope, by, params, body: { batch, agreement } }) =>
    changed(by, params.id, (work) =>
      matchBounce(work, scope, { id: params.id, batchId: batch, agreementId: agreement }),
    ),
  );
  mount(app, statementEndpoints.movement, ({ by, params, body }) =>
    changed(by, params.id, (work) => matchMovement(work, params.id, body.movement)),
  );
  mount(app, statementEndpoints.undo, ({ scope, by, params }) =>
    changed(by, params.id, (work) => undoMatch(work, scope, params.id)),
  );

  mount(app, statementEndpoints.ignore, ({ by, params, body }) =>
    changed(by, params.id, (work) => ignoreLine(work, params.id, body.reason)),
  );

  mount(app, statementEndpoints.restore, ({ by, params }) =>
    changed(by, params.id, (work) => restoreLine(work, params.id)),
  );
}
