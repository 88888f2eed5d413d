import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { domainCodeMessage } from '@kerb/domain/organisations/login-provider-messages.ts';
import {
  type DomainProof,
  decideDomain,
  domainCodeHours,
  domainRecordName,
  domainRecordText,
  type keeperMailboxes,
  mostDomains,
} from '@kerb/domain/organisations/login-provider-rules.ts';
import { endSignInsOfProvider } from '@kerb/server/features/organisations/change-login-provider.ts';
import { domainsOf, providerOf } from '@kerb/server/features/organisations/login-provider.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { invalid, notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import { isSame, randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Place = { tenantId: number; domainId: number };

export async function addDomain(work: Work, tenantId: number, typed: string): Promise<void> {
  const decided = decideDomain(typed);
  if (!decided.ok) throw invalid(fieldError('domain', 'notValid', decided.because));
  const domain = decided.value;
  if ((await domainsOf(work.tx, tenantId)).length >= mostDomains) {
    throw invalid(fieldError('domain', 'notValid', `An organisation has at most ${mostDomains} domains.`));
  }
  const added = await work.tx
    .insertInto('loginDomains')
    .values({ tenantId, domain, token: randomToken() })
    .onConflict((conflict) => conflict.columns(['tenantId', 'domain']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw invalid(fieldError('domain', 'conflictingValue', 'This domain is there already.'));
  await record(work, { activityCode: 'tenant_update', tenantId, description: 'Login domain named', data: { domain } });
}

export async function domainById(db: Database | Tx, { tenantId, domainId }: Place) {
  const row = await db
    .selectFrom('loginDomains')
    .selectAll()
    .where('id', '=', domainId)
    .where('tenantId', '=', tenantId)
    .executeTakeFirst();
  if (!row) throw notFound('domain');
  return row;
}

/** Whether the domain's DNS has the record. Asks the DNS, so never within a transaction. */
export async function hasRecord(deps: Deps, place: Place): Promise<boolean> {
  const { domain, token } = await domainById(deps.db, place);
  return (await deps.openid.textRecords(domainRecordName(domain))).includes(domainRecordText(token));
}

/** A domain belongs to one organisation. */
async function prove(work: Work, { tenantId, domainId }: Place, provenBy: DomainProof): Promise<void> {
  const { domain } = await domainById(work.tx, { tenantId, domainId });
  const { rows } = await sql<{ id: number }>`
    update login_domains d set proven_date = ${work.now}, proven_by = ${provenBy}, code_hash = null
    where d.id = ${domainId} and d.proven_date is null and not exists (
      select from login_domains o where o.domain = d.domain and o.proven_date is not null)
    returning d.id`.execute(work.tx);
  if (!rows[0]) throw new Problem(409, 'domain-taken', 'This domain is proven already, here or elsewhere.');
  const description = 'Login domain proven';
  await record(work, { activityCode: 'tenant_update', tenantId, description, data: { domain, provenBy } });
}

const noRecord = (domain: string, token: string) =>
  `There is no text record ${domainRecordName(domain)} with ${domainRecordText(token)} yet. New records take a while.`;

export async function proveByRecord(work: Work, place: Place, isThere: boolean): Promise<void> {
  const { domain, token } = await domainById(work.tx, place);
  if (!isThere) throw new Problem(409, 'no-record', noRecord(domain, token));
  await prove(work, place, 'dns');
}

/** The code goes to a mailbox that only the keeper of the domain has, and never to the manager who asks. */
export async function writeToKeeper(
  work: Work,
  { place, mailbox, tenantName }: { place: Place; mailbox: (typeof keeperMailboxes)[number]; tenantName: string },
): Promise<void> {
  const { id, domain, tenantId } = await domainById(work.tx, place);
  const code = randomToken().slice(0, 20);
  await work.tx
    .updateTable('loginDomains')
    .set({ codeHash: sha256(code), codeExpiryDate: addMinutes(realNow(), domainCodeHours * 60) })
    .where('id', '=', id)
    .execute();
  await postMessage(work, {
    channel: 'email',
    audience: 'staff',
    recipient: `${mailbox}@${domain}`,
    isRequested: true,
    ...domainCodeMessage({ brand: work.deps.country.brand, tenantName, domain }),
    secrets: [code],
  });
  const data = { domain, mailbox };
  await record(work, { activityCode: 'tenant_update', tenantId, description: 'Code sent to a login domain', data });
}

export async function proveByCode(work: Work, place: Place, typed: string): Promise<void> {
  const { codeHash, codeExpiryDate } = await domainById(work.tx, place);
  const isRight = codeHash !== null && (codeExpiryDate ?? '') > realNow() && isSame(codeHash, sha256(typed.trim()));
  if (!isRight) throw invalid(fieldError('code', 'notValid', 'That code is not right, or is too old.'));
  await prove(work, place, 'mail');
}

/** Logs out everybody who logged in with the provider: whose address was in this domain is not known any more. */
export async function removeDomain(work: Work, place: Place): Promise<void> {
  const { domain, tenantId, provenDate } = await domainById(work.tx, place);
  const provider = await providerOf(work.tx, tenantId, true);
  if (provider?.isRequired && provenDate !== null) {
    throw new Problem(409, 'login-required', 'Allow other logins first.');
  }
  await work.tx.deleteFrom('loginDomains').where('id', '=', place.domainId).execute();
  if (provider && provenDate !== null) await endSignInsOfProvider(work, provider.id);
  const data = { domain: { before: domain, after: null } };
  await record(work, { activityCode: 'tenant_update', tenantId, description: 'Login domain removed', data });
}
