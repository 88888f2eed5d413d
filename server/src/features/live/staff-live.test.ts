import type { AddressInfo } from 'node:net';
import type { LiveEvent } from '@kerb/domain/live/live.contract.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Listener, openStream } from '../../../test/event-reader.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let url: string;
let tenantId: number;
let admin: Person;
let manager: Person;
let agent: Person;
const streams: Listener[] = [];

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  await stage.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(stage.app.server.address() as AddressInfo).port}`;
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
});
afterEach(() => Promise.all(streams.splice(0).map(({ close }) => close())));

const aCampaign = () => build.aCampaign(agent, tenantId, { status: 'waiting-approval' });

async function listen(id: number, { userId }: Person, headers: Record<string, string> = {}): Promise<Listener> {
  const authorization = `Bearer ${await stage.accessTokenFor(userId)}`;
  const stream = await openStream(`${url}/v1/agreements/${id}/events`, { authorization, ...headers });
  streams.push(stream);
  return stream;
}

const setBudget = (id: number, campaignBudget: number, actor = manager) =>
  inTransaction(stage.deps, { actor, ipAddress: null }, (work) =>
    changeCampaign(work, { id, tenantId }, { campaignBudget }),
  );

describe('a staff page', () => {
  it('hears who changed which fields, and an agency does not hear the name of an admin', async () => {
    const { id } = await aCampaign();
    const [theirs, admins] = [await listen(id, agent), await listen(id, admin)];
    await setBudget(id, 4_300_00);
    const changed = { kind: 'changed', isOwn: false, by: manager.displayName, fields: ['Campaign Budget'] };
    expect(await theirs.hears('changed')).toEqual(changed);
    expect(await admins.hears('changed')).toEqual(changed);
    const other = await build.aPerson('admin');
    const body = { status: 'waiting-info', reason: 'Your rates notice, please.' };
    await stage.as(other.userId)('POST', `/v1/agreements/${id}/set-status`, body);
    expect(await theirs.hears('information-requested')).toEqual({ kind: 'information-requested', isOwn: false });
    expect(await admins.hears('information-requested')).toMatchObject({ by: other.displayName });
  });

  // Pages are hidden and shown, servers stop and networks break, at any moment.
  it('loses no event and hears none twice, whenever it breaks off and comes back', { timeout: 60_000 }, async () => {
    const steps = fc.array(fc.constantFrom('change', 'two changes', 'break', 'come back', 'hear'), { maxLength: 14 });
    let budget = 5_000_00;
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const { id } = await aCampaign();
        const heard: LiveEvent[] = [];
        let made = 0;
        let last: string | null = null;
        let stream: Listener | null = await listen(id, agent);
        await vi.waitFor(() => expect(stream?.lastEventId()).not.toBeNull());
        const change = async () => {
          budget += 1_00;
          made += 1;
          await setBudget(id, budget);
        };
        const comeBack = async () => {
          stream ??= await listen(id, agent, last === null ? {} : { 'last-event-id': last });
        };
        const breakOff = async () => {
          if (!stream) return;
          await stream.close();
          last = stream.lastEventId();
          heard.push(...(stream.changes() as LiveEvent[]));
          stream = null;
        };
        const hear = async () => {
          await comeBack();
          await vi.waitFor(() => expect(heard.length + (stream?.changes().length ?? 0)).toBe(made), 5_000);
        };
        for (const step of taken) {
          if (step.includes('change')) await change();
          if (step === 'two changes') await change();
          if (step === 'break') await breakOff();
          if (step === 'come back') await comeBack();
          if (step === 'hear') await hear();
        }
        await hear();
        await breakOff();
        expect(heard).toHaveLength(made);
      }),
      { numRuns: 15 },
    );
  });
});
