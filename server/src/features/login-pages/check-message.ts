import { endsPaymentLinks } from '@kerb/domain/agreements/transitions.ts';
import { normaliseMobile } from '@kerb/domain/kernel/phone.ts';
import { readPaymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { type Finding, leadsTo, type Pasted, pastedIn } from '@kerb/server/features/login-pages/pasted-message.ts';
import { type LinkedPayer, payerOfLink } from '@kerb/server/features/payers/linked-payer.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { campaignSenders } from '@kerb/server/platform/outbox/campaign-senders.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';

const paymentPath = /^\/pay\/([^/]+)\/?$/;

/** The payer of a pasted Payment URL. Only a person who has the link learns that it exists. */
async function payerOfPasted({ db, secrets }: Deps, { pathname }: URL): Promise<LinkedPayer | null> {
  const typed = paymentPath.exec(pathname)?.[1];
  return typed ? payerOfLink(db, sha256(readPaymentToken({ secrets }, typed).token)) : null;
}

const works = ({ clock }: Deps, payer: LinkedPayer): boolean =>
  payer.paymentLinkEndedDate === null &&
  (payer.paymentLinkExpiryDate === null || payer.paymentLinkExpiryDate > clock.now()) &&
  !endsPaymentLinks(payer.status);

/** The identity check of a loan is on the page of our partner. */
const partnersOf = ({ config: { identity } }: Deps): string[] =>
  identity ? [identity.url, identity.portalUrl].filter((url) => url !== null) : [];

type Checked = { finding: Finding; agreementId: number | null };

async function checkLink(deps: Deps, link: URL): Promise<Checked> {
  // Neither the path nor the query: they may be secret.
  const finding = { what: 'link', shown: link.host } as const;
  const found = (verdict: Finding['verdict'], words: string, agreementId: number | null = null): Checked => ({
    finding: { ...finding, verdict, words },
    agreementId,
  });
  if (partnersOf(deps).some((partner) => leadsTo(link, partner))) {
    return found('ours', 'This is the page of our partner who checks who you are.');
  }
  if (!leadsTo(link, deps.config.publicUrl)) {
    return found('notOurs', 'This link does not lead to us. Please do not open it.');
  }
  if (!paymentPath.test(link.pathname)) return found('ours', 'This link leads to our own site.');
  const payer = await payerOfPasted(deps, link);
  if (payer && works(deps, payer)) return found('ours', 'We have sent this link, and it works.', payer.agreementId);
  return found(
    'ended',
    'This link leads to us, but it does not work. It may be an old one, or a part of it is missing. Open the link in our latest message, or ask your agent for a new one.',
  );
}

function checkEmail({ config }: Deps, address: string): Finding {
  const ours = [config.mailFrom, config.support.email, config.settlementsEmail]
    .filter((each) => each !== null)
    .map((each) => (/<([^<>]+)>\s*$/.exec(each)?.[1] ?? each).trim().toLowerCase());
  return ours.includes(address)
    ? {
        what: 'email',
        shown: address,
        verdict: 'ours',
        words: 'This is our address. Check the link in the message too.',
      }
    : {
        ...{ what: 'email', shown: address, verdict: 'unknown' },
        words: 'This is not our address. Your agent may write to you from their own.',
      };
}

/** Whether an organisation that works with us has this number. Its name is not told. */
async function isOfOrganisation({ db, country }: Deps, number: string): Promise<boolean> {
  const end = number.replace(/\D/g, '').slice(-8);
  const { rows } = await sql<{ phone: string }>`
    select distinct billing_address ->> 'phone' as phone from tenants
    where right(regexp_replace(billing_address ->> 'phone', '\\D', '', 'g'), 8) = ${end} limit 50`.execute(db);
  return rows.some(({ phone }) => normaliseMobile(phone, country) === number);
}

/** Numbers of agents are found only with a link of their campaign, whose page shows them anyway. */
async function agentPhones(deps: Deps, agreementIds: readonly number[]): Promise<Set<string>> {
  const senders = agreementIds.length > 0 ? await campaignSenders(deps.db, agreementIds) : new Map();
  const phones = [...senders.values()].flatMap(({ agentPhone }) => (agentPhone ? [agentPhone] : []));
  return new Set(phones.map((phone) => normaliseMobile(phone, deps.country)));
}

async function checkPhone(
  deps: Deps,
  { written, number }: Pasted['phones'][number],
  ofAgents: ReadonlySet<string>,
): Promise<Finding> {
  const { country, config } = deps;
  const ours = [country.supportPhone, config.smsNumber].filter((each) => each !== null);
  const finding = { what: 'phone', shown: written } as const;
  if (ours.some((phone) => normaliseMobile(phone, country) === number)) {
    return { ...finding, verdict: 'ours', words: 'This is our number.' };
  }
  if (ofAgents.has(number)) return { ...finding, verdict: 'ours', words: 'This is the number of your agent.' };
  if (await isOfOrganisation(deps, number)) {
    return { ...finding, verdict: 'ours', words: 'This is the number of an agency that works with us.' };
  }
  return { ...finding, verdict: 'unknown', words: 'This is not our number. It may be the number of your agent.' };
}

/** What we know of each link, address and number in a text. Empty if it has none. */
export async function checkMessage(deps: Deps, text: string): Promise<Finding[]> {
  const pasted = pastedIn(text, deps.country);
  const links: Checked[] = [];
  for (const link of pasted.links) links.push(await checkLink(deps, link));
  const ofAgents = await agentPhones(
    deps,
    links.flatMap(({ agreementId }) => (agreementId === null ? [] : [agreementId])),
  );
  const phones: Finding[] = [];
  for (const phone of pasted.phones) phones.push(await checkPhone(deps, phone, ofAgents));
  return [...links.map(({ finding }) => finding), ...pasted.emails.map((each) => checkEmail(deps, each)), ...phones];
}
