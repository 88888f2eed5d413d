import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { type Screen, screens } from '@kerb/domain/checkout/screens.ts';
import { mayCancel, useCheckout } from '@kerb/web/checkout/state.ts';
import { SavePdf } from '@kerb/web/checkout/ui/save-pdf.tsx';
import { Action, Facts, Heading, Mark, ProblemNote, Thanks } from '@kerb/web/checkout/ui/ui.tsx';
import type { PartViews, View } from '@kerb/web/checkout/views.ts';
import { sumOf } from '@kerb/web/checkout/words/money.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import type { ReactNode } from 'react';

type Said = { title: string; text?: string | null; next: readonly string[]; body?: ReactNode };

const namesLeft = ({ flow }: SentCheckout): string => words.listed(flow.waitingFor);
const ownName = ({ flow, reader }: SentCheckout): string => flow.signatory?.firstName ?? reader.name;

/** All that was paid and counts, with surcharges. */
const paidTotal = ({ payments }: SentCheckout): number =>
  sumOf(
    ...payments
      .filter(({ status, isBeingVoided }) => status === 'approved' && !isBeingVoided)
      .flatMap(({ amount, surcharge, refundedAmount }) => [amount, surcharge, -refundedAmount]),
  );

type PanelName = Exclude<
  Screen,
  'choose' | 'you' | 'details' | 'documents' | 'terms' | 'pay' | 'fee' | 'agreement' | 'sign' | 'transfer'
>;

/** What happens to money of a campaign that has ended, or that is not paid in full. */
function moneyWords({ money, option, status }: SentCheckout): string | null {
  if (money.underRefund > 0) return words.panel.refundOnWay;
  if (money.held > 0) return words.panel.held;
  return status === 'complete' && option === 'pn' && money.paymentState === 'part' ? words.panel.partOnly : null;
}
const reasonWords = ({ statusReason }: SentCheckout): string | null =>
  statusReason ? words.panel.because(statusReason) : null;

/** What each panel says. */
// biome-ignore format: a table
const said: Record<PanelName, (checkout: SentCheckout) => Said> = {
  preparing:         ({ organisation }) => ({ ...words.panel.preparing, text: words.panel.preparing.text(organisation.name) }),
  'nothing-offered': ({ organisation }) => ({ ...words.panel.nothing, text: words.panel.nothing.text(organisation.name) }),
  confirming:        () => words.panel.confirming,
  refunding:         () => words.panel.refunding,
  'waiting-others':  (checkout) => ({ title: words.panel.others.title(ownName(checkout), namesLeft(checkout)), text: words.panel.others.text, next: words.panel.others.next }),
  submitted:         ({ option, organisation }) => (option === 'pn' ? words.panel.waitingUs : { title: words.panel.submitted.title, next: words.panel.submitted.next(organisation.name) }),
  paid:              (checkout) => ({ title: words.panel.paid.title(words.money(paidTotal(checkout))), next: words.panel.paid.next(checkout.organisation.name, checkout.payments[0]?.receiptEmail ?? null) }),
  'signed-by-you':   (checkout) => ({ title: words.panel.signedByYou.title, text: words.panel.signedByYou.text(ownName(checkout), namesLeft(checkout)), next: words.panel.signedByYou.next(checkout.organisation.name) }),
  signed:            ({ organisation }) => ({ title: words.panel.signed.title, next: words.panel.signed.next(organisation.name) }),
  live:              ({ organisation }) => ({ ...words.panel.live, next: words.panel.live.next(organisation.name) }),
  settlement:        () => words.panel.settlement,
  withdrawn:         () => words.panel.withdrawn,
  complete:          (checkout) => ({ ...words.panel.complete, text: moneyWords(checkout) ?? words.panel.complete.text }),
  cancelled:         (checkout) => ({ title: words.panel.cancelled.title, text: moneyWords(checkout) ?? words.panel.cancelled.text, next: words.panel.cancelled.next(checkout.organisation.name) }),
  declined:          (checkout) => ({ title: words.panel.declined.title, text: moneyWords(checkout) ?? reasonWords(checkout) ?? words.panel.declined.text, next: words.panel.declined.next(checkout.organisation.name) }),
};

/** Once the campaign is live, it no longer matters who did what. */
const showsOthers: readonly PanelName[] = ['waiting-others', 'submitted', 'paid', 'signed-by-you', 'signed'];

