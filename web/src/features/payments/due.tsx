import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { chargeLabels } from '@kerb/domain/payments/charge-labels.ts';
import type { PaymentDetails } from '@kerb/domain/payments/payments.contract.ts';
import { commonSurcharge } from '@kerb/domain/payments/surcharges.ts';
import type { CardFunding, CardScheme } from '@kerb/domain/vocabulary/card-schemes.ts';
import { Money } from '@kerb/web/design/money.tsx';
import classes from '@kerb/web/features/payments/payments.module.css';

type Card = { scheme: CardScheme | null; funding: CardFunding };

/** The server's surcharge for such a card. Before one is typed: the surcharge that all cards bear, else null. */
export function surchargeFor({ surcharges }: PaymentDetails, { scheme, funding }: Card): Cents | null {
  if (scheme === null) return commonSurcharge(surcharges)?.surcharge ?? null;
  const row = surcharges.find(({ schemes, fundings }) => schemes.includes(scheme) && fundings.includes(funding));
  return row?.surcharge ?? 0;
}

type Row = { label: string; cents: Cents; isTotal?: boolean };

function rowsOf(details: PaymentDetails, surcharge: Cents | null): Row[] {
  const { campaignBudget, serviceFee, discount, paidAmount, dueAmount } = details;
  const parts: Row[] = [
    { label: labelOfField('campaignBudget'), cents: campaignBudget },
    { label: 'Discount', cents: discount === 0 ? 0 : -discount },
    { label: chargeLabels.serviceFee, cents: serviceFee },
    { label: 'Paid already', cents: paidAmount === 0 ? 0 : -paidAmount },
    { label: chargeLabels.surcharge, cents: surcharge ?? 0 },
  ].filter(({ cents }) => cents !== 0);
  return [...parts, { label: 'Total', cents: dueAmount + (surcharge ?? 0), isTotal: true }];
}

/** The amount to pay and its parts. */
export function DueSum({ details, surcharge }: { details: PaymentDetails; surcharge: Cents | null }) {
  return (
    <dl className={classes.sum}>
      {rowsOf(details, surcharge).map(({ label, cents, isTotal }) => (
        <div key={label} data-total={isTotal || undefined}>
          <dt>{label}</dt>
          <dd>
            <Money cents={cents} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const percent = (basisPoints: number): string => `${basisPoints / 100}%`;

/** The surcharge of each kind of card, before one was typed. */
export function SurchargeTable({ details }: { details: PaymentDetails }) {
  if (details.surcharges.length === 0) return null;
  return (
    <div className={classes.terms}>
      <details>
        <summary>Card surcharges</summary>
        <dl className={classes.sum}>
          {details.surcharges.map(({ label, basisPoints, surcharge }) => (
            <div key={label}>
              <dt>{`${label}, ${percent(basisPoints)}`}</dt>
              <dd>
                <Money cents={surcharge} />
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
