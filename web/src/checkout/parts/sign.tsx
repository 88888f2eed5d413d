import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { codeMinutes } from '@kerb/domain/notifications/verification.ts';
import { isPayersMobile } from '@kerb/domain/payers/payer-proof.ts';
import { newKey, Problem, untilKnown } from '@kerb/web/checkout/api.ts';
import { addressFor } from '@kerb/web/checkout/payer-values.ts';
import { pathOfCampaign, useCheckout } from '@kerb/web/checkout/state.ts';
import { Code } from '@kerb/web/checkout/ui/code.tsx';
import { Action, Heading, ProblemNote } from '@kerb/web/checkout/ui/ui.tsx';
import { words } from '@kerb/web/checkout/words/words.ts';
import { readLocation } from '@kerb/web/platform/location.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

type Method = 'sms' | 'email';
type Asked = { authorisationMethod: Method; sentTo: string };

/** The terms that the payer has agreed to: read again before signing, or when they applied. */
function agreedVersion({ steps, answers, agreedTermsVersion }: SentCheckout['flow']): string | null {
  const isReviewed = steps.some(({ name }) => name === 'review-terms');
  const read = isReviewed ? answers['terms-read'] : agreedTermsVersion;
  return typeof read === 'string' ? read : null;
}

/** Asks for a code, and signs with it. While no answer comes, the same key is sent again: one code signs once. */
function useSigning(signatoryId: number) {
  const { checkout, api, act, refresh } = useCheckout();
  const [asked, setAsked] = useState<Asked | null>(null);
  const key = useRef<{ code: string; key: string } | null>(null);
  const request = (authorisationMethod: Method) =>
    act(
      async () => {
        const path = `/v1/signatories/${signatoryId}/request-signature`;
        setAsked(await api.call<Asked>(path, { method: 'POST', body: { authorisationMethod } }));
      },
      { stay: true, busy: words.code.authorising },
    );
  const sign = (authorisationCode: string) =>
    act(
      async () => {
        if (!asked) return;
        if (key.current?.code !== authorisationCode) key.current = { code: authorisationCode, key: newKey() };
        const sent = key.current;
        const { authorisationMethod } = asked;
        const termsVersion = agreedVersion(checkout.flow) ?? '';
        const body = { termsVersion, signatoryId, authorisationMethod, authorisationCode };
        const headers = { 'x-geolocation': await readLocation() };
        const path = pathOfCampaign(checkout, '/sign');
        const post = () => api.call(path, { method: 'POST', body, key: sent.key, headers });
        const answer = await untilKnown(post).catch(async (error) => {
          // The agreement or the terms have changed: the flow shows them again.
          if (error instanceof Problem && /terms-stale|agreement-changed/.test(error.type)) await refresh();
          throw error;
        });
        if (answer === null) throw new Problem('network', words.problem.network);
      },
      { busy: words.sign.signing, done: words.sign.signed },
    );
  return { asked, request, sign };
}

type WithCodeProps = { signatoryId: number; method: Method; intro: string; sent: (asked: Asked) => string };

function WithCode({ signatoryId, method, intro, sent }: WithCodeProps) {
  const { asked, request, sign } = useSigning(signatoryId);
  return (
    <Code
      intro={intro}
      sent={asked && sent(asked)}
      isSent={asked !== null}
      sendLabel={words.sign.send}
      confirmLabel={words.sign.sign}
      label={words.sign.label}
      field="authorisationCode"
      onSend={() => request(method)}
      onConfirm={sign}
    />
  );
}

export function Sign() {
  const { checkout } = useCheckout();
  const { signatory } = checkout.flow;
  if (!signatory) return <Heading>{words.sign.title}</Heading>;
  const name = [signatory.firstName, signatory.middleNames, signatory.surname].filter(Boolean).join(' ');
  const method = isPayersMobile(signatory) ? 'sms' : 'email';
  const to = addressFor(checkout, signatory, method === 'sms' ? 'phone' : 'email');
  return (
    <>
      <Heading>{words.sign.title}</Heading>
      <figure className="signature" aria-label={words.sign.signature(name)}>
        <figcaption>{words.sign.as}</figcaption>
        <span className="ink">{name}</span>
      </figure>
      <p>{words.sign.meaning}</p>
      <WithCode
        signatoryId={signatory.id}
        method={method}
        intro={words.code.intro(to)}
        sent={({ authorisationMethod, sentTo }) => words.code.signed(authorisationMethod, sentTo, codeMinutes)}
      />
    </>
  );
}

type Other = { id: number; displayName: string; isOwn: boolean; signatureDate: string | null };

/** A payer who has signed can sign for a co-owner who is with them, with the code on the co-owner's mobile. */
export function SignFor() {
  const { checkout, api, act } = useCheckout();
  const [others, setOthers] = useState<Other[]>([]);
  const [chosen, setChosen] = useState<Other | null>(null);
  const read = useEffectEvent(() =>
    act(
      async () => {
        const path = `/v1/signatories?agreementId=${checkout.id}`;
        const { signatories } = await api.call<{ signatories: Other[] }>(path);
        setOthers(signatories.filter(({ isOwn, signatureDate }) => !isOwn && signatureDate === null));
      },
      { stay: true, busy: '' },
    ),
  );
  useEffect(() => void read(), []);
  return (
    <>
      <Heading sub={words.sign.forIntro}>{words.sign.forTitle}</Heading>
      {chosen ? (
        <>
          <figure className="signature" aria-label={words.sign.signature(chosen.displayName)}>
            <figcaption>{words.sign.forAs}</figcaption>
            <span className="ink">{chosen.displayName}</span>
          </figure>
          <WithCode
            signatoryId={chosen.id}
            method="sms"
            intro={words.sign.forCode(chosen.displayName)}
            sent={({ sentTo }) => words.sign.forSent(chosen.displayName, sentTo, codeMinutes)}
          />
        </>
      ) : (
        <>
          <ProblemNote />
          {others.map((other) => (
            <Action key={other.id} kind="secondary" onPress={() => setChosen(other)}>
              {words.sign.forName(other.displayName)}
            </Action>
          ))}
        </>
      )}
    </>
  );
}
