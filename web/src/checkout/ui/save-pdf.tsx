import { Problem, saveFile } from '@kerb/web/checkout/api.ts';
import { useCheckout } from '@kerb/web/checkout/state.ts';
import { type ReactNode, useState } from 'react';

type SavePdfProps = {
  path: string;
  name: string;
  children: ReactNode;
  kind?: 'primary' | 'secondary';
  /** The message if it fails, and if there is no such document. */
  failed: string;
  missing?: string;
};

/** Downloads a document. Somebody who only looks at the page can save it too. */
export function SavePdf({ path, name, children, kind = 'secondary', failed, missing = failed }: SavePdfProps) {
  const { api } = useCheckout();
  const [state, setState] = useState<'idle' | 'busy' | 'failed' | 'missing'>('idle');
  const save = async () => {
    setState('busy');
    try {
      saveFile(await api.file(path), name);
      setState('idle');
    } catch (error) {
      console.error(error);
      setState(error instanceof Problem && error.status === 404 ? 'missing' : 'failed');
    }
  };
  return (
    <>
      {(state === 'failed' || state === 'missing') && (
        <p className="error" role="alert">
          {state === 'failed' ? failed : missing}
        </p>
      )}
      <button type="button" className={`action ${kind}`} disabled={state === 'busy'} onClick={() => void save()}>
        {children}
      </button>
    </>
  );
}
