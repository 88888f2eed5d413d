import { randomUUID } from 'node:crypto';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { expect } from 'vitest';
import { buildersFor } from './builders.ts';
import { type Stage, startStage } from './harness.ts';

type Settings = Parameters<typeof startStage>[0];

/** An organisation with its manager and an admin. Tests add payers to its campaigns. */
export async function startSigningFixture(settings?: Settings) {
  const stage = await startStage(settings);
  const build = buildersFor(stage);
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  return { stage, build, tenantId, manager, admin: await build.aPerson('admin') };
}

/** The code in the latest message of this kind, as its reader gets it. */
export async function codeIn({ db, deps }: Stage, kind: string, recipient: string): Promise<string> {
  const { sealedSecrets } = await db
    .selectFrom('messages')
    .select('sealedSecrets')
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return secretsOf(deps.secrets, sealedSecrets)[0]!;
}

/** As if the payer had entered the code of their application, in their mailbox. */
export async function enterApplicationCode({ db }: Pick<Stage, 'db'>, signatoryId: number): Promise<void> {
  const date = '2026-11-01T00:00:00.000Z';
  await db
    .updateTable('signatories')
    .set({ emailAddressConfirmationDate: date, applicationCodeDate: date })
    .where('id', '=', signatoryId)
    .execute();
}

type Fixture = Awaited<ReturnType<typeof startSigningFixture>>;
export type Payer = Awaited<ReturnType<Fixture['build']['aCampaign']>>['payers'][number];
export type Sign = { code?: string; key?: string; termsVersion?: string; headers?: object };

/** As if the payers had submitted and confirmed their mobiles, and an admin had approved. */
async function approve({ db }: Stage, id: number): Promise<void> {
  const ofCampaign = db.updateTable('signatories').where('agreementId', '=', id);
  await ofCampaign.set({ submittedDate: '2026-11-02T00:00:00.000Z', agreedTermsVersion: 'pl-au-3' }).execute();
  await ofCampaign
    .set({ mobilePhoneConfirmationDate: '2026-11-01T00:00:00.000Z', mobilePhoneConfirmedByPayer: true })
    .where('mobilePhone', 'is not', null)
    .execute();
  const applicationApprovedDate = '2026-11-14T00:00:00.000Z';
  const approved = { status: statusRank('approved'), applicationApprovedDate, mortgageBalanceRange: 'lt75' } as const;
  await db.updateTable('agreements').set(approved).where('id', '=', id).execute();
}

/** The steps of signing, as requests. */
export function signingSteps({ stage, build, tenantId, manager, admin }: Fixture) {
  /** Payers with an approved Pay Later application, who submitted it and confirmed their mobiles themselves. */
  async function approved({ mobiles = ['0412 345 678', null] }: { mobiles?: (string | null)[] } = {}) {
    const payers = mobiles.map((mobilePhone) => build.aPayer({ mobilePhone }));
    const { id, payers: rows } = await build.aCampaign(manager, tenantId, { payers, status: 'waiting-invite' });
    await stage.as(admin.userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pl' });
    await approve(stage, id);
    expect(await statusOf(id)).toBe('approved');
    return { id, payers: rows };
  }

  const statusOf = async (id: number) => (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json().status;

  const request = (userId: number, signatoryId: number, authorisationMethod: 'sms' | 'email') =>
    stage.as(userId)('POST', `/v1/signatories/${signatoryId}/request-signature`, { authorisationMethod });

  const sign = (userId: number, id: number, signatoryId: number, { code, key, termsVersion, headers }: Sign = {}) =>
    stage.as(userId)(
      'POST',
      `/v1/agreements/${id}/sign`,
      { termsVersion: termsVersion ?? 'pl-au-3', signatoryId, ...(code && { authorisationCode: code }) },
      { 'idempotency-key': key ?? randomUUID(), ...headers },
    );

  async function codeFor(payer: Payer): Promise<string> {
    const asked = await request(payer.userId, payer.id, payer.mobilePhone ? 'sms' : 'email');
    expect(asked.statusCode, asked.body).toBe(200);
    return codeIn(stage, 'signing-code', payer.mobilePhone ?? payer.emailAddress);
  }

  const signAs = async (id: number, payer: Payer, more: Sign = {}) =>
    sign(payer.userId, id, payer.id, { code: await codeFor(payer), ...more });

  const signaturesOf = (id: number) =>
    stage.db.selectFrom('signatures').selectAll().where('agreementId', '=', id).orderBy('id').execute();

  const eventsOf = (signatoryId: number) =>
    stage.db
      .selectFrom('signatureEvents')
      .select(['kind', 'date'])
      .where('signatoryId', '=', signatoryId)
      .orderBy('id')
      .execute();

  return {
    approved,
    approve: (id: number) => approve(stage, id),
    statusOf,
    request,
    sign,
    codeFor,
    signAs,
    signaturesOf,
    eventsOf,
  };
}
