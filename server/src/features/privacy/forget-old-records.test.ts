import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { forgetOldRecords } from '@kerb/server/features/privacy/forget-old-records.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let campaignId: number;
const daysAgo = (days: number) => addMinutes(realNow(), -days * 24 * 60);

beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  const tenantId = await build.aTenant();
  campaignId = (await build.aCampaign(await build.aPerson('admin'), tenantId)).id;
});
beforeEach(() => stage.db.deleteFrom('messages').execute());

type State = 'queued' | 'held' | 'accepted' | 'failed';
async function aMessage(agreementId: number | null, days: number, state: State = 'accepted'): Promise<number> {
  const createdDate = daysAgo(days);
  const about = { kind: 'notice', channel: 'email', audience: 'staff', recipient: 'ann@example.com' } as const;
  const { id } = await stage.db
    .insertInto('messages')
    .values({ ...about, subject: 'A', body: 'Text', state, nextAttemptDate: createdDate, createdDate, agreementId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const textOf = async (id: number) =>
  (await stage.db.selectFrom('messages').select('body').where('id', '=', id).executeTakeFirst())?.body;

describe('old records', () => {
  it('a message about no campaign is deleted after 400 days', async () => {
    const [old, young] = [await aMessage(null, 401), await aMessage(null, 399)];
    await forgetOldRecords(stage.deps);
    expect([await textOf(old), await textOf(young)]).toEqual([undefined, 'Text']);
  });

  it('a message about a campaign loses its text after the years of retention, and its row stays', async () => {
    const years = stage.deps.country.retentionYears;
    const [old, young] = [
      await aMessage(campaignId, years * 366 + 1, 'failed'),
      await aMessage(campaignId, years * 365 - 1),
    ];
    await forgetOldRecords(stage.deps);
    expect([await textOf(old), await textOf(young)]).toEqual(['', 'Text']);
  });

  it('a message that waits is not touched', async () => {
    const waiting = [await aMessage(null, 5_000, 'queued'), await aMessage(campaignId, 5_000, 'held')];
    await forgetOldRecords(stage.deps);
    expect(await Promise.all(waiting.map(textOf))).toEqual(['Text', 'Text']);
  });

  it('a report of the card gateway is deleted after 400 days', async () => {
    for (const [id, days] of [['old', 401] as const, ['young', 399] as const]) {
      const receivedDate = daysAgo(days);
      const event = { id, reference: id, state: 'approved', at: receivedDate, receivedDate };
      await stage.db.insertInto('gatewayEvents').values(event).execute();
    }
    await forgetOldRecords(stage.deps);
    expect(await stage.db.selectFrom('gatewayEvents').select('id').execute()).toEqual([{ id: 'young' }]);
  });
});
