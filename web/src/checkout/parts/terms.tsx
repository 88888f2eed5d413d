import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { pathOfCampaign, useCheckout } from '@kerb/web/checkout/state.ts';
import { Action, Buttons, Heading, Tick } from '@kerb/web/checkout/ui/ui.tsx';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useState } from 'react';

type SentTerms = NonNullable<SentCheckout['terms']>;

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** The server escapes the sentences for pages that show markup. Here they are plain text. */
const textOf = (html: string): string =>
  html.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '');

/** The name under which the flow keeps which version a payer has read before signing. */
const readName = 'terms-read';

function useAgreeing(terms: SentTerms | null) {
  const { checkout, api, act } = useCheckout();
  const { flow } = checkout;
  return () =>
    act(
      async () => {
        if (!terms) return;
        if (flow.current === 'review-terms') {
          const answers = { ...flow.answers, [readName]: terms.version };
          const reviewed = [...new Set([...flow.reviewed, 'review-terms'])];
          const which = flow.documentKey ? { documentKey: flow.documentKey } : {};
          await api.call(pathOfCampaign(checkout, '/flow'), { method: 'PUT', body: { reviewed, answers, ...which } });
          return;
        }
        const body = { termsVersion: terms.version };
        await api.call(pathOfCampaign(checkout, '/submit-application'), { method: 'POST', body });
      },
      { busy: words.terms.submitting },
    );
}

function Whole({ terms: { title, sections } }: { terms: SentTerms }) {
  return (
    <details className="more-box">
      <summary>{words.terms.whole(title)}</summary>
      {sections.map(({ heading, paragraphs }) => (
        <section key={heading} lang="en">
          <h2>{heading}</h2>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </section>
      ))}
    </details>
  );
}

/** The terms in plain words, and each tick once. */
export function Terms() {
  const { checkout } = useCheckout();
  const { terms, option, flow } = checkout;
  const [ticked, setTicked] = useState<{ version: string; texts: readonly string[] }>({ version: '', texts: [] });
  const [isMissing, setMissing] = useState(false);
  const agree = useAgreeing(terms);
  if (!terms) return null;
  const criteria = terms.criteria
    .toSorted((one, other) => one.displayOrder - other.displayOrder)
    .map(({ contentHtml }) => textOf(contentHtml));
  // A tick for another version does not count.
  const texts = ticked.version === terms.version ? ticked.texts : [];
  const tick = (text: string, isOn: boolean) => {
    setMissing(false);
    setTicked({
      version: terms.version,
      texts: isOn ? [...texts, text] : texts.filter((other) => other !== text),
    });
  };
  const isAll = criteria.every((text) => texts.includes(text));
  const isAgain = flow.current === 'review-terms';
  const isUpfront = option === 'pn';
  const after = isUpfront ? words.terms.notPaid : words.terms.notSigned;
  const label = isUpfront ? words.terms.agree : words.terms.submit;
  return (
    <>
      <Heading>{words.terms.title}</Heading>
      {words.terms.inEnglish && <p className="note">{words.terms.inEnglish}</p>}
      <ul className="points" lang="en">
        {terms.inShort.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Whole terms={terms} />
      <fieldset className="ticks">
        <legend>{words.terms.confirm}</legend>
        {criteria.map((text) => (
          <Tick
            key={text}
            label={<span lang="en">{text}</span>}
            isOn={texts.includes(text)}
            onChange={(isOn) => tick(text, isOn)}
          />
        ))}
        {isMissing && (
          <p className="error" role="alert">
            {words.terms.tickAll}
          </p>
        )}
      </fieldset>
      <Buttons>
        <Action onPress={() => (isAll ? agree() : setMissing(true))}>{isAgain ? words.terms.agreeAgain : label}</Action>
      </Buttons>
      {!isAgain && <p className="quiet">{after}</p>}
    </>
  );
}
