import { expect, it } from 'vitest';
import { aForm } from '../../../test/multipart.ts';
import { signingSteps, startSigningFixture } from '../../../test/signing-fixture.ts';

it('an organisation without room for files can still sign', { timeout: 60_000 }, async () => {
  const fixture = await startSigningFixture();
  const { stage, tenantId, manager } = fixture;
  const { approved, signAs, statusOf } = signingSteps(fixture);
  const { id, payers } = await approved({ mobiles: ['0412 000 951'] });
  const rows = Array.from({ length: 3 }, (_, number) => ({
    tenantId,
    fileName: 'big.pdf',
    contentType: 'application/pdf',
    size: 1_789_569_706,
    sha256: Buffer.alloc(32),
    storageKey: `full-${number}`,
    sealedFileKey: Buffer.alloc(60),
    usedFor: 'attachment' as const,
    uploadedByUserId: manager.userId,
    uploadDate: stage.deps.clock.now(),
  }));
  await stage.db.insertInto('assets').values(rows).execute();
  const asset = { name: 'asset', value: 'words', fileName: 'note.txt' };
  const { payload, headers } = aForm({ name: 'tenantId', value: String(tenantId) }, asset);
  expect((await stage.as(manager.userId)('POST', '/v1/assets', payload, headers)).statusCode).toBe(409);
  const signed = await signAs(id, payers[0]!);
  expect(signed.statusCode, signed.body).toBe(200);
  expect(await statusOf(id)).toBe('signed');
});
