import { campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { signatoriesInScope } from '@kerb/server/features/payers/payers.repository.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { agreementPaper } from '@kerb/server/features/signing/agreement-paper.ts';
import { signaturesOf } from '@kerb/server/features/signing/signatures.repository.ts';
import type { buildersFor, Person } from '../builders.ts';
import { fileAsset, storeFile } from '../file-document.ts';
import type { Stage } from '../harness.ts';
import { enterApplicationCode } from '../signing-fixture.ts';

export type Fixture = {
  stage: Stage;
  build: ReturnType<typeof buildersFor>;
  tenantId: number;
  manager: Person;
  admin: Person;
};
export type Payer = { id: number; userId: number };
/** The campaign of one sequence. */
export type World = Fixture & { id: number };

let filed = 0;

/** The payer gives all details and an ID, so that only the order of the steps decides what is possible. */
export async function prepare(
  { stage, tenantId, id }: Pick<World, 'stage' | 'tenantId' | 'id'>,
  payer: Payer,
): Promise<void> {
  filed += 1;
  await enterApplicationCode(stage, payer.id);
  const details = { dateOfBirth: '1980-01-31', employmentType: 'full' };
  await stage.as(payer.userId)('PUT', `/v1/signatories/${payer.id}`, details);
  await stage.as(payer.userId)('PUT', `/v1/agreements/${id}/flow`, {
    reviewed: ['payer-details', 'review-agreement', 'review-terms'],
    answers: { firstName: `typed ${filed}` },
  });
  const assetId = await storeFile(stage, tenantId);
  await fileAsset(stage, { agreementId: id, assetId, purpose: 'vendor-id', signatoryId: payer.id });
}

/** A sent campaign with two payers and all three options. */
export async function openWorld(fixture: Fixture): Promise<World> {
  const { stage, build, tenantId, manager, admin } = fixture;
  const payers = [build.aPayer(), build.aPayer()];
  const { id, payers: rows } = await build.aCampaign(manager, tenantId, { payers, status: 'waiting-invite' });
  const world = { ...fixture, id };
  await stage.as(admin.userId)('POST', `/v1/agreements/${id}/finance-options`, { optionCode: 'pos' });
  await stage.as(admin.userId)('PUT', `/v1/agreements/${id}`, { sellingPriceMin: 900_000 });
  await stage.as(admin.userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pl' });
  for (const payer of rows) await prepare(world, payer);
  await stage.as(rows[0]!.userId)('PUT', `/v1/agreements/${id}/flow`, { mortgage: 'lt75' });
  return world;
}

/** Everything that the rules look at, read after each step. */
export async function look({ stage, id }: World) {
  const { db, deps } = stage;
  const agreement = await campaignInScope(db, wholeScope, id);
  const payers = await signatoriesInScope(deps, wholeScope, { agreementId: id });
  const rows = await db.selectFrom('signatories').selectAll().where('agreementId', '=', id).orderBy('id').execute();
  const signatures = await signaturesOf(db, id);
  const drafts = await db
    .selectFrom('payerDrafts as d')
    .innerJoin('signatories as s', 's.id', 'd.signatoryId')
    .select(['d.signatoryId', 'd.reviewed', 'd.sealedAnswers'])
    .where('s.agreementId', '=', id)
    .orderBy('d.signatoryId')
    .execute();
  const identities = await db
    .selectFrom('attachments')
    .select(['id', 'signatoryId'])
    .where('agreementId', '=', id)
    .where('purpose', '=', 'vendor-id')
    .orderBy('id')
    .execute();
  const log = await db
    .selectFrom('logEntries')
    .select(['id', 'activityCode', 'description', 'userId'])
    .where('targetAgreementId', '=', id)
    .orderBy('id')
    .execute();
  const paper = await agreementPaper(deps, agreement, payers).catch(() => null);
  return { agreement, payers, rows, signatures, drafts, identities, log, documentKey: paper?.key ?? null };
}
export type Sight = Awaited<ReturnType<typeof look>>;
