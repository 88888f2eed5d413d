import type { Actor } from '@kerb/domain/access/actor.ts';
import type { Permission } from '@kerb/domain/access/permissions.ts';
import { type Sight, sightOf } from '@kerb/domain/access/sight.ts';
import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { latestDaysLate } from '@kerb/domain/loans/reminders.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { formatAddress } from '@kerb/domain/properties/address.ts';
import type { NewProperty } from '@kerb/domain/properties/properties.contract.ts';
import type { OrganisationKey } from '@kerb/server/demo/demo-country.ts';
import type { Act, Step } from '@kerb/server/demo/demo-steps.ts';
import type { DemoFiling } from '@kerb/server/demo/file-document.ts';
import { takePayment } from '@kerb/server/demo/take-payment.ts';
import { lockAgreement, updateAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeStatus } from '@kerb/server/features/agreements/change-status.ts';
import { createCampaign } from '@kerb/server/features/campaigns/create-campaign.ts';
import { saveCampaign } from '@kerb/server/features/campaigns/save-campaign.ts';
import { attachAsset } from '@kerb/server/features/documents/attach-asset.ts';
import { remindLoan } from '@kerb/server/features/loans/remind-payers.ts';
import { chooseOption } from '@kerb/server/features/options/choose-option.ts';
import { offerOption, withdrawOption } from '@kerb/server/features/options/offer-option.ts';
import { sendToPayers } from '@kerb/server/features/payers/send-campaign.ts';
import { chooseMethod } from '@kerb/server/features/payments/choose-method.ts';
import { createProperty } from '@kerb/server/features/properties/create-property.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export type Cast = { actors: Map<string, Actor>; tenantIds: Record<OrganisationKey, number> };

/** What the earlier steps have created. */
type Story = Cast & {
  filing: DemoFiling;
  campaignIds: Map<number, number>;
  propertyIds: Map<string, number>;
};
type Turn = { work: Work; actor: Actor; story: Story; campaign: number };

function mustSee(actor: Actor, permission: Permission): Sight {
  const sight = sightOf(actor, permission);
  if (!sight) throw new Error(`${actor.displayName} may not ${permission}`);
  return sight;
}

function idOf({ story, campaign }: Turn): number {
  const id = story.campaignIds.get(campaign);
  if (id === undefined) throw new Error(`campaign ${campaign} does not exist yet`);
  return id;
}

/** A property that was for sale before is reused. */
async function propertyIdOf({ work, story: { propertyIds } }: Turn, property: NewProperty): Promise<number> {
  const address = formatAddress(property, work.deps.country);
  const id = propertyIds.get(address) ?? (await createProperty(work, property));
  propertyIds.set(address, id);
  return id;
}

type Played = { [Kind in Act['kind']]: (turn: Turn, act: Extract<Act, { kind: Kind }>) => Promise<unknown> };

const save = (turn: Turn, sent: Parameters<typeof saveCampaign>[2]['sent']) =>
  saveCampaign(turn.work, mustSee(turn.actor, 'agreement.change'), { id: idOf(turn), sent, ifMatch: null });

/** The timestamps that are set together with such a field. */
const stampsOf = (fields: Partial<AgreementValues>, now: string): Partial<AgreementValues> => ({
  ...(fields.propertySettlementDate && { propertySettlementDateLastUpdate: now }),
});

/** Writes the fields as the product's endpoints do, with a log entry. */
async function learn(turn: Turn, fields: Partial<AgreementValues>): Promise<void> {
  const { work } = turn;
  const agreement = await lockAgreement(work.tx, mustSee(turn.actor, 'agreement.change'), idOf(turn));
  if (!agreement) throw new Error(`campaign ${turn.campaign} is not accessible to the actor`);
  const { id, tenantId } = agreement;
  const data = changesBetween(agreement, fields);
  if (Object.keys(data).length === 0) return;
  await updateAgreement(work.tx, id, { ...fields, ...stampsOf(fields, work.now) }, work.now);
  await record(work, { activityCode: 'campaign_update', agreementId: id, tenantId, data });
}

