import { peopleOf } from '@kerb/server/features/audit/known-accounts.ts';
import { accountOfUser } from '@kerb/server/platform/security/refusals.ts';
import { expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

it('names a person whose credential was committed after one with a higher id', async () => {
  const stage = await startStage();
  const { db, deps } = stage;
  const build = buildersFor(stage);
  const now = '2026-11-17T00:00:00.000Z';
  const [first, late] = [await build.aPerson('tenant_user'), await build.aPerson('tenant_user')];
  const giveLogon = (id: number, { userId, emailAddress }: typeof first) =>
    db
      .insertInto('credentials')
      .values({
        ...{ id, userId, type: 'logon', logonIdentifier: emailAddress, passwordHash: 'none' },
        ...{ disabledSinceDate: null, lastUsageDate: null },
        ...{ lastPasswordChangeDate: now, creationDate: now, lastUpdateDate: now },
      })
      .execute();
  const markOf = ({ userId }: typeof first) => deps.secrets.deriveEach('events', accountOfUser(userId))[0]!;
  const marks = [markOf(first), markOf(late)];
  await giveLogon(5_000, first);
  expect([...(await peopleOf(deps, marks)).keys()]).toEqual([marks[0]]);
  await giveLogon(4_999, late);
  expect([...(await peopleOf(deps, marks)).keys()]).toEqual(marks);
});
