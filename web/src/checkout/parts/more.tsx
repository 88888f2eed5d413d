import { codeMinutes } from '@kerb/domain/notifications/verification.ts';
import { Documents } from '@kerb/web/checkout/parts/documents.tsx';
import { Files } from '@kerb/web/checkout/parts/files.tsx';
import { Loan } from '@kerb/web/checkout/parts/loan.tsx';
import { More } from '@kerb/web/checkout/parts/panels.tsx';
import { Receipts } from '@kerb/web/checkout/parts/receipts.tsx';
import { PasskeyButton, proofAddress, useUnlock } from '@kerb/web/checkout/parts/show-details.tsx';
import { telOf } from '@kerb/web/checkout/shell.tsx';
import { pathOfCampaign, phoneIn, useCheckout } from '@kerb/web/checkout/state.ts';
import { Code } from '@kerb/web/checkout/ui/code.tsx';
import { Action, Buttons, type Fact, Facts, Heading, Tick } from '@kerb/web/checkout/ui/ui.tsx';
import type { PartViews } from '@kerb/web/checkout/views.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useState } from 'react';

const ifAny = (label: string, value: string | null | undefined, shown = value): Fact[] =>
  value ? [[label, shown]] : [];

/** Whom to ask about the campaign. */
function Contact() {
  const { checkout } = useCheckout();
  const { agent, organisation } = checkout;
  if (!agent) return null;
  const { phone, emailAddress } = agent;
  const rows: Fact[] = [
    [agent.name, organisation.name],
    ...(phone
      ? [
          [
            words.more.phone,
            <a key="phone" href={telOf(phone)}>
              {phoneIn(checkout, phone)}
            </a>,
          ] as const,
        ]
      : []),
    ...(emailAddress
      ? [
          [
            words.more.email,
            <a key="mail" href={`mailto:${emailAddress}`}>
              {emailAddress}
            </a>,
          ] as const,
        ]
      : []),
  ];
  return (
    <section>
      <h2>{words.more.contact}</h2>
      <Facts rows={rows} />
    </section>
  );
}

const accountWords = {
  why:
    'Come back without a code: add a passkey to your account. ' +
    'Then your fingerprint, your face or the PIN of your device shows that it is you.',
  first:
    'Is this your first time? Choose ‘Forgotten your password?’ on that page, and we send you a link. ' +
    'You do not need a password.',
};

/** Where a payer who comes back finds their account and its passkeys. */
function Account() {
  return (
    <section>
      <h2>{words.said('Your account')}</h2>
      <p>{words.said(accountWords.why)}</p>
      <p>
        <a className="alone" href="/login?back=%2Faccounts%2Faccount-details">
          {words.said('Log in to add or remove passkeys')}
        </a>
      </p>
      <p className="quiet">{words.said(accountWords.first)}</p>
    </section>
  );
}

/** The property, the campaign and whom to call, behind one link. */
function About() {
  const { checkout, api, act } = useCheckout();
  const { property, amount, startDate, description, listingUrl, organisation, agentMayCorrect } = checkout;
  const consent = (vendorAgentDataConsent: boolean) =>
    act(() => api.call(pathOfCampaign(checkout, '/consent'), { method: 'POST', body: { vendorAgentDataConsent } }), {
      stay: true,
      done: words.you.saved,
    });
  return (
    <>
      <Heading>{words.more.details}</Heading>
      {description && <p>{description}</p>}
      <Facts
        rows={[
          ...(amount === null ? [] : [[words.more.amount, words.money(amount)] as const]),
          ...ifAny(words.more.start, startDate, startDate && words.longDay(startDate)),
          ...ifAny(words.more.property, property?.address),
          ...(property?.facts ?? []).map(([label, text]) => [words.said(label), words.said(text)] as const),
        ]}
      />
      {listingUrl && (
        <p>
          <a className="alone" href={listingUrl} rel="noreferrer">
            {words.more.listing}
          </a>
        </p>
      )}
      {agentMayCorrect !== null && (
        <Tick
          label={words.more.consent(organisation.name)}
          hint={words.more.consentHint}
          isOn={agentMayCorrect}
          onChange={(isOn) => void consent(isOn)}
        />
      )}
      <Contact />
      {checkout.documents.length > 0 && <Files />}
      <Account />
      <More />
    </>
  );
}

function FilesPage() {
  return (
    <>
      <Heading>{words.more.files}</Heading>
      <Files isAdding />
    </>
  );
}

/** Everybody with the link sees the campaign. To cancel it, a code shows that it is the payer. */
function Cancel() {
  const { checkout, api, act, back } = useCheckout();
  const { cancel, flow } = checkout;
  const [isSent, setSent] = useState(false);
  const setStatus = () =>
    act(({ status, version }) => {
      const body = { status: 'cancelled', expectedStatus: status };
      return api.call(pathOfCampaign(checkout, '/set-status'), { method: 'POST', body, version });
    });
  return (
    <>
      <Heading>{words.more.cancel}</Heading>
      {cancel === 'code-first' && flow.signatory ? (
        <CodeFirst signatory={flow.signatory} isSent={isSent} onSent={setSent} />
      ) : (
        <>
          <p>{words.more.cancelAsk}</p>
          <Buttons>
            <Action kind="danger" onPress={setStatus}>
              {words.more.cancelYes}
            </Action>
            <Action kind="link" onPress={back}>
              {words.more.cancelNo}
            </Action>
          </Buttons>
        </>
      )}
    </>
  );
}

type CodeFirstProps = {
  signatory: Parameters<typeof useUnlock>[0];
  isSent: boolean;
  onSent: (isSent: boolean) => void;
};

function CodeFirst({ signatory, isSent, onSent }: CodeFirstProps) {
  const { checkout } = useCheckout();
  const { send, enter } = useUnlock(signatory);
  const to = proofAddress(checkout, signatory);
  return (
    <Code
      intro={words.more.cancelCode(to)}
      sent={words.code.sent(to, codeMinutes)}
      isSent={isSent}
      onSend={async () => onSent(await send())}
      onConfirm={enter}
    >
      <PasskeyButton signatory={signatory} />
    </Code>
  );
}

export const views: PartViews = {
  about: About,
  files: FilesPage,
  documents: Documents,
  receipts: Receipts,
  loan: Loan,
  cancel: Cancel,
};
