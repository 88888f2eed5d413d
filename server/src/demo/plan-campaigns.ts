import type { NewPayer } from '@kerb/domain/agreements/new-payer.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { addDays, type Day, dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { NewProperty } from '@kerb/domain/properties/properties.contract.ts';
import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode, FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import { campaignShapes, isPaidFirst, needsLoan, pathTo } from '@kerb/server/demo/campaign-shapes.ts';
import { type Intention, inOrder, inTimeOrder, type Step } from '@kerb/server/demo/demo-steps.ts';
import { demoPeople } from '@kerb/server/demo/people.ts';
import { factsOfContacts } from '@kerb/server/demo/plan-contacts.ts';
import { type Filing, filedAtFirst, filedLater } from '@kerb/server/demo/plan-documents.ts';
import {
  type Arrival,
  type Facts,
  factsAfter,
  factsOfSale,
  intentOf,
  methodBefore,
} from '@kerb/server/demo/plan-facts.ts';
import { fundedLater, loanActsBefore, loanFactsAfter, withReminders } from '@kerb/server/demo/plan-loans.ts';
import { moneyLater } from '@kerb/server/demo/plan-money.ts';
import { offering } from '@kerb/server/demo/plan-options.ts';
import { payerSource } from '@kerb/server/demo/plan-payers.ts';
import { propertySource } from '@kerb/server/demo/plan-property.ts';
import { type Choice, inTurn, seededChoice } from '@kerb/server/demo/seeded-choice.ts';
import { sandboxCountries } from '@kerb/server/sandbox-countries/sandbox-countries.ts';
import type { OrganisationKey } from '@kerb/server/sandbox-countries/sandbox-country.ts';

/** How often each organisation creates a campaign; a finance provider creates none. */
// biome-ignore format: a table
const raisedBy: readonly OrganisationKey[] = [
  'harbour', 'harbour', 'harbour', 'harbour', 'valley', 'valley', 'valley', 'coast', 'coast', 'ranges', 'styling',
];

/** Who created the campaigns that are paid and wait for their transfer: the first agencies have one of each method. */
// biome-ignore format: a table
const paidAt: readonly OrganisationKey[] = [
  'harbour', 'harbour', 'valley', 'coast', 'valley', 'ranges', 'ranges', 'coast',
];

// biome-ignore format: a table
const budgets: Record<FundsPurpose, { from: number; to: number; description: string }> = {
  marketing: { from: 40, to: 340,   description: 'Premium online listing, photography, floor plan and signboard' },
  styling:   { from: 36, to: 190,   description: 'Furniture and styling for six weeks, delivery and removal included' },
  deposit:   { from: 100, to: 1600, description: 'Deposit on exchange' },
};

const notes = [
  'Owner prefers to be called after five.',
  'Title search ordered; second owner lives overseas.',
  'Agent asked for a decision before the first open home.',
  'Budget raised once already. Check before approving again.',
];

type Campaign = {
  number: number;
  status: AgreementStatus;
  place: number;
  turn: number;
  organisation: OrganisationKey;
  purpose: FundsPurpose;
  option: FinanceOptionCode;
  budget: Cents;
  raisedDaysAgo: number;
  restingDays: number;
  creator: string;
  agent: string;
  admin: string;
  payers: NewPayer[];
  property: NewProperty | null;
};

const admins = demoPeople.filter((person) => person.role === 'admin').map((person) => person.emailAddress);
/** An admin who raises a campaign does not approve its loan. */
const otherAdmin = (admin: string): string => admins.find((each) => each !== admin) ?? admin;
const membersOf = (key: OrganisationKey) =>
  demoPeople.filter((person) => person.memberships?.[key]).map((person) => person.emailAddress);

const budgetOf = (choose: Choice, purpose: FundsPurpose): Cents => {
  const { from, to } = budgets[purpose];
  return choose.whole(from, to) * 50_00 + (choose.chance(20) ? choose.whole(1, 4_999) : 0);
};

/** Spread evenly over the status's range, the newest first, so that both ends occur. */
function raisedDaysAgo(choose: Choice, status: AgreementStatus, place: number): number {
  const { count, raised } = campaignShapes[status];
  const [from, to] = raised;
  const even = from + Math.round(((to - from) * place) / (count - 1));
  return place === 0 || place === count - 1 ? even : Math.max(from, Math.min(to, even + choose.whole(-2, 2)));
}

const firstPayer = ({ payers }: Pick<Campaign, 'payers'>): NewPayer => must(payers[0], 'payer of a demo campaign');

type Sources = { payers: ReturnType<typeof payerSource>; properties: ReturnType<typeof propertySource> };

