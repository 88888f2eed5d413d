import { refundFeeLabel } from '@kerb/domain/payments/money-labels.ts';
import { paymentKindLabels } from '@kerb/domain/payments/payment-labels.ts';
import type { ListedPayment, PartRefund } from '@kerb/domain/payments/payments.contract.ts';
import { paidBack } from '@kerb/domain/payments/refunds.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { beingVoided, paidWith, paymentStates, refundStates } from '@kerb/web/features/payments/payment-words.ts';
import classes from '@kerb/web/features/payments/payments.module.css';
import { Button, Group, Text } from '@mantine/core';

function RefundLine({ refund }: { refund: PartRefund }) {
  const { label, tone } = refundStates[refund.status];
  return (
    <li className={classes.recordFacts}>
      <Group gap="xs">
        <ToneBadge tone={tone}>{label}</ToneBadge>
        <Money cents={paidBack(refund)} />
        <DateText value={refund.date} />
      </Group>
      {refund.fee > 0 && (
        <>
          {`${refundFeeLabel}: `}
          <Money cents={refund.fee} />
          {' · '}
        </>
      )}
      {refund.reason}
      {refund.requestedByName && ` · ${refund.requestedByName}`}
    </li>
  );
}

type PaymentRecordProps = {
  payment: ListedPayment;
  onVoid: (() => void) | undefined;
  onRefund: (() => void) | undefined;
};

/** A payment, with the parts of it that went back. */
export function PaymentRecord({ payment, onVoid, onRefund }: PaymentRecordProps) {
  const { label, tone } = payment.isBeingVoided ? beingVoided : paymentStates[payment.status];
  return (
    <li className={classes.record}>
      <div className={classes.recordHead}>
        <strong>{paymentKindLabels[payment.kind]}</strong>
        <ToneBadge tone={tone}>{label}</ToneBadge>
        <strong>
          <Money cents={payment.amount + payment.surcharge} />
        </strong>
      </div>
      <div className={classes.recordFacts}>
        <DateText value={payment.paymentDate} />
        {` · ${paidWith(payment)} · ${payment.paymentNumber}`}
        {payment.paidByName && ` · ${payment.paidByName}`}
        {payment.surcharge > 0 && (
          <>
            {' · surcharge '}
            <Money cents={payment.surcharge} />
          </>
        )}
      </div>
      {payment.description && <Text size="sm">{payment.description}</Text>}
      {payment.voidReason && <Text size="sm">{`Voided: ${payment.voidReason}`}</Text>}
      {payment.refunds.length > 0 && (
        <ul className={classes.refunds} aria-label={`Refunds of ${payment.paymentNumber}`}>
          {payment.refunds.map((refund) => (
            <RefundLine key={refund.id} refund={refund} />
          ))}
        </ul>
      )}
      {(onVoid || onRefund) && (
        <Group gap="xs">
          {onRefund && (
            <Button variant="default" size="xs" onClick={onRefund}>
              Refund a part
            </Button>
          )}
          {onVoid && (
            <Button variant="default" size="xs" onClick={onVoid}>
              Void payment
            </Button>
          )}
        </Group>
      )}
    </li>
  );
}
