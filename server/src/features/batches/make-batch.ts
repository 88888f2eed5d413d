import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import { decidePayable } from '@kerb/domain/batches/owed.ts';
import type { BankAccount } from '@kerb/domain/countries/bank-account-scheme.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { type Cents, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { isDue } from '@kerb/domain/organisations/payment-schedule.ts';
import type { InputOf } from '@kerb/domain/wire/endpoint.ts';
import { bankFileOf } from '@kerb/server/features/batches/bank-file-of.ts';
import { followBatch, lockCampaigns } from '@kerb/server/features/batches/batch-campaigns.ts';
import { itemsOf } from '@kerb/server/features/batches/batches.repository.ts';
import { lockOwed, type OwedCampaign, owedFactsOf, waitsFrom } from '@kerb/server/features/batches/owed-campaigns.ts';
import { type PaidOrganisation, paidOrganisations } from '@kerb/server/features/batches/paid-organisations.ts';
import { settleBankAccounts } from '@kerb/server/features/organisations/change-bank-account.ts';
import { takeTurn } from '@kerb/server/platform/database/locks.ts';
import { invalid, notPermitted, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Body = InputOf<typeof batchEndpoints.make>['body'];
type Payable = PaidOrganisation & { account: BankAccount };
type Choice = { campaign: OwedCampaign; amountCents: Cents; organisation: Payable };

const isPayable = (organisation: PaidOrganisation): organisation is Payable => organisation.account !== null;

/** Refuse an organisation that was named in the request and cannot be paid. Others that cannot be paid are left out. */
function refuseUnpayable(organisations: Iterable<PaidOrganisation>): void {
  const unpayable = [...organisations].filter((organisation) => !isPayable(organisation));
  if (unpayable.length === 0) return;
  const reasons = unpayable.map(({ name, problem }) => `${name}: ${problem}`).join(' ');
  throw invalid(fieldError('tenants', 'notValid', reasons), reasons);
}

function choose(
  work: Work,
  campaigns: readonly OwedCampaign[],
  organisations: ReadonlyMap<number, PaidOrganisation>,
  includesToCome: boolean,
): Choice[] {
  return campaigns.flatMap((campaign) => {
    const organisation = organisations.get(campaign.tenantId);
    if (!organisation || !isPayable(organisation)) return [];
    const { country } = work.deps;
    const place = { timeZone: organisation.timeZone, now: work.now, country };
    const facts = owedFactsOf(campaign, campaign.isInBatch, place);
    const amount = decidePayable(facts, 'batch', country);
    if (!amount.ok) return [];
    const isChosen = includesToCome || isDue(organisation.schedule, waitsFrom(campaign.owedSince, facts), facts.today);
    return isChosen ? [{ campaign, amountCents: amount.value, organisation }] : [];
  });
}

async function insertBatch({ tx, now }: Work, userId: number, choices: readonly Choice[]): Promise<number> {
  const total = choices.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const { id } = await tx
    .insertInto('batches')
    .values({ status: 'waiting-approval', total: decimalFromCents(total), createdDate: now, createdByUserId: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const items = choices.map(({ campaign, amountCents, organisation }) => ({
    batchId: id,
    agreementId: campaign.id,
    tenantId: campaign.tenantId,
    amount: decimalFromCents(amountCents),
    previousAmount: campaign.lastAmount === null ? null : decimalFromCents(campaign.lastAmount),
    ...organisation.account,
    isFirstToAccount: organisation.isFirstToAccount,
  }));
  await tx.insertInto('batchItems').values(items).execute();
  return id;
}

/** An earlier batch may have paid the same campaign. Its dates of preparing are not those of the new batch. */
const noDates = { campaignAgencySettlementCreated: null, campaignAgencySettlementProcessing: null };

/** Puts due funds into a batch, each campaign with its current account and amount. */
export async function makeBatch(work: Work, scope: AccessScope, body: Body): Promise<number> {
  const { tx, actor, deps } = work;
  if (!actor) throw notPermitted();
  await takeTurn(tx, 'batches');
  await settleBankAccounts(work);
  const owed = await lockOwed(tx, body.tenants ?? null);
  const ids = [...new Set(body.tenants ?? owed.map(({ tenantId }) => tenantId))];
  const organisations = await paidOrganisations(tx, deps.country, ids);
  if (body.tenants) refuseUnpayable(organisations.values());
  const choices = choose(work, owed, organisations, body.includesToCome);
  if (choices.length === 0) throw new Problem(409, 'nothing-due', 'Nothing is due that could be paid now.');
  const batchId = await insertBatch(work, actor.userId, choices);
  const items = await itemsOf(tx, batchId);
  // A trial run: fails if the bank would not accept it. The real file is written on approval.
  bankFileOf(work, batchId, items);
  const amounts = new Map(choices.map(({ campaign, amountCents }) => [campaign.id, amountCents]));
  for (const { agreement } of await lockCampaigns(work, scope, items)) {
    const changes = { campaignAgencySettlementAmount: amounts.get(agreement.id) ?? null, ...noDates };
    await followBatch(work, agreement, changes, { batchId, description: `Funds put into batch ${batchId}` });
  }
  return batchId;
}