function planCampaign(
  choose: Choice,
  sources: Sources,
  country: CountryRules,
  { number, status, place }: Pick<Campaign, 'number' | 'status' | 'place'>,
): Campaign {
  const options = country.financeOptions.filter((code) => code !== 'pn' || !needsLoan(status));
  const option = inTurn(options, place);
  const turn = Math.floor(place / options.length);
  const organisation = choose.oneOf(status === 'approved' && option === 'pn' ? [inTurn(paidAt, turn)] : raisedBy);
  const { type, enableDeposits } = sandboxCountries[country.code].organisations[organisation];
  const usual = type === 'supplier' ? 'styling' : 'marketing';
  const purpose = enableDeposits && option === 'pn' && choose.chance(40) ? 'deposit' : usual;
  const days = raisedDaysAgo(choose, status, place);
  const [leastResting, mostResting] = campaignShapes[status].resting;
  const agent = choose.oneOf(membersOf(organisation));
  const admin = choose.oneOf(admins);
  // Pay On Success depends on a sale, so it needs a property.
  const property = option === 'pos' || choose.chance(82);
  return {
    number,
    status,
    place,
    turn,
    organisation,
    purpose,
    option,
    budget: budgetOf(choose, purpose),
    raisedDaysAgo: days,
    restingDays: choose.whole(Math.min(leastResting, days), Math.min(mostResting, days)),
    creator: choose.chance(12) ? otherAdmin(admin) : agent,
    agent,
    admin,
    payers: sources.payers(status, place),
    property: property ? sources.properties(sandboxCountries[country.code].organisations[organisation]) : null,
  };
}

type PlanContext = { choose: Choice; country: CountryRules; now: Temporal.Instant; timeZone: string };
const dayAt = ({ timeZone }: PlanContext, moment: Temporal.Instant): Day => dayIn(timeZone, moment);

const learning = (at: Temporal.Instant, by: string, fields: Facts): Intention[] =>
  Object.keys(fields).length === 0 ? [] : [{ at, by, act: { kind: 'learn', fields } }];

/** Some time within working hours, the given number of days ago. */
function workingHour({ choose, now, timeZone }: PlanContext, daysAgo: number): Temporal.Instant {
  const day = now.toZonedDateTimeISO(timeZone).toPlainDate().subtract({ days: daysAgo });
  const opening = day.toZonedDateTime({ timeZone, plainTime: '08:30' });
  return opening.add({ minutes: choose.whole(0, 540) }).toInstant();
}

/** How many days after its creation a campaign reaches the step. All steps are equally far apart. */
const daysUntil = ({ raisedDaysAgo, restingDays }: Campaign, step: number, steps: number): number =>
  Math.round(((raisedDaysAgo - restingDays) * step) / steps);

/** The funds of a signed campaign were wanted by its signature at the latest. */
function daysUntilSigned(campaign: Campaign): number {
  const path = pathTo(campaign.status, campaign.place, campaign.option === 'pn');
  const place = path.indexOf('signed');
  return place < 0 ? Number.POSITIVE_INFINITY : daysUntil(campaign, place + 1, path.length);
}

function creationOf(context: PlanContext, campaign: Campaign): Intention[] {
  const { organisation, purpose, budget, payers, property, creator, agent, admin, place } = campaign;
  const at = workingHour(context, campaign.raisedDaysAgo);
  const raised = dayAt(context, at);
  const start = addDays(raised, Math.min(context.choose.whole(3, 30), daysUntilSigned(campaign)));
  const steps: Intention[] = [
    { at, by: creator, act: { kind: 'raise', organisation, purpose, budget, payers, start } },
  ];
  const isAssigned = creator === agent;
  if (property || !isAssigned) {
    steps.push({ at, by: admin, act: { kind: 'prepare', property, agent: isAssigned ? null : agent, place } });
  }
  const described = context.choose.chance(35) ? { campaignBudgetDescription: budgets[purpose].description } : {};
  const contacts = factsOfContacts(context.country, { ...campaign, hasProperty: property !== null });
  const sale = property ? factsOfSale({ ...campaign, raised }, context.country) : {};
  steps.push({ at, by: agent, act: { kind: 'save', fields: { ...described, ...contacts, ...sale } } });
  steps.push(...offering(context.country, campaign).map((act): Intention => ({ at, by: admin, act })));
  return [...steps, ...filing(at, campaign, filedAtFirst(campaign, context.country))];
}

function moverOf({ agent, admin, payers, option }: Campaign, from: AgreementStatus, to: AgreementStatus): string {
  if (to === 'waiting-invite') return agent;
  if (to !== 'cancelled') return admin;
  if (from === 'draft' || from === 'waiting-invite') return agent;
  // Only staff can cancel a paid campaign.
  const isPaid = from === 'approved' && option === 'pn';
  return from === 'waiting-info' || isPaid ? admin : firstPayer({ payers }).emailAddress;
}

function arrivalOf(context: PlanContext, campaign: Campaign, at: Temporal.Instant): Arrival {
  const today = dayAt(context, context.now);
  return { ...campaign, day: dayAt(context, at), today, rested: addDays(today, -campaign.restingDays) };
}

function filing(at: Temporal.Instant, { agent, admin, payers }: Campaign, files: readonly Filing[]): Intention[] {
  const people = { agent, admin, payer: firstPayer({ payers }).emailAddress };
  return files.map(({ by, ...file }) => ({ at, by: people[by], act: { kind: 'file', file } }));
}

