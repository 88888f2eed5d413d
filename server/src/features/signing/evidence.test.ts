import { createHash } from 'node:crypto';
import { defaultCountryCode } from '@kerb/domain/countries/country.ts';
import { evidenceSchemaPath, type SignatureEvidence } from '@kerb/domain/signing/evidence.contract.ts';
import { checkEvidence } from '@kerb/server/platform/evidence/check-evidence.ts';
import { sealLog } from '@kerb/server/platform/log-chain/seal-log.ts';
import { verifyLog } from '@kerb/server/platform/log-chain/verify-log.ts';
import { verifyPdf } from '@kerb/server/platform/pdf-signature/verify-pdf.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { pdfText } from '../../../test/pdf-text.ts';
import { isValidByOpenssl, isValidByPdfsig } from '../../../test/signature-programs.ts';
import { type Payer, signingSteps, startSigningFixture } from '../../../test/signing-fixture.ts';

const wrong = (json: unknown, paper: Parameters<typeof checkEvidence>[1] = null): string[] =>
  checkEvidence(json, paper)
    .filter(({ state }) => state === 'failed')
    .map(({ text }) => text);

const countries = [
  { env: {}, terms: 'pl-au-3', mobiles: ['0412 345 678', null] },
  { env: { COUNTRY: 'NZ' }, terms: 'pl-nz-4', mobiles: ['021 345 678', null] },
];

describe.each(countries)('the evidence of a signature, with $env.COUNTRY', async ({ env, terms, mobiles }) => {
  const fixture = await startSigningFixture({ env });
  const { stage, admin, manager } = fixture;
  const { approved, signAs } = signingSteps(fixture);
  const path = (payer: Payer) => `/v1/signatories/${payer.id}/evidence`;
  const evidenceOf = async (userId: number, payer: Payer): Promise<SignatureEvidence> => {
    const answer = await stage.as(userId)('GET', path(payer));
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  async function signedByAll() {
    const { id, payers } = await approved({ mobiles });
    await stage.db
      .updateTable('signatories')
      .set({ agreedTermsVersion: terms })
      .where('agreementId', '=', id)
      .execute();
    const [ann, bo] = payers as [Payer, Payer];
    for (const payer of [ann, bo]) {
      const answer = await signAs(id, payer, { termsVersion: terms });
      expect(answer.statusCode, answer.body).toBe(200);
      await sealLog(stage.db);
    }
    return { id, ann, bo };
  }
  const storedPdf = async (id: number): Promise<Buffer> => {
    const url = `/v1/attachments?agreementId=${id}&purpose=lending-agreement`;
    const [document] = (await stage.as(admin.userId)('GET', url)).json().items;
    return (await stage.as(admin.userId)('GET', `${document.asset.href}/content`)).rawPayload;
  };

  it('has the published form, and fits the paper and the log', { timeout: 60_000 }, async () => {
    const { id, ann, bo } = await signedByAll();
    const schema = (await stage.as(null)('GET', evidenceSchemaPath)).json();
    const ajv = new Ajv2020({ allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    const pdf = await storedPdf(id);
    expect([isValidByPdfsig(pdf), isValidByOpenssl(pdf)]).toEqual([true, true]);
    const check = verifyPdf(pdf);
    expect(check.findings.filter(({ state }) => state === 'failed')).toEqual([]);
    // The seal that a program reads is the one that a person reads on the last page, and it is in the log.
    const { number, hash } = check.signature!.seal!;
    const printed = pdfText(pdf).replaceAll(/\s+/g, '');
    expect(printed).toContain(`SHA-256${hash}`);
    expect(printed).toContain(`Newestseal${number}of`);
    const named = { number, hash: Buffer.from(hash, 'hex'), from: 'the paper' };
    expect((await verifyLog(stage.db, [named])).findings).toEqual([]);
    expect((await verifyLog(stage.db, [{ ...named, hash: Buffer.alloc(32, 1) }])).brokenCount).toBe(1);
    for (const payer of [ann, bo]) {
      const evidence = await evidenceOf(admin.userId, payer);
      expect([validate(evidence), validate.errors]).toEqual([true, null]);
      expect(evidence.log.proof).not.toBeNull();
      expect(evidence.document?.sha256).toBe(createHash('sha256').update(pdf).digest('hex'));
      expect(wrong(evidence, { pdf, check })).toEqual([]);
      expect(JSON.stringify(evidence)).not.toContain(payer.emailAddress);
    }
    expect((await evidenceOf(ann.userId, ann)).identification).toMatchObject({ method: 'sms', codeSentTo: '5678' });
    expect(validate({ ...(await evidenceOf(admin.userId, bo)), format: 'other' })).toBe(false);
  });

  it('is wrong after any change of it', { timeout: 60_000 }, async () => {
    const { id, ann } = await signedByAll();
    const evidence = await evidenceOf(admin.userId, ann);
    const pdf = await storedPdf(id);
    const paper = { pdf, check: verifyPdf(pdf) };
    const changed = (change: (copy: SignatureEvidence) => void): string[] => {
      const copy = structuredClone(evidence);
      change(copy);
      return wrong(copy, paper);
    };
    expect(changed(() => undefined)).toEqual([]);
    const other = 'c'.repeat(64);
    // biome-ignore format: a list
    const changes: ((copy: SignatureEvidence) => void)[] = [
      (copy) => { copy.consent.texts[0]!.text += ' not'; },
      (copy) => { copy.document!.sha256 = other; },
      (copy) => { copy.document!.seal = { number: 1, sha256: other }; },
      (copy) => { copy.document!.certificates = []; },
      (copy) => { copy.log.proof!.entry.sha256 = other; },
      (copy) => { copy.log.proof!.entry.id += 1; },
      (copy) => { copy.log.proof!.organisation.before = other; },
      (copy) => { copy.log.proof!.organisation.entries = ''; },
      (copy) => { copy.log.proof!.seal.micros += 1; },
      (copy) => { copy.log.proof!.seal.before = other; },
      (copy) => { copy.log.proof!.seal.parts = []; },
      (copy) => { copy.log.head = { number: 0, sha256: other }; },
    ];
    for (const [place, change] of changes.entries()) {
      expect([place, changed(change).length > 0]).toEqual([place, true]);
    }
  });

  it('is for the signer and for admins, and each download is in the log', { timeout: 60_000 }, async () => {
    const { id, ann, bo } = await signedByAll();
    await evidenceOf(ann.userId, ann);
    expect((await stage.as(bo.userId)('GET', path(ann))).statusCode).toBe(404);
    expect((await stage.as(manager.userId)('GET', path(ann))).statusCode).toBe(403);
    await evidenceOf(admin.userId, ann);
    const entries = await stage.db
      .selectFrom('logEntries')
      .select(['userId', 'targetUserId'])
      .where('targetAgreementId', '=', id)
      .where('description', '=', 'Evidence of a signature downloaded')
      .orderBy('id')
      .execute();
    expect(entries).toEqual([ann.userId, admin.userId].map((userId) => ({ userId, targetUserId: ann.userId })));
  });

  it('does not exist before a signature', async () => {
    const { payers } = await approved({ mobiles });
    expect((await stage.as(admin.userId)('GET', path(payers[0]!))).statusCode).toBe(404);
  });
});

it('covers another country than the default one', () => {
  expect(countries.map(({ env }) => ('COUNTRY' in env ? env.COUNTRY : defaultCountryCode))).toEqual(['AU', 'NZ']);
});
