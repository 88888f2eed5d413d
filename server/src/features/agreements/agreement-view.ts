import { standingIn } from '@kerb/domain/access/access-scope.ts';
import type { Actor, Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { hiddenFields, seesTeamRecord } from '@kerb/domain/agreements/save.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { seesLoan } from '@kerb/domain/loans/loan-access.ts';
import { derivedFields } from '@kerb/domain/loans/loan-figures.ts';
import { hasMoney } from '@kerb/domain/payments/campaign-money.ts';
import { fundsStateOf } from '@kerb/domain/payments/funds-state.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { keyNumberOf } from '@kerb/server/platform/auth/link-versions.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { isSame, sha256 } from '@kerb/server/platform/secrets.ts';

/** The actor's standing towards a campaign that they can see. */
export function standingTowards(actor: Actor, { tenantId }: { tenantId: number }): Standing {
  const standing = standingIn(actor, tenantId);
  if (!standing) throw new Error('no standing towards a campaign that the actor cannot see');
  return standing;
}

type UrlDeps = Pick<Deps, 'config' | 'secrets'>;
type ViewDeps = Pick<Deps, 'config' | 'country' | 'clock'>;

/**
 * The token is derived from the deployment's key each time. The database stores only its hash and version. Without the
 * key of its version a link cannot be shown again; what is shown then does not work.
 */
export function paymentToken({ secrets }: Pick<Deps, 'secrets'>, payer: { id: number; version: number }): string {
  const words = `${payer.id}:${payer.version}`;
  const keyNumber = keyNumberOf(payer.version);
  return secrets.deriveUnder(keyNumber, 'payment-link', words) ?? secrets.derive('payment-link', words);
}

/** For the team, text messages and everything else that is not the payer's mailbox. */
export const paymentUrl = (deps: UrlDeps, payer: { id: number; version: number }): string =>
  `${deps.config.publicUrl}/pay/${paymentToken(deps, payer)}`;

/** Separates the two parts of a mailed link. No token contains this character. */
const mailboxMark = '.';

type Link = { version: number; mobileSetCount: number };

/**
 * Derived with the key of the link, not with the newest: a leaked former key must not make the second part of a new
 * link.
 */
function mailboxPart({ secrets }: Pick<Deps, 'secrets'>, token: string, link: Link): string | null {
  // Links that were mailed before staff changed the mobile go on working, but prove the mailbox no longer.
  const words = link.mobileSetCount === 0 ? token : `${token}:${link.mobileSetCount}`;
  return secrets.deriveUnder(keyNumberOf(link.version), 'payment-link-mailbox', words);
}

/**
 * For an e-mail to the payer. Its second part cannot be derived from the first without the deployment's key, so a
 * person who has it has read the payer's mailbox.
 */
export function mailedPaymentUrl(deps: UrlDeps, payer: Link & { id: number }): string {
  const part = mailboxPart(deps, paymentToken(deps, payer), payer);
  return part === null ? paymentUrl(deps, payer) : `${paymentUrl(deps, payer)}${mailboxMark}${part}`;
}

/** The link in the address of a request. Without a right second part it works, and proves no mailbox. */
export function readPaymentToken(deps: Pick<Deps, 'secrets'>, typed: string) {
  const [token = '', ...rest] = typed.split(mailboxMark);
  const isFromMailbox = (link: Link): boolean => {
    const right = mailboxPart(deps, token, link);
    return right !== null && rest.length > 0 && isSame(sha256(right), sha256(rest.join(mailboxMark)));
  };
  return { token, isFromMailbox };
}

/**
 * The Payment URL without its secret: the team sees that a payer has a link. A team member who needs the whole link
 * asks for it, and the log names them.
 */
export const hiddenPaymentUrl = ({ config }: Pick<Deps, 'config'>): string => `${config.publicUrl}/pay/…`;

/** The campaign with the fields that this actor may see. */
export function viewOf(deps: ViewDeps, record: AgreementRecord, actor: Actor): Agreement {
  const standing = standingTowards(actor, record);
  // biome-ignore format: a list
  const {
    linkedPayer, version, groupVersions, books, budgetOwnerTenantId, propertyId, tenantId, tenantType,
    budgetOwnerAllowsProperty, statusChangedByName, hasPayments, createdByUserId, externalRef, metadata, ...shown
  } = record;
  for (const name of hiddenFields(standing)) Reflect.deleteProperty(shown, name);
  const collection = `/v2/campaigns/${record.id}`;
  return {
    ...shown,
    ...(seesLoan(standing, record) &&
      derivedFields(record, dayIn(record.tenantTimeZone, deps.clock.now()), deps.country)),
    hasMoneyRecords: hasPayments,
    href: `/v1/agreements/${record.id}`,
    tenant: tenantId,
    budgetOwnerTenant: budgetOwnerTenantId,
    property: propertyId,
    hasMoney: hasMoney(books),
    isMoneyHeld: books.held < 0,
    ...(seesTeamRecord(standing) && {
      externalRef,
      metadata,
      fundsState: fundsStateOf(books),
      statusChangedByName,
      tenantType,
      budgetOwnerAllowsProperty,
      vendorUrl: linkedPayer && hiddenPaymentUrl(deps),
    }),
    vendors: { href: `${collection}/vendors` },
    signatories: { href: `/v1/signatories?agreementId=${record.id}` },
    attachments: { href: `/v1/attachments?agreementId=${record.id}` },
  };
}
