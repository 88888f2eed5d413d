import type { Actor } from '@kerb/domain/access/actor.ts';
import { pendingWork } from '@kerb/domain/access/pending-work.ts';
import { actEndpoints, type PendingAct } from '@kerb/domain/second-person/acts.contract.ts';
import type { SecondPerson } from '@kerb/domain/second-person/second-person.ts';
import { subjectOf } from '@kerb/server/features/approvals/act-subjects.ts';
import { type ActRow, actById, actView, listActs, payloadOf } from '@kerb/server/features/approvals/acts.repository.ts';
import { confirmAct, refuseAct, withdrawAct } from '@kerb/server/features/approvals/decide-act.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { askerById, personAtKeyboard } from '@kerb/server/platform/second-person/second-person.ts';
import { type Answering, inTransaction, type Work } from '@kerb/server/platform/work.ts';

export function approvalRoutes(app: App, deps: Deps): void {
  const { secrets, country, clock } = deps;
  const viewFor = (db: Database | Tx, person: SecondPerson) => async (row: ActRow) => {
    const subject = await subjectOf(db, row, payloadOf(secrets, row), country);
    const asker = await askerById(db, row.askedByUserId, pendingWork.pendingAct);
    return actView(row, subject, { person, asker, now: clock.now() });
  };
  const shown = async (db: Database | Tx, actor: Actor, id: number) =>
    viewFor(db, await personAtKeyboard({ tx: db, actor }))(await actById(db, id));
  const decided = (by: Answering<PendingAct>, actor: Actor, id: number, decide: (work: Work) => Promise<void>) =>
    inTransaction(deps, by, async (work) => {
      await decide(work);
      return shown(work.tx, actor, id);
    });

  mount(app, actEndpoints.list, async ({ scope: { actor }, query }) => {
    const { rows, totalItems } = await listActs(deps.db, query);
    const person = await personAtKeyboard({ tx: deps.db, actor });
    const items = await Promise.all(rows.map(viewFor(deps.db, person)));
    return { items, totalItems };
  });

  mount(app, actEndpoints.get, ({ scope: { actor }, params }) => shown(deps.db, actor, params.id));

  mount(app, actEndpoints.confirm, ({ by, scope: { actor }, params: { id }, body }) =>
    decided(by, actor, id, (work) => confirmAct(work, id, body.note)),
  );

  mount(app, actEndpoints.refuse, ({ by, scope: { actor }, params: { id }, body }) =>
    decided(by, actor, id, (work) => refuseAct(work, id, body.note)),
  );

  mount(app, actEndpoints.withdraw, ({ by, scope: { actor }, params: { id } }) =>
    decided(by, actor, id, (work) => withdrawAct(work, id)),
  );
}
