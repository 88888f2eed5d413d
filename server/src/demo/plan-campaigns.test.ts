import { countries } from '@kerb/domain/countries/countries.ts';
import { countryCodes } from '@kerb/domain/countries/country.ts';
import { dayIn, momentOf } from '@kerb/domain/kernel/dates.ts';
import { parseMobile } from '@kerb/domain/kernel/phone.ts';
import { type LoanDetails, statusAfterSaving } from '@kerb/domain/loans/loan-status.ts';
import { newProperty } from '@kerb/domain/properties/properties.contract.ts';
import { decideProperty } from '@kerb/domain/properties/property-rules.ts';
import { demoPassword } from '@kerb/domain/sandbox/demo-password.ts';
import { campaignCount } from '@kerb/server/demo/campaign-shapes.ts';
import type { Act, Step } from '@kerb/server/demo/demo-steps.ts';
import { demoPeople, demoSignIns } from '@kerb/server/demo/people.ts';
import { planCampaigns } from '@kerb/server/demo/plan-campaigns.ts';
import { sandboxCountries } from '@kerb/server/sandbox-countries/sandbox-countries.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const now = '2026-11-15T02:30:00.000Z';
const nothingKnown: LoanDetails = {
  campaignFinanceDrawdownDate: null,
  campaignFinanceRepaidDate: null,
  propertySettlementDate: null,
  propertyWithdrawnFromSaleDate: null,
};
const actsOf = <Kind extends Act['kind']>(steps: readonly Step[], kind: Kind) =>
  steps.map((step) => step.act).filter((act): act is Extract<Act, { kind: Kind }> => act.kind === kind);

describe.each(countryCodes)('the demo’s plan in %s', (code) => {
  const country = countries[code];
  const steps = planCampaigns(country, now);

  it('is the same each time', () => {
    expect(planCampaigns(country, now)).toEqual(steps);
  });

  it('creates the same campaigns on another day, at other times', () => {
    const later = planCampaigns(country, '2027-02-28T20:00:00.000Z');
    const raised = (plan: Step[]) =>
      actsOf(plan, 'raise')
        .map(({ budget, payers }) => `${budget} ${payers.map((payer) => payer.emailAddress)}`)
        .sort();
    expect(raised(later)).toEqual(raised(steps));
    expect(later.map((step) => step.at)).not.toEqual(steps.map((step) => step.at));
  });

  it('is in order of time and ends before now, whatever the time is', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const moment = momentOf(Temporal.Instant.from(now).add({ hours: hour }));
      const plan = planCampaigns(country, moment);
      expect(plan.every((step, place) => place === 0 || plan[place - 1]!.at <= step.at)).toBe(true);
      expect(plan.at(-1)!.at < moment).toBe(true);
    }
  });

  it('draws no loan before it is signed, ends none before it was drawn, and leaves each in the status that its dates give', () => {
    const { organisations } = sandboxCountries[code];
    const lives = Map.groupBy(steps, ({ campaign }) => campaign).values();
    const drawn = [...lives].flatMap((life) => {
      const { organisation } = actsOf(life, 'raise')[0]!;
      const { at } = life.find(({ act }) => act.kind === 'move' && act.to === 'signed') ?? {};
      const signed = at ? dayIn(organisations[organisation].timeZone, at) : '9999-12-31';
      const learnt = actsOf(life, 'learn').map(({ fields }) => fields);
      const facts: LoanDetails = Object.assign({ ...nothingKnown }, ...learnt);
      const before = { ...facts, status: actsOf(life, 'move').at(-1)?.to ?? 'draft' };
      if (facts.campaignFinanceDrawdownDate === null) return [];
      const ends = facts.propertyWithdrawnFromSaleDate ?? facts.propertySettlementDate ?? '9999-12-31';
      return [{ signed, drawn: facts.campaignFinanceDrawdownDate, ends, moves: statusAfterSaving(before, facts) }];
    });
    expect(drawn.length).toBeGreaterThan(40);
    expect(drawn.filter((loan) => loan.signed > loan.drawn || loan.drawn > loan.ends || loan.moves)).toEqual([]);
  });

  it('has only addresses that the country’s rules accept', () => {
    const properties = actsOf(steps, 'prepare').flatMap(({ property }) => property ?? []);
    expect(properties.length).toBeGreaterThan(campaignCount / 2);
    for (const property of properties) {
      expect(decideProperty(z.parse(newProperty, property), country)).toMatchObject({ ok: true, value: property });
    }
  });

  it('writes to no real person', () => {
    const payers = actsOf(steps, 'raise').flatMap((act) => act.payers);
    const addresses = [...payers, ...demoPeople].map((person) => person.emailAddress);
    expect(addresses.every((address) => address.endsWith('@example.com'))).toBe(true);
    for (const mobile of sandboxCountries[code].mobiles) expect(parseMobile(mobile, country).ok, mobile).toBe(true);
  });

  it('tells the console which users to sign in as', () => {
    const lines = demoSignIns(country).join('\n');
    for (const word of ['admin@example.com', 'Manager', 'Employee', 'Vendor', demoPassword])
      expect(lines).toContain(word);
    expect(lines).toContain(sandboxCountries[code].organisations.harbour.name);
  });

  it('has campaigns at the first agency that are paid by card and by transfer and wait for their transfer', () => {
    const paid = new Map<number, string>();
    const raised = new Map<number, string>();
    for (const { campaign, act } of steps) {
      if (act.kind === 'raise') raised.set(campaign, act.organisation);
      if (act.kind === 'pay') paid.set(campaign, act.method);
      if (act.kind === 'move' && ['complete', 'cancelled'].includes(act.to)) paid.delete(campaign);
    }
    const methods = [...paid].filter(([campaign]) => raised.get(campaign) === 'harbour').map(([, method]) => method);
    expect(methods).toContain('card');
    expect(methods.some((method) => method !== 'card')).toBe(true);
  });
});
