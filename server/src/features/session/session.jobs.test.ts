import { issuePasswordLink } from '@kerb/server/features/session/password-links.ts';
import { sessionJobs } from '@kerb/server/features/session/session.jobs.ts';
import { countAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { describe, expect, it } from 'vitest';
import { aBrowser, givePassword } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

const stage = await startStage();
const { db, deps } = stage;
const tables = ['signInTickets', 'throttles', 'passwordLinks', 'refreshTokens', 'tokenFamilies', 'signIns'] as const;

async function counts() {
  const found: Record<string, number> = {};
  for (const table of tables) {
    const { count } = await db
      .selectFrom(table)
      .select((q) => q.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    found[table] = count;
  }
  return found;
}
const cleanUp = async () => {
  for (const job of sessionJobs) await job.run(deps);
};
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

describe('the daily clean-up', () => {
  it('deletes expired records and keeps those in use', async () => {
    const person = await buildersFor(stage).aPerson('admin');
    await givePassword(stage, person.userId, 'correct horse battery');
    await db.deleteFrom('passwordLinks').execute();
    const browser = aBrowser(stage);
    const tokens = await browser.exchange(await browser.logIn(person.emailAddress, 'correct horse battery'));
    await browser.get('/login');
    await inTransaction(deps, byTheProduct, (work) =>
      issuePasswordLink(work, { userId: person.userId, purpose: 'reset' }),
    );
    await db.deleteFrom('throttles').execute();
    await countAttempt(db, 'signInPerAccountAndAddress', 'someone');
    const inUse = { signInTickets: 1, throttles: 1, passwordLinks: 1, refreshTokens: 1, tokenFamilies: 1, signIns: 1 };
    expect(await counts()).toEqual(inUse);
    await cleanUp();
    expect(await counts()).toEqual(inUse);
    expect((await browser.session(tokens)).statusCode).toBe(200);

    await db
      .updateTable('signInTickets')
      .set({ expiryDate: daysAgo(1) })
      .execute();
    await db
      .updateTable('throttles')
      .set({ windowEnd: daysAgo(1) })
      .execute();
    await db
      .updateTable('passwordLinks')
      .set({ expiryDate: daysAgo(1) })
      .execute();
    await cleanUp();
    expect(await counts()).toEqual({ ...inUse, signInTickets: 0, throttles: 0, passwordLinks: 0 });

    await db
      .updateTable('signIns')
      .set({ endedDate: daysAgo(2) })
      .execute();
    await cleanUp();
    expect(await counts()).toMatchObject({ refreshTokens: 0, tokenFamilies: 0, signIns: 1 });

    await db
      .updateTable('signIns')
      .set({ endedDate: daysAgo(91) })
      .execute();
    await cleanUp();
    expect(await counts()).toMatchObject({ signIns: 0 });
  });
});
