import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { CampaignSheet } from '@kerb/web/app/campaign-page/campaign-sheet.tsx';
import { printCampaign, printedParts } from '@kerb/web/app/campaign-page/printed-parts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';

const isPrintKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'p' && (ctrlKey || metaKey) && !shiftKey && !altKey;

/** The sheet is in the page only while the browser prints, and everything else is hidden from the printer. */
export function PrintedCampaign({ agreement }: { agreement: Agreement }) {
  const client = useQueryClient();
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser takes the page as it is when the listener returns.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    const onKey = (event: KeyboardEvent) => {
      if (!isPrintKey(event)) return;
      event.preventDefault();
      void printCampaign(client, agreement);
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    document.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      document.removeEventListener('keydown', onKey);
    };
  }, [client, agreement]);
  if (!isPrinting) return null;
  return createPortal(
    <div data-sheet>
      <CampaignSheet agreement={agreement} parts={printedParts(client, agreement)} />
    </div>,
    document.body,
  );
}
