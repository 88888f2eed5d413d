import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { readSignedCode } from '@kerb/domain/signing/signed-codes.ts';
import type { Verified } from '@kerb/domain/signing/signing.contract.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { sql } from 'kysely';

/** The file as it was signed, or as it was stamped later. */
const hasHash = (hash: string) => sql<boolean>`
  s.id in (select d.signed_document_id from document_stamps d where d.sha256 = ${hash}
    union all select o.id from signed_documents o where o.sha256 = ${hash})`;

type Asked = { hash?: string | undefined; code?: string | undefined };

/** Whether a file, or the code printed on it, is an agreement signed here. Returns initials, no names. */
export async function verifyDocument({ db, country }: Deps, { hash, code }: Asked): Promise<Verified> {
  if ((hash === undefined) === (code === undefined)) {
    throw new Problem(400, 'invalid', 'Send the fingerprint of a file, or the code that is printed on it.');
  }
  const found = await db
    .selectFrom('signedDocuments as s')
    .innerJoin('agreements as a', 'a.id', 's.agreementId')
    .select([
      'a.id',
      'a.campaignBudgetFundsPurpose',
      's.title',
      's.sha256',
      's.signedDate',
      's.signatures',
      's.voidedDate',
    ])
    .$if(hash !== undefined, (query) => query.where(hasHash(must(hash, 'hash').toLowerCase())))
    .$if(code !== undefined, (query) => query.where('s.code', '=', readSignedCode(code ?? '')))
    .executeTakeFirst();
  if (!found) return { isGenuine: false, reason: code === undefined ? 'unknown-file' : 'unknown-code' };
  const campaignBudgetFundsPurpose = found.campaignBudgetFundsPurpose as FundsPurpose;
  return {
    isGenuine: true,
    isInForce: found.voidedDate === null,
    flowNumber: flowNumber({ id: found.id, campaignBudgetFundsPurpose }, country.code),
    title: found.title,
    signedDate: found.signedDate,
    sha256: found.sha256,
    signatures: found.signatures,
  };
}
