import type { PaymentDetails } from '@kerb/domain/payments/payments.contract.ts';
import { emailAddress } from '@kerb/domain/wire/codecs.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { useCardCharge } from '@kerb/web/features/payments/card-charge.ts';
import { CardFrame, type CardFrameHandle } from '@kerb/web/features/payments/card-frame.tsx';
import { DueSum, SurchargeTable, surchargeFor } from '@kerb/web/features/payments/due.tsx';
import { PaymentTerms } from '@kerb/web/features/payments/payment-terms.tsx';
import { PendingPayment } from '@kerb/web/features/payments/pending-payment.tsx';
import type { CardChange } from '@kerb/web/platform/card-frame-messages.ts';
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';

const receipt = z.strictObject({ receiptEmail: emailAddress });
const isValidEmail = (typed: string): boolean => z.safeParse(emailAddress, typed).success;
const noCard: CardChange = { valid: false, scheme: null, funding: 'unknown' };

type CardPaymentFormProps = {
  agreementId: number;
  details: PaymentDetails;
  frame: NonNullable<PaymentDetails['cardFrame']>;
};

/** Pays the amount due by card, typed into the provider's frame. The typed values survive every response. */
export function CardPaymentForm({ agreementId, details, frame }: CardPaymentFormProps) {
  const handle = useRef<CardFrameHandle>(null);
  const [card, setCard] = useState<CardChange>(noCard);
  const { charge, isUnsettled } = useCardCharge(agreementId, details);
  const surcharge = surchargeFor(details, card);
  const form = useContractForm({
    body: receipt,
    initialValues: { receiptEmail: details.receiptEmail ?? '' },
    submit: ({ receiptEmail }) => charge(handle.current, { surcharge: surcharge ?? 0, receiptEmail }),
  });
  const mayPay = card.valid && isValidEmail(form.form.values.receiptEmail) && !form.submitting;
  return (
    <>
      {isUnsettled && <PendingPayment />}
      <div hidden={isUnsettled}>
        <ContractForm form={form} label="Card payment">
          <CardFrame ref={handle} frame={frame} onChange={setCard} />
          <TextInput
            type="email"
            label="Receipt email"
            description="Your receipt is sent here once the payment has been made."
            autoComplete="email"
            {...form.field('receiptEmail')}
          />
          <DueSum details={details} surcharge={surcharge} />
          <SurchargeTable details={details} />
          <SubmitButton size="md" disabled={!mayPay}>
            {`Pay ${moneyText(details.dueAmount + (surcharge ?? 0))}`}
          </SubmitButton>
          <PaymentTerms />
        </ContractForm>
      </div>
    </>
  );
}
