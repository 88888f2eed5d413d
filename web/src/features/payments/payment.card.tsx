import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { payingOf, paymentBadges } from '@kerb/domain/agreements/badges.ts';
import { moneyLabels } from '@kerb/domain/payments/money-labels.ts';
import type { PaymentDetails } from '@kerb/domain/payments/payments.contract.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { optionQueries } from '@kerb/web/features/options/options.queries.ts';
import { BankTransfer } from '@kerb/web/features/payments/bank-transfer.tsx';
import { CardPaymentForm } from '@kerb/web/features/payments/card-payment.form.tsx';
import { MethodChoice } from '@kerb/web/features/payments/method-choice.tsx';
import { PaidSummary } from '@kerb/web/features/payments/paid-summary.tsx';
import { paymentQueries, usePaymentChanges } from '@kerb/web/features/payments/payments.queries.ts';
import { PendingPayment } from '@kerb/web/features/payments/pending-payment.tsx';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

type PaymentCardProps = { agreement: Agreement };
type Shown = PaymentCardProps & { details: PaymentDetails };

/** Refreshes the campaign once the outcome of a pending payment is known, because its status may have changed. */
function useSettled(agreementId: number, isUnderWay: boolean | undefined): void {
  const { refresh } = usePaymentChanges(agreementId);
  const latest = useRef(refresh);
  latest.current = refresh;
  const was = useRef(false);
  useEffect(() => {
    if (was.current && isUnderWay === false) void latest.current();
    was.current = isUnderWay === true;
  }, [isUnderWay]);
}

/** If Pay Upfront is the only offered option, it counts as chosen. */
function useIsChosen({ id, financeOptionCode }: Agreement): boolean {
  const isChosen = financeOptionCode !== null && financeOptionCode !== undefined;
  const { data } = useQuery({ ...optionQueries.of(id), enabled: !isChosen });
  const offered = data?.items.map(({ optionCode }) => optionCode);
  return isChosen || (offered?.length === 1 && offered[0] === 'pn');
}

/** Paying for the campaign, for the team: the method, the amount, and the outcome. */
export function PaymentCard({ agreement }: PaymentCardProps) {
  const isChosen = useIsChosen(agreement);
  const { data: details, error, refetch } = useQuery({ ...paymentQueries.details(agreement.id), enabled: isChosen });
  useSettled(agreement.id, details?.isUnderWay);
  if (!isChosen || details?.kind === null) return null;
  return (
    <Surface title="Payment" actions={<Badges agreement={agreement} />}>
      {error && !details ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {details ? <Paying agreement={agreement} details={details} /> : !error && <LinesSkeleton />}
    </Surface>
  );
}

function Badges({ agreement }: { agreement: Agreement }) {
  return paymentBadges(payingOf(agreement)).map(({ text, tone }) => (
    <ToneBadge key={text} tone={tone}>
      {text}
    </ToneBadge>
  ));
}

/** A bank transfer has no surcharge, whatever the cards have. Before the payer has chosen, both amounts are shown. */
function DueNow({ details: { kind, intent, dueAmount, dueNowDisplay } }: { details: PaymentDetails }) {
  if (intent === 'bank-transfer') return <Money cents={dueAmount} />;
  if (kind !== 'upfront' || intent !== null || dueAmount === dueNowDisplay) return <Money cents={dueNowDisplay} />;
  return (
    <>
      <Money cents={dueNowDisplay} /> by card, or <Money cents={dueAmount} /> by bank transfer
    </>
  );
}

function Paying({ agreement, details }: Shown) {
  if (details.isPaid) return <PaidSummary agreement={agreement} details={details} />;
  if (details.isUnderWay) return <PendingPayment />;
  if (agreement.paymentState === 'refunding') return <RefundOnItsWay />;
  if (details.refusal !== null) return <Text>{details.refusal}</Text>;
  return (
    <Stack gap="lg">
      <Facts rows={[['Due now', <DueNow key="due" details={details} />]]} />
      {details.kind === 'upfront' && <MethodChoice agreementId={agreement.id} intent={details.intent} />}
      <ChosenMethod agreement={agreement} details={details} />
    </Stack>
  );
}

function RefundOnItsWay() {
  return (
    <div role="status">
      <Text fw={600}>{moneyLabels.payer.underRefund}</Text>
      <Text size="sm" c="dimmed">
        The card gateway is processing a refund. The campaign can be paid again once its outcome is known.
      </Text>
    </div>
  );
}

function ChosenMethod({ agreement, details }: Shown) {
  if (details.kind === 'upfront' && details.intent === null) return null;
  if (details.kind === 'upfront' && details.intent === 'bank-transfer') {
    return <BankTransfer details={details} />;
  }
  if (!details.mayPayByCard || !details.cardFrame) {
    return <Text>Cards cannot be taken at the moment. Please pay by bank transfer.</Text>;
  }
  return <CardPaymentForm agreementId={agreement.id} details={details} frame={details.cardFrame} />;
}
