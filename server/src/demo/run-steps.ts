import { type AccessScope, accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import { type Actor, type Role, roles } from '@kerb/domain/access/actor.ts';
import type { Permission } from '@kerb/domain/access/permissions.ts';
import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { daysBetween } from '@kerb/domain/kernel/dates.ts';
import { latestDaysLate } from '@kerb/domain/loans/reminders.ts';
import { startFollowing } from '@kerb/domain/loans/save-loan.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { formatAddress } from '@kerb/domain/properties/address.ts';
import type { NewProperty } from '@kerb/domain/properties/properties.contract.ts';
import { agreeToPayUpfront } from '@kerb/server/demo/agree-to-pay.ts';
import { changeBudget, refundLatest, voidLatest } from '@kerb/server/demo/change-money.ts';
import type { Act, Step } from '@kerb/server/demo/demo-steps.ts';
import { aHouse, houseCount } from '@kerb/server/demo/draw-photos.ts';
import type { DemoFiling } from '@kerb/server/demo/file-document.ts';
import { fundCampaign } from '@kerb/server/demo/fund-campaign.ts';
import { repayLoan, writeOffLoan } from '@kerb/server/demo/repay-loan.ts';
import { takePayment } from '@kerb/server/demo/take-payment.ts';
import { lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { changeStatus } from '@kerb/server/features/agreements/change-status.ts';
import { createCampaign } from '@kerb/server/features/campaigns/create-campaign.ts';
import { saveCampaign } from '@kerb/server/features/campaigns/save-campaign.ts';
import { attachAsset } from '@kerb/server/features/documents/attach-asset.ts';
import { followDates } from '@kerb/server/features/loan-books/follow-dates.ts';
import { remindLoan } from '@kerb/server/features/loans/remind-payers.ts';
import { chooseOption } from '@kerb/server/features/options/choose-option.ts';
import { offerOption, withdrawOption } from '@kerb/server/features/options/offer-option.ts';
import { sendToPayers } from '@kerb/server/features/payers/send-campaign.ts';
import { chooseMethod } from '@kerb/server/features/payments/choose-method.ts';
import { createProperty } from '@kerb/server/features/properties/create-property.ts';
import { setPhoto } from '@kerb/server/features/properties/set-photo.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type { OrganisationKey } from '@kerb/server/sandbox-countries/sandbox-country.ts';

export type DemoRecords = { actors: Map<string, Actor>; tenantIds: Record<OrganisationKey, number> };

/** What the earlier steps have created. */
type RunState = DemoRecords & {
  filing: DemoFiling;
  campaignIds: Map<number, number>;
  propertyIds: Map<string, number>;
  /** The loan that was written off; null before. */
  writtenOff: number | null;
};
/** `loadedAt`: when the demo is loaded, while the work has the time of the step. */
type StepRun = { work: Work; actor: Actor; state: RunState; campaign: number; loadedAt: string };

function mustSee(actor: Actor, permission: Permission): AccessScope {
  const scope = accessScopeOf(actor, permission);
  if (!scope) throw new Error(`${actor.displayName} may not ${permission}`);
  return scope;
}

function idOf({ state, campaign }: StepRun): number {
  const id = state.campaignIds.get(campaign);
  if (id === undefined) throw new Error(`campaign ${campaign} does not exist yet`);
  return id;
}

/** A property that was for sale before is reused. */
async function propertyIdOf({ work, state: { propertyIds } }: StepRun, property: NewProperty): Promise<number> {
  const address = formatAddress(property, work.deps.country);
  const id = propertyIds.get(address) ?? (await createProperty(work, property));
  propertyIds.set(address, id);
  return id;
}

type Handlers = { [Kind in Act['kind']]: (run: StepRun, act: Extract<Act, { kind: Kind }>) => Promise<unknown> };

const save = (run: StepRun, sent: Parameters<typeof saveCampaign>[2]['sent']) =>
  saveCampaign(run.work, mustSee(run.actor, 'agreement.change'), { id: idOf(run), sent, ifMatch: null });

/** The timestamps that are set together with such a field. */
const stampsOf = (fields: Partial<AgreementValues>, now: string): Partial<AgreementValues> => ({
  ...(fields.propertySettlementDate && { propertySettlementDateLastUpdate: now }),
});

/** The first Pay Later loan that ends in the last half year is written off. The others are repaid. */
function isWrittenOff({ state }: StepRun, option: string | null, day: string, now: string): boolean {
  return state.writtenOff === null && option === 'pl' && daysBetween(day, now.slice(0, 10)) < 180;
}

/** Writes the fields as the product's endpoints do, with a log entry. */
async function learn(run: StepRun, fields: Partial<AgreementValues>): Promise<void> {
  const { work } = run;
  const agreement = await lockCampaign(work.tx, mustSee(run.actor, 'agreement.change'), idOf(run));
  if (Object.keys(changesBetween(agreement, fields)).length === 0) return;
  const { campaignFinanceRepaidDate: repaid } = fields;
  if (repaid && isWrittenOff(run, agreement.financeOptionCode, repaid, run.loadedAt)) {
    run.state.writtenOff = agreement.id;
    return writeOffLoan(work, agreement.id, await admins(run));
  }
  const changes = { ...fields, ...startFollowing(agreement, fields) };
  await changeCampaign(work, agreement, changes, { stamps: stampsOf(fields, work.now) });
  if (repaid) await repayLoan(work, agreement.id, repaid);
  else await followDates(work, agreement, changes);
}

const admins = async ({ work, state }: StepRun): Promise<[Actor, Actor]> => [
  await actorOf(work, state, 'admin@example.com'),
  await actorOf(work, state, 'admin.two@example.com'),
];

/** The first campaigns of every status have a photo of the property. More would delay the first start. */
const picturedPlaces = 2;

async function photograph(run: StepRun): Promise<void> {
  const { work, state, campaign } = run;
  const drawing = { fileName: 'house.png', lines: [], use: 'photo', draw: () => aHouse(campaign) } as const;
  const tenantId = await tenantIdOf(run);
  const asset = await state.filing.keep(work, tenantId, { ...drawing, drawnOnce: `house ${campaign % houseCount}` });
  await setPhoto(work, mustSee(run.actor, 'property.change'), { id: idOf(run), asset });
}

async function tenantIdOf(run: StepRun): Promise<number> {
  const agreement = run.work.tx.selectFrom('agreements').select('tenantId').where('id', '=', idOf(run));
  return (await agreement.executeTakeFirstOrThrow()).tenantId;
}

const handlers: Handlers = {
  raise: async ({ work, actor, state, campaign }, act) => {
    const id = await createCampaign(work, mustSee(actor, 'agreement.create'), {
      campaignBudget: act.budget,
      campaignPlannedStartDate: act.start,
      campaignBudgetFundsPurpose: act.purpose,
      tenant: state.tenantIds[act.organisation],
      vendors: act.payers,
      // As if a CRM had created it.
      ...(campaign % 4 === 0 && { externalRef: `crm-listing-${campaign}`, metadata: { source: 'Demo CRM' } }),
    });
    state.campaignIds.set(campaign, id);
  },
  prepare: async (run, { property, agent, place }) => {
    await save(run, {
      ...(property && { property: await propertyIdOf(run, property) }),
      ...(agent && { agentUser: (await actorOf(run.work, run.state, agent)).userId }),
    });
    if (property && place < picturedPlaces) await photograph(run);
  },
  save: (run, { fields }) => save(run, fields),
  learn: (run, { fields }) => learn(run, fields),
  offer: (run, { option }) =>
    offerOption(run.work, mustSee(run.actor, 'option.offer'), { id: idOf(run), code: option }),
  withdraw: (run, { option }) =>
    withdrawOption(run.work, mustSee(run.actor, 'option.offer'), { id: idOf(run), code: option }),
  choose: (run, { option }) => {
    const scope = mustSee(run.actor, 'option.choose');
    return chooseOption(run.work, scope, { id: idOf(run), code: option, ifMatch: null });
  },
  intend: async (run, { intent }) => {
    await agreeToPayUpfront(run.work, idOf(run));
    await chooseMethod(run.work, mustSee(run.actor, 'payment.make'), { id: idOf(run), intent });
  },
  pay: (run, { kind: _, ...payment }) =>
    takePayment(run.work, mustSee(run.actor, 'payment.make'), { id: idOf(run), ...payment }),
  change: (run, { budget, reason }) =>
    changeBudget(run.work, mustSee(run.actor, 'payment.change'), { id: idOf(run), budget, reason }),
  void: (run, { reason }) => voidLatest(run.work, mustSee(run.actor, 'payment.void'), idOf(run), reason),
  refund: (run, { amount, reason }) =>
    refundLatest(run.work, mustSee(run.actor, 'payment.void'), { id: idOf(run), amount, reason }),
  file: async (run, { file }) => {
    const asset = await run.state.filing.keep(run.work, await tenantIdOf(run), file);
    const body = { agreement: idOf(run), asset, purpose: file.purpose };
    await attachAsset(run.work, mustSee(run.actor, 'document.add'), body);
  },
  remind: (run) => remindLoan({ ...run.work, actor: null }, idOf(run), latestDaysLate),
  send: (run) => sendToPayers(run.work, mustSee(run.actor, 'payer.send'), { id: idOf(run) }),
  fund: (run) => fundCampaign(run.work, mustSee(run.actor, 'funds.record'), idOf(run)),
  move: (run, { to }) =>
    changeStatus(run.work, mustSee(run.actor, 'agreement.set-status'), { id: idOf(run), status: to, ifMatch: null }),
};

/** A user of the table, or a payer who became a user when added to a campaign. */
async function actorOf(work: Work, { actors }: DemoRecords, emailAddress: string): Promise<Actor> {
  const known = actors.get(emailAddress);
  if (known) return known;
  const user = await work.tx
    .selectFrom('users')
    .select(['id', 'firstName', 'surname', 'role'])
    .where('emailAddress', '=', emailAddress)
    .where('role', 'in', roles)
    .$narrowType<{ role: Role }>()
    .executeTakeFirstOrThrow();
  const actor: Actor = { userId: user.id, displayName: displayName(user), role: user.role, memberships: [] };
  actors.set(emailAddress, actor);
  return actor;
}

type Run = { records: DemoRecords; filing: DemoFiling; steps: readonly Step[]; onStep: () => void };

/** Runs the steps through the product's use cases, each at its own time and as its own person. */
export async function runSteps(work: Work, { records, filing, steps, onStep }: Run): Promise<void> {
  const state: RunState = { ...records, filing, campaignIds: new Map(), propertyIds: new Map(), writtenOff: null };
  for (const { campaign, at, by, act } of steps) {
    // A payer proves with the address of their account that they are the payer.
    const actor = { ...(await actorOf(work, state, by)), emailAddress: by };
    const run: StepRun = { work: { ...work, actor, now: at }, actor, state, campaign, loadedAt: work.now };
    await (handlers[act.kind] as (run: StepRun, act: Act) => Promise<unknown>)(run, act);
    onStep();
  }
}
