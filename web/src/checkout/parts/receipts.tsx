import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { cardLabel } from '@kerb/domain/vocabulary/card-schemes.ts';
import { Problem } from '@kerb/web/checkout/api.ts';
import { useCheckout } from '@kerb/web/checkout/state.ts';
import { SavePdf } from '@kerb/web/checkout/ui/save-pdf.tsx';
import { Action, Buttons, type Fact, Facts, Field, Heading } from '@kerb/web/checkout/ui/ui.tsx';
import { sumOf } from '@kerb/web/checkout/words/money.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useState } from 'react';

type Payment = SentCheckout['payments'][number];

const wayOf = ({ card }: Payment): string =>
  card ? words.more.card(cardLabel(card), card.last4) : words.more.transfer;

function Paid({ payment }: { payment: Payment }) {
  const { amount, surcharge, paymentDate, paymentNumber, isBeingVoided, refundedAmount, refundFee } = payment;
  return (
    <section className="receipt">
      <h2>{words.money(sumOf(amount, surcharge))}</h2>
      <Facts
        rows={[
          [words.more.paidOn(words.longDay(paymentDate)), wayOf(payment)],
          ...(surcharge > 0 ? [[words.pay.surcharge, words.money(surcharge)] as const] : []),
          [words.more.number, paymentNumber],
          ...(refundedAmount > 0
            ? [[words.more.refunded, words.money(sumOf(refundedAmount, -refundFee))] as const]
            : []),
          ...(refundFee > 0 ? [[words.more.refundFee, words.money(refundFee)] as const] : []),
        ]}
      />
      {isBeingVoided && <p>{words.more.refundOnWay}</p>}
    </section>
  );
}

function SendAgain({ receiptNumber }: { receiptNumber: string }) {
  const { checkout, api, act } = useCheckout();
  const [email, setEmail] = useState(checkout.payment?.receiptEmail ?? checkout.flow.signatory?.emailAddress ?? '');
  const send = async () => {
    const body = { receiptNumber, receiptEmail: email.trim() };
    const path = `/v2/agreements/${checkout.id}/send-payment-receipt`;
    const done = words.more.sent;
    await act(
      async () => {
        const { success } = await api.call<{ success: boolean }>(path, { method: 'POST', body }).catch((error) => {
          // A mistake in the address belongs under its field.
          if (error instanceof Problem && error.fields.receiptEmail) throw error;
          throw new Problem('refused', words.more.sendFailed);
        });
        if (!success) throw new Problem('refused', words.more.sendFailed);
      },
      { stay: true, done },
    );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field
        label={words.more.sendTo}
        name="receiptEmail"
        type="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
      />
      <Buttons>
        <Action kind="secondary" type="submit">
          {words.more.send}
        </Action>
      </Buttons>
    </form>
  );
}

/** Every payment, its receipt, and what we hold or have returned. */
export function Receipts() {
  const { checkout } = useCheckout();
  const { payments, money, id } = checkout;
  const paid = payments.filter(({ status }) => status === 'approved');
  const rows: [string, number][] = [
    [words.more.held, money.held],
    [words.more.refundOnWay, money.underRefund],
    [words.more.returned, money.returned],
  ];
  const others: Fact[] = rows.filter(([, amount]) => amount > 0).map(([label, amount]) => [label, words.money(amount)]);
  const [last] = paid;
  return (
    <>
      <Heading>{words.more.receipts}</Heading>
      {paid.map((payment) => (
        <Paid key={payment.id} payment={payment} />
      ))}
      {others.length > 0 && <Facts rows={others} />}
      {money.held > 0 && <p>{words.panel.held}</p>}
      {last && (
        <SavePdf
          path={`/v2/agreements/${id}/payment-confirmation`}
          name={`Payment-Confirmation_${id}.pdf`}
          failed={words.more.saveFailed}
          missing={words.more.unknown}
          kind="primary"
        >
          {words.more.save}
        </SavePdf>
      )}
      {last && <SendAgain receiptNumber={last.paymentNumber} />}
    </>
  );
}