/**
 * From creation to the final status, at equal intervals. The payer's choice of option is recorded with their first
 * answer.
 */
function progressOf(context: PlanContext, campaign: Campaign): Intention[] {
  const { status, place, option, admin, payers } = campaign;
  const path = pathTo(status, place, option === 'pn');
  let from: AgreementStatus = 'draft';
  return path.flatMap((to, index) => {
    const at = workingHour(context, campaign.raisedDaysAgo - daysUntil(campaign, index + 1, path.length));
    const isPaid = to === 'cancelled' && isPaidFirst(campaign);
    const by = isPaid ? admin : moverOf(campaign, from, to);
    const isChoice = from === 'waiting-invite' && (to !== 'cancelled' || isPaid);
    from = to;
    const move: Intention = { at, by, act: to === 'waiting-invite' ? { kind: 'send' } : { kind: 'move', to } };
    const choice: Intention = { at, by: firstPayer({ payers }).emailAddress, act: { kind: 'choose', option } };
    const arrival = arrivalOf(context, campaign, at);
    const intending = isChoice ? intendingOf(at, campaign) : [];
    const paying = payingOf(at, campaign, isPaid ? 'approved' : to);
    // A payment changes the campaign's status itself, and so does the transfer to the organisation.
    const isMoved =
      option === 'pn' &&
      (to === 'approved' || to === 'complete' || (to === 'waiting-approval' && isTransfer(intending)));
    const lending = loanActsBefore(to, campaign).map((act): Intention => ({ at, by: admin, act }));
    return [
      ...(isChoice ? [choice, ...intending] : []),
      ...paying,
      ...lending,
      ...(isMoved ? [] : [move]),
      ...learning(at, admin, { ...factsAfter(to, arrival), ...loanFactsAfter(to, arrival) }),
    ];
  });
}

const isTransfer = (intending: readonly Intention[]): boolean =>
  intending.some(({ act }) => act.kind === 'intend' && act.intent === 'bank-transfer');

function intendingOf(at: Temporal.Instant, campaign: Campaign): Intention[] {
  const intent = intentOf(campaign);
  return intent ? [{ at, by: firstPayer(campaign).emailAddress, act: { kind: 'intend', intent } }] : [];
}

/** Payers pay by card themselves. An admin records all other payments. */
function payingOf(at: Temporal.Instant, campaign: Campaign, to: AgreementStatus): Intention[] {
  const method = methodBefore(to, campaign);
  const { emailAddress } = firstPayer(campaign);
  const by = method === 'card' ? emailAddress : campaign.admin;
  return method ? [{ at, by, act: { kind: 'pay', method, receiptEmail: emailAddress } }] : [];
}

/** What staff note on a campaign in its final status. */
function notesOf(context: PlanContext, campaign: Campaign): Intention[] {
  const { choose, now, timeZone } = context;
  const { status, restingDays, admin, agent } = campaign;
  const steps: Intention[] = [];
  if (status === 'waiting-invite' && restingDays >= 7 && choose.chance(75)) {
    const at = workingHour(context, restingDays - 7);
    steps.push({ at, by: admin, act: { kind: 'save', fields: { actionSuggested: true } } });
    if (choose.chance(20)) steps.push({ at, by: agent, act: { kind: 'save', fields: { actionSuggested: false } } });
  }
  const fields = {
    ...(status !== 'complete' &&
      choose.chance(35) && { nextActionDate: addDays(dayIn(timeZone, now), choose.whole(-9, 21)) }),
    ...(choose.chance(15) && { campaignNotes: choose.oneOf(notes) }),
  };
  if (Object.keys(fields).length > 0) {
    const at = workingHour(context, choose.whole(0, restingDays));
    steps.push({ at, by: admin, act: { kind: 'save', fields } });
  }
  return steps;
}

/** All steps of the demo in order of time. The same for the same country and time. */
export function planCampaigns(country: CountryRules, today: Moment): Step[] {
  const choose = seededChoice(2026);
  const { organisations, mobiles } = sandboxCountries[country.code];
  const sources = {
    payers: payerSource(choose, mobiles),
    properties: propertySource(choose, sandboxCountries[country.code]),
  };
  const now = Temporal.Instant.from(today);
  const everyPlace = agreementStatuses.flatMap((status) =>
    Array.from({ length: campaignShapes[status].count }, (_, place) => ({ status, place })),
  );
  const steps = everyPlace.flatMap((where, number) => {
    const campaign = planCampaign(choose, sources, country, { number, ...where });
    const context = { choose, country, now, timeZone: organisations[campaign.organisation].timeZone };
    const raised = creationOf(context, campaign);
    const life = { by: campaign.admin, country, timeZone: context.timeZone, now };
    const intentions = [
      ...raised,
      ...withReminders(progressOf(context, campaign), life),
      ...filing(now.subtract({ hours: 24 * campaign.restingDays }), campaign, filedLater(campaign)),
      ...fundedLater(campaign, now),
      ...moneyLater(campaign, now),
      ...notesOf(context, campaign),
    ];
    return inOrder(number, intentions, now);
  });
  return inTimeOrder(steps);
}
