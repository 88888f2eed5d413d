import { createHash } from 'node:crypto';
import { type SignatureEvidence, signatureEvidence } from '@kerb/domain/signing/evidence.contract.ts';
import { partHash, sealHash, unpackEntries } from '@kerb/server/platform/log-chain/chain-format.ts';
import type { Finding, PdfCheck } from '@kerb/server/platform/pdf-signature/verify-pdf.ts';

const hex = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const ok = (text: string): Finding => ({ state: 'ok', text });
const note = (text: string): Finding => ({ state: 'note', text });
const failed = (text: string): Finding => ({ state: 'failed', text });
const said = (isRight: boolean, right: string, wrong: string): Finding => (isRight ? ok(right) : failed(wrong));

type Proof = NonNullable<SignatureEvidence['log']['proof']>;

/** Computes the seal from the entry's hash, as docs/log-chain.md describes it. */
function isProven({ entry, organisation, seal }: Proof): boolean {
  const entries = Buffer.from(organisation.entries, 'base64');
  const holds = unpackEntries(entries).some(({ id, hash }) => id === entry.id && hash.toString('hex') === entry.sha256);
  const before = { number: organisation.number - 1, hash: Buffer.from(organisation.before, 'hex') };
  const part = partHash(before, { tenantId: organisation.id, entries }).toString('hex');
  const isPart = seal.parts.some(
    (each) => each.organisation === organisation.id && each.number === organisation.number && each.sha256 === part,
  );
  const parts = seal.parts.map((each) => ({
    tenantId: each.organisation,
    number: each.number,
    hash: Buffer.from(each.sha256, 'hex'),
  }));
  const sealed = sealHash({ number: seal.number - 1, hash: Buffer.from(seal.before, 'hex') }, { ...seal, parts });
  return holds === true && part === organisation.sha256 && isPart && sealed.toString('hex') === seal.sha256;
}

function logFindings({ log, document }: SignatureEvidence): Finding[] {
  const { proof, head } = log;
  if (!proof) return [note('The entry of the signature was not sealed yet when the evidence was made.')];
  const { entry, seal } = proof;
  const isOlder = head !== null && (head.number > seal.number || head.sha256 === seal.sha256);
  const isNewer = !document?.seal || document.seal.number < seal.number || document.seal.sha256 === seal.sha256;
  return [
    said(
      isProven(proof),
      `Entry ${entry.id} of the audit log is in seal ${seal.number}: ${seal.number}:${seal.sha256}`,
      `The proof that entry ${entry.id} is in seal ${seal.number} is wrong.`,
    ),
    said(
      isOlder && isNewer,
      `The newest seal of the log was ${head?.number}:${head?.sha256}`,
      'The seals of the evidence are not in their order.',
    ),
  ];
}

function paperFindings({ document }: SignatureEvidence, paper: { pdf: Buffer; check: PdfCheck } | null): Finding[] {
  if (!document) return [note('Not everybody had signed when the evidence was made, so it names no document.')];
  if (!paper) return [note('No PDF was given, so the evidence was checked alone.')];
  const { pdf, check } = paper;
  const { signature, chain, timeStamp } = check;
  const signer = chain[0];
  return [
    said(hex(pdf) === document.sha256, 'The evidence is of this file.', 'The evidence is of another file.'),
    said(
      signature?.seal?.hash === document.seal?.sha256 && signature?.seal?.number === document.seal?.number,
      'The file and the evidence name the same seal of the log.',
      'The file and the evidence name different seals of the log.',
    ),
    said(
      signer !== undefined && document.certificates[0]?.der === signer.raw.toString('base64'),
      'The file and the evidence have the same certificate.',
      'The file and the evidence have different certificates.',
    ),
    said(
      (timeStamp?.time ?? null) === (document.timeStamp?.time ?? null),
      'The file and the evidence have the same time stamp.',
      'The file and the evidence have different time stamps.',
    ),
  ];
}

/** Checks the evidence by itself, and against the signed file if there is one. Needs no database and no network. */
export function checkEvidence(json: unknown, paper: { pdf: Buffer; check: PdfCheck } | null): Finding[] {
  const read = signatureEvidence.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    return [failed(`This is no evidence of a signature: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}`)];
  }
  const evidence = read.data;
  const { consent, signer, signature, identification } = evidence;
  const by = identification.isOnBehalf ? `, by ${identification.enteredBy}` : '';
  return [
    note(`${signer.legalName} signed at ${signature.date}${by}, with a code to ${identification.codeSentTo}.`),
    said(
      consent.texts.every(({ text, sha256 }) => hex(text) === sha256),
      'The texts that were agreed to have the hashes beside them.',
      'A text that was agreed to does not have the hash beside it.',
    ),
    ...paperFindings(evidence, paper),
    ...logFindings(evidence),
  ];
}