const played: Played = {
  raise: async ({ work, actor, story, campaign }, act) => {
    const id = await createCampaign(work, mustSee(actor, 'agreement.create'), {
      campaignBudget: act.budget,
      campaignPlannedStartDate: act.start,
      campaignBudgetFundsPurpose: act.purpose,
      tenant: story.tenantIds[act.organisation],
      vendors: act.payers,
    });
    story.campaignIds.set(campaign, id);
  },
  prepare: async (turn, { property, agent }) =>
    save(turn, {
      ...(property && { property: await propertyIdOf(turn, property) }),
      ...(agent && { agentUser: (await actorOf(turn.work, turn.story, agent)).userId }),
    }),
  save: (turn, { fields }) => save(turn, fields),
  learn: (turn, { fields }) => learn(turn, fields),
  offer: (turn, { option }) =>
    offerOption(turn.work, mustSee(turn.actor, 'option.offer'), { id: idOf(turn), code: option }),
  withdraw: (turn, { option }) =>
    withdrawOption(turn.work, mustSee(turn.actor, 'option.offer'), { id: idOf(turn), code: option }),
  choose: (turn, { option }) => {
    const sight = mustSee(turn.actor, 'option.choose');
    return chooseOption(turn.work, sight, { id: idOf(turn), code: option, ifMatch: null });
  },
  intend: (turn, { intent }) =>
    chooseMethod(turn.work, mustSee(turn.actor, 'payment.make'), { id: idOf(turn), intent }),
  pay: (turn, { method, receiptEmail }) =>
    takePayment(turn.work, mustSee(turn.actor, 'payment.make'), { id: idOf(turn), method, receiptEmail }),
  file: async (turn, { file }) => {
    const agreement = await turn.work.tx
      .selectFrom('agreements')
      .select(['id', 'tenantId'])
      .where('id', '=', idOf(turn))
      .executeTakeFirstOrThrow();
    const asset = await turn.story.filing.keep(turn.work, agreement.tenantId, file);
    const body = { agreement: agreement.id, asset, purpose: file.purpose };
    await attachAsset(turn.work, mustSee(turn.actor, 'document.add'), body);
  },
  remind: (turn) => remindLoan({ ...turn.work, actor: null }, idOf(turn), latestDaysLate),
  send: (turn) => sendToPayers(turn.work, mustSee(turn.actor, 'payer.send'), { id: idOf(turn) }),
  move: (turn, { to }) =>
    changeStatus(turn.work, mustSee(turn.actor, 'agreement.set-status'), { id: idOf(turn), status: to, ifMatch: null }),
};

/** A user of the table, or a payer who became a user when added to a campaign. */
async function actorOf(work: Work, { actors }: Cast, emailAddress: string): Promise<Actor> {
  const known = actors.get(emailAddress);
  if (known) return known;
  const user = await work.tx
    .selectFrom('users')
    .select(['id', 'firstName', 'surname', 'role'])
    .where('emailAddress', '=', emailAddress)
    .executeTakeFirstOrThrow();
  const actor: Actor = { userId: user.id, displayName: displayName(user), role: user.role, memberships: [] };
  actors.set(emailAddress, actor);
  return actor;
}

type Play = { cast: Cast; filing: DemoFiling; steps: readonly Step[]; onStep: () => void };

/** Runs the steps through the product's use cases, each at its own time and as its own person. */
export async function playSteps(work: Work, { cast, filing, steps, onStep }: Play): Promise<void> {
  const story: Story = { ...cast, filing, campaignIds: new Map(), propertyIds: new Map() };
  for (const { campaign, at, by, act } of steps) {
    const actor = await actorOf(work, story, by);
    const turn: Turn = { work: { ...work, actor, now: at }, actor, story, campaign };
    await (played[act.kind] as (turn: Turn, act: Act) => Promise<unknown>)(turn, act);
    onStep();
  }
}
