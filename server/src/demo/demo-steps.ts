import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { NewPayer } from '@kerb/domain/agreements/new-payer.ts';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import { type Day, type Moment, momentOf } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';
import type { NewProperty } from '@kerb/domain/properties/properties.contract.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode, FundsPurpose, paymentMethodIntents } from '@kerb/domain/vocabulary/value-lists.ts';
import type { OrganisationKey } from '@kerb/server/sandbox-countries/sandbox-country.ts';

/** A document to create and attach. A PDF contains the lines. */
export type DemoFile = { purpose: AttachmentPurpose; fileName: string; lines: readonly string[] };

/** What a person did, as one use case of the product. */
export type Act =
  | {
      kind: 'raise';
      organisation: OrganisationKey;
      budget: Cents;
      start: Day;
      purpose: FundsPurpose;
      payers: NewPayer[];
    }
  /** `place`: which campaign of its status it is. The first ones have a photo of their property. */
  | { kind: 'prepare'; property: NewProperty | null; agent: string | null; place: number }
  | { kind: 'save'; fields: Partial<AgreementValues> }
  /** Fields that no save may write: received payments, and the dates of a sale. */
  | { kind: 'learn'; fields: Partial<AgreementValues> }
  | { kind: 'offer'; option: FinanceOptionCode }
  | { kind: 'withdraw'; option: FinanceOptionCode }
  | { kind: 'choose'; option: FinanceOptionCode }
  | { kind: 'file'; file: DemoFile }
  | { kind: 'send' }
  /** The loan's reminders of that morning, sent by the product itself. */
  | { kind: 'remind' }
  | { kind: 'move'; to: AgreementStatus }
  /** The organisation is paid what is kept for it. */
  | { kind: 'fund' }
  | { kind: 'intend'; intent: (typeof paymentMethodIntents)[number] }
  /** Pays what is due; `isHalf`: the half of it. */
  | { kind: 'pay'; method: PaymentMethod; receiptEmail: string | null; isHalf?: true }
  /** Changes the budget after money was received. */
  | { kind: 'change'; budget: Cents; reason: string }
  /** Voids the latest payment. The refund of a card waits for the card gateway. */
  | { kind: 'void'; reason: string }
  /** Refunds a part of the latest payment, less the fee. The card gateway confirms it at once. */
  | { kind: 'refund'; amount: Cents; reason: string };

/** People are named by e-mail address; a campaign by its number in the demo. */
export type Step = { campaign: number; at: Moment; by: string; act: Act };

export type Intention = { at: Temporal.Instant; by: string; act: Act };

const shortestMinutes = 3;

/** Keeps the steps of one campaign in the given order, each slightly after the previous one and none in the future. */
export function inOrder(campaign: number, intentions: readonly Intention[], now: Temporal.Instant): Step[] {
  let earliest: Temporal.Instant | null = null;
  return intentions.map(({ at, by, act }, place) => {
    const latest = now.subtract({ minutes: (intentions.length - place) * shortestMinutes });
    let moment = Temporal.Instant.compare(at, latest) > 0 ? latest : at;
    if (earliest && Temporal.Instant.compare(moment, earliest) < 0) moment = earliest;
    earliest = moment.add({ minutes: shortestMinutes });
    return { campaign, at: momentOf(moment), by, act };
  });
}

/** The steps of all campaigns in the order of time, so that ids, the log and the organisations' dates agree. */
export const inTimeOrder = (steps: readonly Step[]): Step[] =>
  steps.toSorted((a, b) => Number(a.at > b.at) - Number(a.at < b.at) || a.campaign - b.campaign);