/** The names of the co-owners and how far each is. */
export function Others() {
  const { others } = useCheckout().checkout;
  if (others.length === 0) return null;
  return (
    <section className="others">
      <h2>{words.panel.progress}</h2>
      <ul>
        {others.map(({ name, step }) => (
          <li key={name} data-done={step === 'submitted' || step === 'signed' || undefined}>
            <strong>{name}</strong> {words.panel.steps[step]}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a borrower reads about the loan besides its figures. */
export function LendingWords() {
  const { lending } = useCheckout().checkout;
  if (!lending) return null;
  return (
    <>
      {lending.sentences.map((sentence) => (
        <p key={sentence}>{words.said(sentence)}</p>
      ))}
      {lending.notes && (
        <section className="note">
          <h2>{words.more.notes}</h2>
          <p className="lines">{lending.notes}</p>
        </section>
      )}
    </>
  );
}

/** The payer's signature, as it stands on the agreement. */
export function Signature() {
  const { flow, signedDay } = useCheckout().checkout;
  const { signatory } = flow;
  if (!signatory || !signedDay) return null;
  const name = [signatory.firstName, signatory.middleNames, signatory.surname].filter(Boolean).join(' ');
  return (
    <figure className="signature" aria-label={words.sign.signature(name)}>
      <span className="ink">{name}</span>
      <figcaption>{words.sign.signedOn(words.longDay(signedDay))}</figcaption>
    </figure>
  );
}

const hasReceipt = ({ payments }: SentCheckout): boolean => payments.some(({ status }) => status === 'approved');
const hasAgreement = ({ status, option }: SentCheckout): boolean =>
  option !== 'pn' && ['approved', 'signed', 'executed', 'withdrawn', 'waiting-settlement', 'complete'].includes(status);

/** A borrower can correct their details until the approval. After they have applied, a code is asked for. */
const mayCorrect = ({ status, option, flow }: SentCheckout): boolean =>
  (status === 'waiting-approval' || status === 'waiting-info') && option !== 'pn' && flow.signatory !== null;

type Link = { view: View; label: () => string; isShown: (checkout: SentCheckout) => boolean };
/** Pages behind links, below a panel. */
// biome-ignore format: a table
const links: readonly Link[] = [
  { view: 'sign-for', label: () => words.sign.forLink,  isShown: ({ screen }) => screen === 'signed-by-you' },
  { view: 'receipts', label: () => words.more.receipts, isShown: (checkout) => hasReceipt(checkout) || checkout.money.held > 0 },
  { view: 'loan',     label: () => words.more.loan,     isShown: ({ loan }) => loan !== null },
  { view: 'files',    label: () => words.more.files,    isShown: () => true },
  { view: 'history',  label: () => words.more.history,  isShown: () => true },
  { view: 'correct',  label: () => words.you.correct,   isShown: mayCorrect },
  { view: 'choose',   label: () => words.more.change,   isShown: ({ choices, option, screen }) => choices.length > 1 && option !== null && screen !== 'choose' },
  { view: 'cancel',   label: () => words.more.cancel,   isShown: mayCancel },
];

export function More() {
  const { checkout, go } = useCheckout();
  const shown = links.filter(({ isShown }) => isShown(checkout));
  const { cancel, organisation, help } = checkout;
  return (
    <>
      <nav className="more-links" aria-label={words.more.title}>
        {shown.map(({ view, label }) => (
          <Action key={view} kind="link" onPress={() => go(view)}>
            {label()}
          </Action>
        ))}
      </nav>
      {cancel === 'by-phone' && <p className="quiet">{words.more.cancelCall(organisation.name, help.phone)}</p>}
    </>
  );
}

const isOverdue = ({ loan }: SentCheckout): boolean => {
  const { dueDate, repaidDate } = loan?.dates ?? {};
  return Boolean(loan?.balances && dueDate && !repaidDate && dueDate < loan.today);
};

/** The key figures of a loan that runs. */
function Owed() {
  const { checkout, go } = useCheckout();
  const { loan } = checkout;
  if (!loan?.balances) return null;
  const { dueDate } = loan.dates;
  return (
    <>
      <Facts
        rows={[
          [words.more.owedToday, words.money(loan.balances.today.total)],
          ...(dueDate ? [[words.more.due, words.longDay(dueDate)] as const] : []),
        ]}
      />
      {isOverdue(checkout) && (
        <>
          <p className="note danger">{words.panel.overdue(checkout.help.phone)}</p>
          <Action kind="primary" onPress={() => go('loan')}>
            {words.panel.repay}
          </Action>
        </>
      )}
    </>
  );
}

function Panel({ name }: { name: PanelName }) {
  const { checkout } = useCheckout();
  const { title, ...more } = said[name](checkout);
  const { text, next } = isOverdue(checkout) ? { text: null, next: [] } : more;
  const { kind } = screens[name];
  return (
    <div className="panel">
      <Mark kind={kind} />
      {(name === 'paid' || name === 'signed-by-you' || name === 'signed') && <Thanks />}
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {(name === 'signed-by-you' || name === 'signed') && <Signature />}
      {(name === 'live' || name === 'settlement' || name === 'withdrawn') && <Owed />}
      {next.length > 0 && (
        <section>
          <h2>{words.panel.next}</h2>
          <ol className="next">
            {next.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ol>
        </section>
      )}
      <LendingWords />
      <ProblemNote />
      {name === 'paid' && (
        <SavePdf
          kind="primary"
          path={`/v2/agreements/${checkout.id}/payment-confirmation`}
          name={`Payment-Confirmation_${checkout.id}.pdf`}
          failed={words.more.saveFailed}
          missing={words.more.unknown}
        >
          {words.more.save}
        </SavePdf>
      )}
      {hasAgreement(checkout) && name !== 'paid' && <AgreementFile />}
      {showsOthers.includes(name) && <Others />}
      <More />
    </div>
  );
}

/** The agreement as a PDF, with the current figures or as it was signed. */
function AgreementFile() {
  const { id } = useCheckout().checkout;
  const file = { path: `/loan/${id}/download-loan-agreement`, name: `Loan-Agreement_${id}.pdf` };
  return (
    <SavePdf {...file} failed={words.agreement.failed}>
      {words.more.agreement}
    </SavePdf>
  );
}

const names = Object.keys(said) as PanelName[];
const viewOf = (name: PanelName) => () => <Panel name={name} />;
export const panelViews: PartViews = Object.fromEntries(names.map((name) => [name, viewOf(name)]));
