import { words } from '@kerb/web/checkout/words/words.ts';
import { useRef, useState } from 'react';

/** Some browsers allow no copying, for example within another app. The text is then marked, to be copied by hand. */
function markText(element: Element | null): void {
  if (element) getSelection()?.selectAllChildren(element);
}

/** A fact of a transfer that can be copied into the bank's page. */
export function CopyLine({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false);
  const shown = useRef<HTMLSpanElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text.replace(/^\$|,/g, ''));
    } catch {
      // An old browser, or no permission: the person copies the marked text.
      markText(shown.current);
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 3_000);
  };
  return (
    <div className="copy-line">
      <dt>{label}</dt>
      <dd>
        <span ref={shown}>{text}</span>
        <button type="button" className="action secondary small" onClick={() => void copy()}>
          {isCopied ? words.transfer.copied : <span aria-hidden="true">{words.transfer.copy('')}</span>}
          {!isCopied && <span className="hidden">{words.transfer.copy(label)}</span>}
        </button>
      </dd>
    </div>
  );
}
