import { paymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { endExpiredLinks } from '@kerb/server/features/payers/payers.jobs.ts';
import { findPayer } from '@kerb/server/features/payers/payers.repository.ts';
import { linkForMail } from '@kerb/server/features/payers/payment-links.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aBrowser, wordsOf } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

const stage = await startStage();
const { db, deps } = stage;
const build = buildersFor(stage);

let tenantId: number;
let manager: Awaited<ReturnType<typeof build.aPerson>>;
let admin: Awaited<ReturnType<typeof build.aPerson>>;
beforeAll(async () => {
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  admin = await build.aPerson('admin');
});
afterEach(() => deps.clock.move(db, 0));

async function linkOf(payerId: number): Promise<string> {
  const row = await db.selectFrom('signatories').selectAll().where('id', '=', payerId).executeTakeFirstOrThrow();
  return `/pay/${paymentToken(deps, { id: payerId, version: row.paymentLinkVersion })}`;
}

async function sentCampaign() {
  const campaign = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
  const payer = campaign.payers[0]!;
  return { ...campaign, payer, link: await linkOf(payer.id) };
}

const open = async (link: string) => {
  const answer = await aBrowser(stage).get(link);
  return { code: answer.statusCode, words: wordsOf(answer) };
};

const messageTo = (id: number, payerId: number) =>
  inTransaction(deps, byTheProduct, async (work) => {
    const payer = (await findPayer(work.tx, id, payerId))!;
    return linkForMail(work, { status: 'waiting-invite' }, payer);
  });

describe('a Payment URL', () => {
  it('works for 90 days after it was last sent, and its page then says so', async () => {
    const { link } = await sentCampaign();
    await deps.clock.move(db, 89);
    expect((await open(link)).code).toBe(303);
    await deps.clock.move(db, 90);
    const dead = await open(link);
    expect(dead.code).toBe(404);
    expect(dead.words).toContain('This link worked for 90 days and has ended. Please ask');
  });

  it('works for 90 days more after another message had it', async () => {
    const { id, payer, link } = await sentCampaign();
    await deps.clock.move(db, 60);
    expect(await messageTo(id, payer.id)).toContain(link);
    await deps.clock.move(db, 149);
    expect((await open(link)).code).toBe(303);
    await deps.clock.move(db, 150);
    expect((await open(link)).code).toBe(404);
  });

  it('is replaced by one that works in a message after its days', async () => {
    const { id, payer, link } = await sentCampaign();
    await deps.clock.move(db, 150);
    const sent = (await messageTo(id, payer.id))!;
    expect(sent).not.toContain(link);
    expect((await open(new URL(sent).pathname)).code).toBe(303);
  });

  it('that a payer has open ends with its days, with the reason', async () => {
    const { link, payer } = await sentCampaign();
    const browser = aBrowser(stage);
    const tokens = await browser.exchange(await browser.get(link));
    await deps.clock.move(db, 91);
    expect(await endExpiredLinks(deps)).toBeGreaterThan(0);
    const told = await browser.session(tokens);
    expect([told.statusCode, told.json().type]).toEqual([401, '/problems/link-ended']);
    expect(told.json().displayText).toContain('This link worked for 90 days and has ended.');
    expect(await endExpiredLinks(deps)).toBe(0);
    const row = await db.selectFrom('signatories').selectAll().where('id', '=', payer.id).executeTakeFirstOrThrow();
    expect(row.paymentLinkEndedDate).toBe(row.paymentLinkExpiryDate);
  });

  it('ends when its campaign is complete, also on a page that is open', async () => {
    const { id, link, payer } = await sentCampaign();
    const browser = aBrowser(stage);
    const tokens = await browser.exchange(await browser.get(link));
    const moved = await stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status: 'complete' });
    expect(moved.statusCode).toBe(200);
    const words = 'This campaign is complete, so its link has ended.';
    expect((await open(link)).words).toContain(words);
    expect((await browser.session(tokens)).json().displayText).toContain(words);
    expect(await messageTo(id, payer.id)).not.toContain(link);
  });
});
