import type { Standing } from '@kerb/domain/access/actor.ts';
import { permissions } from '@kerb/domain/access/permissions.ts';
import { isApprovedLoan, propertyIsApproved } from '@kerb/domain/agreements/approved-loan.ts';
import { propertyLockedIn } from '@kerb/domain/agreements/field-groups.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, type FieldErrors, refuse } from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { decideAddress } from '@kerb/domain/properties/address.ts';
import type { NewProperty } from '@kerb/domain/properties/properties.contract.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

const locked = () => refuse('property-locked', 'The property cannot be changed in the status that the campaign has.');
const approved = () => refuse('property-approved', propertyIsApproved);

type CampaignStage = { status: AgreementStatus; financeOptionCode: FinanceOptionCode | null };

/** The property of an approved loan is the one that was approved, even if that is none. */
export function decideAttach(campaign: CampaignStage): Decision<null> {
  if (propertyLockedIn.includes(campaign.status)) return locked();
  return isApprovedLoan(campaign) ? approved() : allow(null);
}

/** Land has no rooms. Rooms that a form still sends are dropped, not refused. */
const withoutRoomsOfLand = <P extends NewProperty>(sent: P): P =>
  sent.type === 'land' ? { ...sent, bedrooms: null, bathrooms: null, carSpaces: null } : sent;

export const decideProperty = <P extends NewProperty>(sent: P, country: CountryRules): Decision<P> =>
  decideAddress(withoutRoomsOfLand(sent), country);

/** The campaign's facts that decide who may add a property and correct its address. */
export type AddressConsent = {
  vendorAgentDataConsent?: boolean | undefined;
  budgetOwnerAllowsProperty?: boolean | undefined;
};

/** An admin, or team members of an agency if the budget owner allows it or the vendor has consented. */
export function mayChangeAddress(standing: Standing, consent: AddressConsent): boolean {
  if (standing === 'admin') return true;
  const isAllowed = Boolean(consent.vendorAgentDataConsent || consent.budgetOwnerAllowsProperty);
  return isAllowed && permissions['property.add'][standing] !== 'none';
}

type Campaign = AddressConsent & CampaignStage & { propertyId: number | null };

export function decideAdd(campaign: Campaign, standing: Standing): Decision<null> {
  if (!mayChangeAddress(standing, campaign)) {
    return refuse('property-not-allowed', 'Properties of this campaign are added by our team.');
  }
  if (campaign.propertyId !== null) return refuse('property-attached', 'This campaign has its property already.');
  return decideAttach(campaign);
}

export const addressFields = ['address', 'address2', 'address3', 'city', 'state', 'postalCode'] as const;
export type AddressField = (typeof addressFields)[number];
const linkedFields: readonly AddressField[] = ['address', 'city', 'state', 'postalCode'];

/** Address fields that came from Domain are read-only. */
export const fixedAddressFields = ({ domainPropertyRef }: { domainPropertyRef: string | null }) =>
  domainPropertyRef === null ? [] : linkedFields;

/** A campaign that has the property; `seenAs` is null if the actor may not see it. */
export type HolderOfProperty = CampaignStage & { seenAs: Standing | null } & AddressConsent;

type Sent = { [Name in keyof NewProperty]?: NewProperty[Name] | undefined };
type Asker = { holders: readonly HolderOfProperty[]; country: CountryRules };

function refusedFields(changed: readonly string[], current: NewProperty, { holders }: Asker): FieldErrors {
  const fixed: readonly string[] = [...fixedAddressFields(current), 'domainPropertyRef'];
  const mayMove = holders.every((holder) => holder.seenAs !== null && mayChangeAddress(holder.seenAs, holder));
  const isAddress = (name: string) => (addressFields as readonly string[]).includes(name);
  const refused = changed.filter((name) => fixed.includes(name) || (isAddress(name) && !mayMove));
  const error = { type: 'notValid' as const, message: fieldWords.notChangeableNow };
  return Object.fromEntries(refused.map((name) => [name, [error]]));
}

/** Decides a change of a property for every campaign that has it. Returns the new property. */
export function decideChange(current: NewProperty, sent: Sent, asker: Asker): Decision<NewProperty> {
  const given = Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => value !== undefined && name in current),
  );
  const whole: NewProperty = { ...current, ...given };
  // An old address that is not whole does not keep the other details from being changed.
  const isMoved = addressFields.some((name) => whole[name] !== current[name]);
  const next = isMoved ? decideProperty(whole, asker.country) : allow(withoutRoomsOfLand(whole));
  if (!next.ok) return next;
  const changed = (Object.keys(current) as (keyof NewProperty)[]).filter((name) => current[name] !== next.value[name]);
  if (changed.length === 0) return allow(current);
  if (asker.holders.some(({ status }) => propertyLockedIn.includes(status))) return locked();
  if (asker.holders.some(({ seenAs }) => seenAs === null)) {
    return refuse('property-shared', 'Another campaign has this property too. Our team can change it for you.');
  }
  if (isMoved && asker.holders.some(isApprovedLoan)) return approved();
  const validation = refusedFields(changed, current, asker);
  if (Object.keys(validation).length === 0) return next;
  return refuse('not-changeable', fieldWords.someNotChangeableNow, validation);
}
