import { enterCodeToCancel, otherAccount } from '@kerb/domain/payers/payer-proof.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { paymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { describe, expect, it } from 'vitest';
import { aBrowser } from '../../../test/browser.ts';
import { codeIn, startSigningFixture } from '../../../test/signing-fixture.ts';

const { stage, build, tenantId, manager, admin } = await startSigningFixture();

/** A campaign of two payers that waits for its approval, with the link of the first. */
async function submitted() {
  const payers = [build.aPayer(), build.aPayer()];
  const { id, payers: rows } = await build.aCampaign(manager, tenantId, { payers, status: 'waiting-invite' });
  const moved = await stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status: 'waiting-approval' });
  expect(moved.statusCode, moved.body).toBe(200);
  const sentDate = '2026-11-01T00:00:00.000Z';
  await stage.db.updateTable('signatories').set({ sentDate }).where('agreementId', '=', id).execute();
  const payer = rows[0]!;
  const { paymentLinkVersion: version } = await stage.db
    .selectFrom('signatories')
    .select('paymentLinkVersion')
    .where('id', '=', payer.id)
    .executeTakeFirstOrThrow();
  return { id, payer, other: rows[1]!, link: `/pay/${paymentToken(stage.deps, { id: payer.id, version })}` };
}

async function opened(link: string) {
  const browser = aBrowser(stage);
  const { accessToken } = await browser.exchange(await browser.get(link));
  const headers = { authorization: `Bearer ${accessToken}` };
  return {
    get: (url: string) => browser.get(url, headers),
    post: (url: string, body: object) => browser.call(url, body, headers),
  };
}

const messagesOf = (agreementId: number) =>
  stage.db
    .selectFrom('messages')
    .select(['recipient', 'subject', 'body'])
    .where('agreementId', '=', agreementId)
    .where('kind', '=', 'application-cancelled')
    .orderBy('id')
    .execute();

describe('cancelling by a Payment URL', () => {
  it('needs a code in the same sign-in, and every payer is told', async () => {
    const { id, payer, other, link } = await submitted();
    const browser = await opened(link);
    const cancel = () => browser.post(`/v1/agreements/${id}/set-status`, { status: 'cancelled' });
    const refused = await cancel();
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { type: '/problems/locked', displayText: enterCodeToCancel },
    ]);
    expect((await browser.get(`/v1/agreements/${id}`)).json().status).toBe('waiting-approval');
    expect(await messagesOf(id)).toEqual([]);

    const path = `/v1/signatories/${payer.id}/unlock`;
    await browser.post(path, {});
    const code = await codeIn(stage, 'unlock-code', payer.emailAddress);
    expect((await browser.post(path, { code })).statusCode).toBe(200);
    expect((await cancel()).json().status).toBe('cancelled');
    const told = await messagesOf(id);
    expect(told.map(({ recipient }) => recipient)).toEqual([payer.emailAddress, other.emailAddress]);
    expect(told[0]!.body).toContain('If you did not expect this, please call your agent, or call us on');
    expect(told[0]!.body).toContain(`Hello ${payer.firstName},`);
  });

  it('keeps only the sign-in that cancelled', async () => {
    const { id, payer, link } = await submitted();
    const [here, elsewhere] = [await opened(link), await opened(link)];
    await stage.db
      .updateTable('signIns')
      .set({ unlockedDate: '2026-11-16T00:00:00.000Z' })
      .where('signatoryId', '=', payer.id)
      .execute();
    expect((await here.post(`/v1/agreements/${id}/set-status`, { status: 'cancelled' })).statusCode).toBe(200);
    expect((await here.get(`/v1/agreements/${id}`)).statusCode).toBe(200);
    const ended = await elsewhere.get(`/v1/agreements/${id}`);
    expect([ended.statusCode, ended.json().type]).toEqual([401, '/problems/link-ended']);
  });

  it('is not for an account of the payer with another address, until it has the address again', async () => {
    const { id, payer } = await submitted();
    const has = (emailAddress: string) =>
      stage.db.updateTable('users').set({ emailAddress }).where('id', '=', payer.userId).execute();
    const cancel = () => stage.as(payer.userId)('POST', `/v1/agreements/${id}/set-status`, { status: 'cancelled' });
    await has('mailbox.of.an.admin@example.com');
    const refused = await cancel();
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { type: '/problems/locked', displayText: otherAccount },
    ]);
    await has(payer.emailAddress);
    expect((await cancel()).json().status).toBe('cancelled');
  });

  it('is not for a team member who opened the link', async () => {
    const { id, payer } = await submitted();
    const token = await stage.accessTokenFor(payer.userId, { agreementId: id, signatoryId: payer.id });
    await stage.db
      .updateTable('signIns')
      .set({ openedByUserId: manager.userId, unlockedDate: '2026-11-16T00:00:00.000Z' })
      .where('signatoryId', '=', payer.id)
      .execute();
    const refused = await stage.app.inject({
      method: 'POST',
      url: `/v1/agreements/${id}/set-status`,
      headers: { authorization: `Bearer ${token}` },
      payload: { status: 'cancelled' },
    });
    expect([refused.statusCode, refused.json().type]).toEqual([403, '/problems/opened-by-team']);
  });
});

describe('payers of a cancelled campaign', () => {
  const sentDate = '2026-11-01T00:00:00.000Z';
  /** Cancels a campaign of a payer to whom it was sent, or not, and returns the message. */
  async function cancelled(status: AgreementStatus, values: { sentDate: string | null; financeOptionCode?: 'pl' }) {
    const { sentDate, ...campaign } = values;
    const { id, payers } = await build.aCampaign(manager, tenantId, status === 'draft' ? {} : { status });
    await stage.db.updateTable('signatories').set({ sentDate }).where('id', '=', payers[0]!.id).execute();
    if (campaign.financeOptionCode) {
      await stage.db.updateTable('agreements').set(campaign).where('id', '=', id).execute();
    }
    const answer = await stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status: 'cancelled' });
    expect(answer.statusCode, answer.body).toBe(200);
    return (await messagesOf(id)).map(({ body }) => body);
  }

  // biome-ignore format: a table
  it.each([
    ['draft',            sentDate, 0],
    ['waiting-invite',   sentDate, 1],
    ['waiting-invite',   null,     0],
    ['waiting-approval', sentDate, 1],
    ['rejected',         sentDate, 0],
  ] as const)('that was %s and sent to them at %s get messages: %s', async (status, sent, count) => {
    expect(await cancelled(status, { sentDate: sent })).toHaveLength(count);
  });

  it('that was a signed loan are not told that nothing is left to do', async () => {
    const nothingLeft = 'You have nothing left to do.';
    expect((await cancelled('waiting-invite', { sentDate }))[0]).toContain(nothingLeft);
    for (const status of ['signed', 'executed'] as const) {
      const [body] = await cancelled(status, { sentDate, financeOptionCode: 'pl' });
      expect(body).toContain('You signed a loan for it. Please call us on');
      expect(body).not.toContain(nothingLeft);
    }
  });
});
