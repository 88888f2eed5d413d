import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import { refundAdministrationFee } from '@kerb/domain/payments/payment-terms.ts';
import { commonSurcharge, walletSurcharge } from '@kerb/domain/payments/surcharges.ts';
import { isUnknown, newKey, Problem, untilKnown } from '@kerb/web/checkout/api.ts';
import { Transfer } from '@kerb/web/checkout/parts/transfer.tsx';
import { pathOfCampaign, useCheckout } from '@kerb/web/checkout/state.ts';
import { CardFrame, type CardFrameHandle, type WalletDue } from '@kerb/web/checkout/ui/card-frame.tsx';
import { Action, Buttons, type Fact, Facts, Field, Heading } from '@kerb/web/checkout/ui/ui.tsx';
import type { PartViews } from '@kerb/web/checkout/views.ts';
import { sumOf } from '@kerb/web/checkout/words/money.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import type { CardChange } from '@kerb/web/platform/card-frame-messages.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

type Details = NonNullable<SentCheckout['payment']>;
type Intent = 'credit-card' | 'bank-transfer';

const noCard: CardChange = { valid: false, scheme: null, funding: 'unknown' };
const isEmail = (typed: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim());

/** The surcharge of such a card. Before a card is typed: the one that all cards have, else null. */
function surchargeFor({ surcharges }: Details, { scheme, funding }: CardChange): number | null {
  if (scheme !== null) {
    const row = surcharges.find((each) => each.schemes.includes(scheme) && each.fundings.includes(funding));
    return row?.surcharge ?? 0;
  }
  return commonSurcharge(surcharges)?.surcharge ?? null;
}

function sumRows(details: Details, surcharge: number | null): Fact[] {
  const { campaignBudget, discount, serviceFee, paidAmount, dueAmount } = details;
  const parts: [string, number][] = [
    [words.pay.campaign, campaignBudget],
    [words.pay.discount, -discount],
    [words.pay.fee, serviceFee],
    [words.pay.already, -paidAmount],
    [words.pay.surcharge, surcharge ?? 0],
  ];
  const total = words.money(sumOf(dueAmount, surcharge ?? 0));
  return [
    ...parts.filter(([, amount]) => amount !== 0).map(([label, amount]): Fact => [label, words.money(amount)]),
    [<strong key="total">{words.pay.total}</strong>, <strong key="sum">{total}</strong>],
  ];
}

function Fineprint({ details }: { details: Details }) {
  const { page } = useCheckout();
  const { brand } = countries[page.country];
  return (
    <>
      {details.surcharges.length > 0 && (
        <details className="more-box">
          <summary>{words.pay.surcharges}</summary>
          <Facts
            rows={details.surcharges.map(({ label, basisPoints, surcharge }) => [
              `${words.said(label)}, ${basisPoints / 100}%`,
              words.money(surcharge),
            ])}
          />
        </details>
      )}
      <details className="more-box">
        <summary>{words.pay.terms}</summary>
        <p>{words.pay.security(brand)}</p>
        <p>{words.pay.refunds(words.money(refundAdministrationFee / 100))}</p>
        <p>{words.pay.privacy}</p>
      </details>
    </>
  );
}

type Attempt = { key: string; body: object };

const pollMs = 4_000;

/**
 * Charges the card once for each press. If no answer came, the outcome is unknown: the same key is sent again until it
 * is known, which never charges twice. Meanwhile nothing else can be paid.
 */
function useCharge(details: Details) {
  const { checkout, api, act } = useCheckout();
  const [unsettled, setUnsettled] = useState<Attempt | null>(null);
  const pay = ({ key, body }: Attempt) => api.call(pathOfCampaign(checkout, '/pay'), { method: 'POST', body, key });
  const ask = useEffectEvent(async (attempt: Attempt) => {
    const outcome = await pay(attempt).then(
      () => null,
      (error: unknown) => error,
    );
    if (isUnknown(outcome)) return;
    setUnsettled(null);
    await act(() => (outcome === null ? Promise.resolve() : Promise.reject(outcome)));
  });
  useEffect(() => {
    if (!unsettled) return;
    const timer = setInterval(() => void ask(unsettled), pollMs);
    return () => clearInterval(timer);
  }, [unsettled]);
  const charge = (takeToken: () => Promise<string>, surcharge: number, receiptEmail: string) =>
    act(
      async () => {
        const cardToken = await takeToken();
        const { financeOptionCode, dueAmount } = details;
        const option = financeOptionCode ?? 'pn';
        const body = {
          financeOptionCode: option,
          method: 'card',
          amount: dueAmount,
          surcharge,
          cardToken,
          receiptEmail,
        };
        const attempt = { key: newKey(), body };
        if ((await untilKnown(() => pay(attempt))) === null) setUnsettled(attempt);
      },
      { busy: words.pay.charging },
    );
  return { charge, isUnsettled: unsettled !== null };
}

function Confirming() {
  return (
    <div className="note attention" role="status">
      <strong>{words.panel.confirming.title}</strong>
      <p>{words.panel.confirming.text}</p>
    </div>
  );
}

