import { loanRequestKindNames } from '@kerb/domain/loans/loan-request-words.ts';
import type { loanRequests } from '@kerb/domain/loans/loan-requests.contract.ts';
import { codeMinutes } from '@kerb/domain/notifications/verification.ts';
import { newKey, Problem, untilKnown } from '@kerb/web/checkout/api.ts';
import { ReadProblem } from '@kerb/web/checkout/parts/read-problem.tsx';
import { useRead } from '@kerb/web/checkout/parts/use-read.ts';
import { fieldProblem, pathOfCampaign, useCheckout } from '@kerb/web/checkout/state.ts';
import { Code } from '@kerb/web/checkout/ui/code.tsx';
import { SavePdf } from '@kerb/web/checkout/ui/save-pdf.tsx';
import { Action, Buttons, Choices, type Fact, Facts, Field } from '@kerb/web/checkout/ui/ui.tsx';
import { loanWords } from '@kerb/web/checkout/words/loan-words.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useId, useRef, useState } from 'react';
import type * as z from 'zod/mini';

type SentRequests = z.input<typeof loanRequests>;
type SentRequest = SentRequests['items'][number];
type Method = 'sms' | 'email';

type AreaProps = { label: string; name: string; hint: string; value: string; onChange: (value: string) => void };

function Area({ label, name, hint, value, onChange }: AreaProps) {
  const { problem } = useCheckout();
  const id = useId();
  const said = fieldProblem(problem, name);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <textarea
        id={id}
        rows={4}
        maxLength={1000}
        value={value}
        aria-invalid={said ? true : undefined}
        aria-describedby={`${id}-hint${said ? ` ${id}-error` : ''}`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {said && (
        <p className="error" id={`${id}-error`}>
          {said}
        </p>
      )}
    </div>
  );
}

type AskProps = { requests: SentRequests; onDone: () => void };

/** What was typed, and sending it. With one key the server acts once. */
function useAsking({ requests, onDone }: AskProps) {
  const { checkout, api, act } = useCheckout();
  const [kind, setKind] = useState<(typeof loanRequestKindNames)[number]>('hardship');
  const [typed, setTyped] = useState({ reason: '', canPay: '', wishedDate: requests.earliestDate });
  const key = useRef(newKey());
  const set = (name: keyof typeof typed) => (value: string) => setTyped((before) => ({ ...before, [name]: value }));
  const send = async () => {
    const body = { kind, ...typed };
    const post = () => api.call(pathOfCampaign(checkout, '/loan-requests'), { method: 'POST', body, key: key.current });
    const isDone = await act(
      async () => {
        const answer = await untilKnown(post).catch((error) => {
          // What is sent next is another request.
          key.current = newKey();
          throw error;
        });
        if (answer === null) throw new Problem('network', words.problem.network);
      },
      { stay: true, done: loanWords.asked },
    );
    if (isDone) onDone();
  };
  return { kind, setKind, typed, set, send };
}

/** Asks for more time, or tells of hardship. */
function Ask({ requests, onDone }: AskProps) {
  const { kind, setKind, typed, set, send } = useAsking({ requests, onDone });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Choices
        legend={loanWords.askWhat}
        name="kind"
        value={kind}
        onChange={setKind}
        choices={loanRequestKindNames.map((value) => ({ value, label: loanWords.askKind[value] }))}
      />
      <Area
        label={loanWords.askReason}
        hint={loanWords.askReasonHint}
        name="reason"
        value={typed.reason}
        onChange={set('reason')}
      />
      <Area
        label={loanWords.askCanPay}
        hint={loanWords.askCanPayHint}
        name="canPay"
        value={typed.canPay}
        onChange={set('canPay')}
      />
      <Field
        label={loanWords.askDate}
        hint={loanWords.askDateHint(words.longDay(requests.latestDate))}
        name="wishedDate"
        type="date"
        value={typed.wishedDate}
        onChange={set('wishedDate')}
      />
      <Buttons>
        <Action type="submit">{loanWords.askSend}</Action>
      </Buttons>
    </form>
  );
}

