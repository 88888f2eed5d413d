import { codeMinutes } from '@kerb/domain/notifications/verification.ts';
import { applicationCodeMethod } from '@kerb/domain/payers/payer-proof.ts';
import { entryNow, pushEntry } from '@kerb/web/checkout/history.ts';
import { Correct } from '@kerb/web/checkout/parts/correct.tsx';
import { About, aboutFields, Life, lifeFields } from '@kerb/web/checkout/parts/details-fields.tsx';
import { Mortgage } from '@kerb/web/checkout/parts/mortgage.tsx';
import { addressFor, bodyOf, type Signatory, valuesOf } from '@kerb/web/checkout/payer-values.ts';
import { pathOfCampaign, useCheckout } from '@kerb/web/checkout/state.ts';
import { useTyped } from '@kerb/web/checkout/typed.ts';
import { Code } from '@kerb/web/checkout/ui/code.tsx';
import { Action, Buttons, Heading } from '@kerb/web/checkout/ui/ui.tsx';
import type { PartViews } from '@kerb/web/checkout/views.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

const parts = ['about', 'life', 'mortgage', 'code'] as const;
type Part = (typeof parts)[number];

const isPart = (value: unknown): value is Part => parts.some((part) => part === value);

/** The parts of the question are in the browser's history, so that Back goes through them. */
function useParts(first: Part) {
  const [part, setPart] = useState<Part>(first);
  const before = useRef(part);
  useEffect(() => {
    const follow = () => {
      const part = entryNow()?.part;
      setPart(isPart(part) ? part : first);
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [first]);
  useEffect(() => {
    if (before.current === part) return;
    before.current = part;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('[data-heading]')?.focus({ preventScroll: true });
  }, [part]);
  const turnTo = (next: Part) => {
    pushEntry('details', next);
    setPart(next);
  };
  return [part, turnTo] as const;
}

function Details() {
  const { checkout } = useCheckout();
  const { signatory } = checkout.flow;
  return signatory ? <Borrower signatory={signatory} /> : <Heading>{words.details.about}</Heading>;
}

/** The part in which the server found a mistake. */
function partOf(fields: readonly string[]): Part | null {
  const isIn = (names: readonly string[]) => fields.some((field) => names.includes(field));
  if (isIn(aboutFields)) return 'about';
  return isIn(lifeFields) ? 'life' : null;
}

/** A borrower's details, a few on each screen, then one code. */
function Borrower({ signatory }: { signatory: Signatory }) {
  const { checkout, api, act, problem } = useCheckout();
  const typed = useTyped(signatory.id);
  const [part, turnTo] = useParts('about');
  const values = valuesOf(signatory, typed.answers);
  const asksMortgage = checkout.option === 'pl';
  const save = () =>
    act(async () => {
      const body = bodyOf(values, signatory, [...aboutFields, ...lifeFields]);
      if (Object.keys(body).length > 0) {
        await api.call(`/v1/signatories/${signatory.id}`, { method: 'PUT', body });
      }
      const reviewed = [...new Set([...checkout.flow.reviewed, 'payer-details'])];
      await api.call(pathOfCampaign(checkout, '/flow'), { method: 'PUT', body: { reviewed, answers: {} } });
      typed.forget();
    });
  const showMistake = useEffectEvent((fields: readonly string[]) => {
    const wrong = partOf(fields);
    if (wrong && wrong !== part) turnTo(wrong);
  });
  useEffect(() => {
    if (problem) showMistake(Object.keys(problem.fields));
  }, [problem]);
  // A code that was entered before counts.
  const afterAnswers = () => (signatory.applicationCodeDate ? save() : turnTo('code'));
  const shared = { signatory, values, type: typed.type, isHereOnly: typed.isHereOnly };
  if (part === 'about') return <About {...shared} onNext={() => turnTo('life')} />;
  if (part === 'life') return <Life {...shared} onNext={() => (asksMortgage ? turnTo('mortgage') : afterAnswers())} />;
  if (part === 'mortgage') return <Mortgage onNext={afterAnswers} />;
  return signatory.applicationCodeDate ? <Saving onSave={save} /> : <ApplicationCode signatory={signatory} />;
}

/** The code was entered: what was typed is saved at once. If that fails, the payer can try again. */
function Saving({ onSave }: { onSave: () => Promise<unknown> }) {
  const save = useEffectEvent(onSave);
  useEffect(() => void save(), []);
  return (
    <>
      <Heading>{words.code.title}</Heading>
      <p>{words.code.verified}</p>
      <Buttons>
        <Action onPress={onSave}>{words.details.go}</Action>
      </Buttons>
    </>
  );
}

/** One code in the application: to the mobile of a payer who came from their mailbox, else to the mailbox. */
function ApplicationCode({ signatory }: { signatory: Signatory }) {
  const { checkout, api, act } = useCheckout();
  const [method, setMethod] = useState(() => applicationCodeMethod(signatory));
  const [isSent, setSent] = useState(false);
  const to = addressFor(checkout, signatory, method);
  const verify = (said: { busy: string; done?: string }, code?: string) =>
    act(
      async ({ flow }) => {
        // The answer to an earlier attempt was lost.
        if (code && flow.signatory?.applicationCodeDate) return;
        const body = { contactMethod: method, ...(code && { code }) };
        await api.call(`/v1/signatories/${signatory.id}/verify-contact`, { method: 'POST', body });
      },
      { stay: true, ...said },
    );
  return (
    <>
      <Heading sub={words.code.why}>{words.code.title}</Heading>
      <Code
        intro={words.code.intro(to)}
        sent={words.code.sent(to, codeMinutes)}
        isSent={isSent}
        onSend={async () => {
          if (await verify({ busy: words.code.sending })) setSent(true);
        }}
        onConfirm={(code) => verify({ busy: words.code.verifying, done: words.code.verified }, code)}
      >
        {method === 'phone' && (
          <Action
            kind="link"
            onPress={() => {
              setMethod('email');
              setSent(false);
            }}
          >
            {words.code.useEmail}
          </Action>
        )}
      </Code>
    </>
  );
}

export const views: PartViews = { details: Details, correct: Correct };