/** The total of a wallet, which is known before its card. */
function useWallet({ dueAmount, surcharges }: Details): { surcharge: number; due: WalletDue } {
  const { page } = useCheckout();
  const { brand, currency } = countries[page.country];
  const surcharge = walletSurcharge(surcharges)?.surcharge ?? 0;
  const total = sumOf(dueAmount, surcharge);
  const note = words.pay.wallet(words.money(total), words.money(surcharge));
  return {
    surcharge,
    due: { amountCents: Math.round(total * 100), currency, country: page.country, label: brand, note },
  };
}

function PayButtons({ details, total, isReady }: { details: Details; total: string; isReady: boolean }) {
  const { problem, checkout, act, api } = useCheckout();
  const another = () =>
    act(() => {
      const body = { intent: 'bank-transfer' };
      return api.call(pathOfCampaign(checkout, '/payment-method'), { method: 'POST', body });
    });
  return (
    <Buttons>
      {problem?.status === 402 && <p className="quiet">{words.pay.declinedNext}</p>}
      <Action type="submit" disabled={!isReady}>
        {words.pay.go(total)}
      </Action>
      {details.kind === 'upfront' && details.bankTransfer && (
        <Action kind="link" onPress={another}>
          {words.pay.transfer}
        </Action>
      )}
    </Buttons>
  );
}

function CardForm({ details, frame }: { details: Details; frame: NonNullable<Details['cardFrame']> }) {
  const { isBusy } = useCheckout();
  const handle = useRef<CardFrameHandle>(null);
  const [card, setCard] = useState<CardChange>(noCard);
  const [email, setEmail] = useState(details.receiptEmail ?? '');
  const [wasLeft, setLeft] = useState(false);
  const { charge, isUnsettled } = useCharge(details);
  const wallet = useWallet(details);
  const surcharge = surchargeFor(details, card);
  const total = words.money(sumOf(details.dueAmount, surcharge ?? 0));
  const isWrong = wasLeft && !isEmail(email);
  const typedCard = () => handle.current?.tokenise() ?? Promise.reject(new Problem('refused', words.pay.notReady));
  return (
    <>
      {isUnsettled && <Confirming />}
      <form
        hidden={isUnsettled}
        aria-label={words.pay.cardForm}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (card.valid && isEmail(email) && !isBusy) void charge(typedCard, surcharge ?? 0, email.trim());
          else setLeft(true);
        }}
      >
        <CardFrame
          ref={handle}
          frame={frame}
          due={wallet.due}
          onChange={setCard}
          onWallet={(token) => {
            setLeft(true);
            if (isEmail(email) && !isBusy) void charge(async () => token, wallet.surcharge, email.trim());
          }}
        />
        <Field
          label={words.pay.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          name="receiptEmail"
          value={email}
          onChange={setEmail}
          onBlur={() => setLeft(true)}
          error={isWrong ? words.pay.emailWrong : undefined}
        />
        <Facts rows={sumRows(details, surcharge)} />
        <PayButtons details={details} total={total} isReady={card.valid && isEmail(email)} />
        <Fineprint details={details} />
      </form>
    </>
  );
}

function Method() {
  const { checkout, api, act } = useCheckout();
  const { payment } = checkout;
  const choose = (intent: Intent) =>
    act(() => api.call(pathOfCampaign(checkout, '/payment-method'), { method: 'POST', body: { intent } }), {
      stay: true,
    });
  return (
    <Buttons>
      {payment?.cardFrame && (
        <Action kind="secondary" onPress={() => choose('credit-card')}>
          <strong>{words.pay.card}</strong>
          <span>{words.pay.cardHint}</span>
        </Action>
      )}
      {payment?.bankTransfer && (
        <Action kind="secondary" onPress={() => choose('bank-transfer')}>
          <strong>{words.pay.transfer}</strong>
          <span>{words.pay.transferHint}</span>
        </Action>
      )}
    </Buttons>
  );
}

/** Paying by card, or choosing a bank transfer. */
function Pay() {
  const { checkout } = useCheckout();
  const { payment } = checkout;
  if (!payment) return null;
  const asksMethod = payment.kind === 'upfront' && payment.intent === null;
  const part =
    payment.paidAmount > 0 && words.panel.partPaid(words.money(payment.paidAmount), words.money(payment.dueAmount));
  return (
    <>
      <Heading sub={part || (asksMethod ? words.pay.how : undefined)}>
        {words.pay.title(words.money(payment.dueAmount))}
      </Heading>
      {payment.refusal && <p className="note attention">{words.said(payment.refusal)}</p>}
      {!payment.refusal && asksMethod && <Method />}
      {!payment.refusal && !asksMethod && payment.mayPayByCard && payment.cardFrame && (
        <CardForm details={payment} frame={payment.cardFrame} />
      )}
      {!payment.refusal && !asksMethod && !payment.cardFrame && <p>{words.pay.noCards}</p>}
    </>
  );
}

export const views: PartViews = { pay: Pay, fee: Pay, transfer: Transfer };