/** Signs the letter with a code. While no answer comes, the same key is sent again: one code signs once. */
function Sign({ request, onDone }: { request: SentRequest; onDone: () => void }) {
  const { checkout, api, act } = useCheckout();
  const [sent, setSent] = useState<{ authorisationMethod: Method; sentTo: string } | null>(null);
  const key = useRef<{ code: string; key: string } | null>(null);
  const path = pathOfCampaign(checkout, `/loan-requests/${request.id}`);
  const ask = () =>
    act(async () => setSent(await api.call(`${path}/request-code`, { method: 'POST' })), {
      stay: true,
      busy: words.code.authorising,
    });
  const sign = async (authorisationCode: string) => {
    if (key.current?.code !== authorisationCode) key.current = { code: authorisationCode, key: newKey() };
    const { key: used } = key.current;
    const post = () => api.call(`${path}/sign`, { method: 'POST', body: { authorisationCode }, key: used });
    const isDone = await act(
      async () => {
        if ((await untilKnown(post)) === null) throw new Problem('network', words.problem.network);
      },
      { stay: true, busy: words.sign.signing, done: words.sign.signed },
    );
    if (isDone) onDone();
  };
  return (
    <Code
      intro={loanWords.letterIntro}
      sent={sent && words.code.signed(sent.authorisationMethod, sent.sentTo, codeMinutes)}
      isSent={sent !== null}
      sendLabel={words.sign.send}
      confirmLabel={words.sign.sign}
      label={words.sign.label}
      field="authorisationCode"
      onSend={ask}
      onConfirm={sign}
    />
  );
}

const row = (label: string, value: string | null): Fact[] => (value ? [[label, value]] : []);

function One({ request, onDone }: { request: SentRequest; onDone: () => void }) {
  const { checkout } = useCheckout();
  const { state, newDueDate, href } = request;
  return (
    <>
      <Facts
        rows={[
          [loanWords.requestState, loanWords.requestStates[state]],
          ...row(loanWords.askKindLabel, loanWords.askKind[request.kind]),
          ...row(loanWords.askReason, request.reason),
          ...row(loanWords.askCanPay, request.canPay),
          [loanWords.wished, words.longDay(request.wishedDate)],
          ...(state === 'waiting' ? [[loanWords.answerBy, words.longDay(request.answerBy)] as const] : []),
          // Once it holds, the loan says it as its due day.
          ...(state === 'to-sign' && newDueDate ? [[loanWords.newDue, words.longDay(newDueDate)] as const] : []),
          ...row(loanWords.ourAnswer, request.answer),
          ...request.signatures.map(
            ({ displayName, signatureDate }): Fact => [
              displayName,
              signatureDate ? loanWords.hasSigned : loanWords.hasNotSigned,
            ],
          ),
        ]}
      />
      {href && (
        <SavePdf path={href} name={`Variation_${checkout.id}_${newDueDate ?? ''}.pdf`} failed={words.more.saveFailed}>
          {loanWords.letter}
        </SavePdf>
      )}
      {request.maySign && <Sign request={request} onDone={onDone} />}
    </>
  );
}

/** More time for a loan: the payer's request, our answer, and the letter to sign. */
export function LoanRequests({ onChange }: { onChange: () => void }) {
  const { checkout } = useCheckout();
  const [isAsking, setAsking] = useState(false);
  const read = useRead<SentRequests>(pathOfCampaign(checkout, '/loan-requests'), checkout.version);
  const requests = read.value;
  if (!requests) return <ReadProblem read={read} />;
  if (requests.items.length === 0 && !requests.mayAsk) return null;
  const done = () => {
    setAsking(false);
    read.again();
    // The due day, and with it what is late, may have changed.
    onChange();
  };
  return (
    <section>
      <h2>{loanWords.moreTime}</h2>
      {requests.items.map((request) => (
        <One key={request.id} request={request} onDone={done} />
      ))}
      {requests.mayAsk && !isAsking && (
        <>
          <p>{loanWords.moreTimeIntro}</p>
          <Action kind="secondary" onPress={() => setAsking(true)}>
            {loanWords.askOpen}
          </Action>
        </>
      )}
      {requests.mayAsk && isAsking && <Ask requests={requests} onDone={done} />}
    </section>
  );
}
