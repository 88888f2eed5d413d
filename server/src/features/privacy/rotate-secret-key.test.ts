import { paymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { issuePaymentLink } from '@kerb/server/features/payers/payment-links.ts';
import { rotateKeys } from '@kerb/server/features/privacy/rotate-keys.ts';
import { issueCode, useCode } from '@kerb/server/platform/auth/codes.ts';
import { belongingOf, claimDeployment, claimOf, refusalOf } from '@kerb/server/platform/deployment.ts';
import { secretsFrom, sha256 } from '@kerb/server/platform/secrets.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { describe, expect, it } from 'vitest';
import { startSigningFixture } from '../../../test/signing-fixture.ts';

const { stage, build, tenantId, manager } = await startSigningFixture();
const { db, deps } = stage;
const [older, newer] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)];
const during = secretsFrom([newer, older]);
const after = secretsFrom(newer);

async function linkOf(id: number) {
  const row = await db.selectFrom('signatories').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const isShown = (secrets: typeof during) =>
    row.paymentLinkHash?.equals(sha256(paymentToken({ secrets }, { id, version: row.paymentLinkVersion })));
  return { isShown, version: row.paymentLinkVersion };
}

describe('a new SECRET_KEY in front of the former one', () => {
  it('reads everything, and after the rotation the former one is not needed', async () => {
    const { payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    const payer = payers[0]!;
    await stage.as(payer.userId)('PUT', `/v1/signatories/${payer.id}`, { dateOfBirth: '1980-01-31' });
    const hook = { url: 'http://127.0.0.1:9/kerb', events: ['attachment_update'] };
    await stage.as(manager.userId)('POST', `/v1/tenants/${tenantId}/webhooks`, hook);
    const codeFor = { purpose: 'mobile', subject: '0491570006' } as const;
    const code = await inTransaction(deps, byTheProduct, (work) => issueCode(work, codeFor));
    await inTransaction(deps, byTheProduct, (work) => issuePaymentLink(work, payer.id));
    await claimDeployment(db, claimOf(deps.config, deps.secrets));

    const rotated = { ...deps, secrets: during };
    expect(refusalOf(claimOf(deps.config, during), await belongingOf(db))).toBeNull();
    expect(refusalOf(claimOf(deps.config, after), await belongingOf(db))).toMatch(/^SECRET_KEY is not the key/);
    const { resealed, failed, links } = await rotateKeys(rotated);
    expect([resealed >= 3, failed, links >= 1]).toEqual([true, 0, true]);
    expect(await rotateKeys(rotated)).toMatchObject({ resealed: 0, failed: 0 });

    const key = await db.selectFrom('signingKeys').select('sealedPrivateKey').executeTakeFirstOrThrow();
    const webhook = await db.selectFrom('webhooks').select('sealedSecret').executeTakeFirstOrThrow();
    expect(JSON.parse(after.decrypt(key.sealedPrivateKey).toString())).toHaveProperty('d');
    expect(after.decrypt(webhook.sealedSecret).toString()).toMatch(/^whsec_/);
    const { sealedDetails } = await db
      .selectFrom('signatories')
      .select('sealedDetails')
      .where('id', '=', payer.id)
      .executeTakeFirstOrThrow();
    expect(after.personal.isCurrent(sealedDetails!)).toBe(true);
    expect(refusalOf(claimOf(deps.config, after), await belongingOf(db))).toBeNull();
    expect(await inTransaction(rotated, byTheProduct, (work) => useCode(work, codeFor, code))).toBe(true);
  });

  it('shows a Payment URL of the former key as it was sent, and makes the next one with the new key', async () => {
    const { payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    const { id } = payers[0]!;
    await inTransaction(deps, byTheProduct, (work) => issuePaymentLink(work, id));
    const before = await linkOf(id);
    expect([before.isShown(deps.secrets), before.isShown(during), before.isShown(after)]).toEqual([true, true, false]);
    await inTransaction({ ...deps, secrets: during }, byTheProduct, (work) => issuePaymentLink(work, id));
    const next = await linkOf(id);
    expect([next.isShown(during), next.isShown(after)]).toEqual([true, true]);
    expect(next.version % 100_000).toBe((before.version % 100_000) + 1);
  });
});
