import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { saveFile } from '@kerb/web/checkout/api.ts';
import { Evidence } from '@kerb/web/checkout/parts/evidence.tsx';
import { useCheckout } from '@kerb/web/checkout/state.ts';
import { SavePdf } from '@kerb/web/checkout/ui/save-pdf.tsx';
import { ProblemNote } from '@kerb/web/checkout/ui/ui.tsx';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useId, useState } from 'react';

type Document = SentCheckout['documents'][number];
export type Purpose = Document['purpose'];

function Line({ file }: { file: Document }) {
  const { api, act } = useCheckout();
  const { asset, isLocked } = file;
  const open = () =>
    act(async () => saveFile(await api.file(`/v1/assets/${asset.id}/content`), asset.fileName), { stay: true });
  return (
    <li>
      {isLocked ? (
        <span>
          {asset.fileName} <span className="quiet">{words.documents.locked}</span>
        </span>
      ) : (
        <button type="button" className="action link" onClick={() => void open()}>
          <span className="hidden">{words.documents.open('')}</span>
          {asset.fileName}
        </button>
      )}
    </li>
  );
}

/** Sends files one after the other. A file that fails can be chosen again; the others are kept. */
export function AddFiles({ purpose, label }: { purpose: Purpose; label: string }) {
  const { checkout, api, act, isBusy, isReadOnly } = useCheckout();
  const [name, setName] = useState<string | null>(null);
  const id = useId();
  const signatoryId = checkout.flow.signatory?.id;
  const send = async (files: readonly File[]) => {
    for (const file of files) {
      setName(file.name);
      const isSent = await act(
        async () => {
          const form = new FormData();
          form.append('tenantId', String(checkout.organisation.id));
          form.append('purpose', purpose);
          form.append('asset', file);
          const asset = await api.call<{ id: number }>('/v1/assets', { method: 'POST', form });
          const about =
            purpose === 'vendor-id' && signatoryId ? { signatory: { href: `/v1/signatories/${signatoryId}` } } : {};
          const body = {
            agreement: { href: `/v1/agreements/${checkout.id}` },
            asset: { href: `/v1/assets/${asset.id}` },
            purpose,
            ...about,
          };
          await api.call('/v1/attachments', { method: 'POST', body });
        },
        { stay: true },
      );
      if (!isSent) break;
    }
    setName(null);
  };
  return (
    <div className="add-files">
      <input
        id={id}
        type="file"
        multiple
        className="hidden"
        disabled={isBusy || isReadOnly}
        onChange={({ currentTarget }) => {
          void send([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <label htmlFor={id} className="action secondary">
        {label}
      </label>
      <p role="status" className="quiet">
        {name ? words.documents.sending(name) : ''}
      </p>
    </div>
  );
}

export function FileList({ purposes }: { purposes: readonly Purpose[] }) {
  const { documents } = useCheckout().checkout;
  const shown = documents.filter(({ purpose }) => purposes.includes(purpose));
  if (shown.length === 0) return <p className="quiet">{words.documents.none}</p>;
  return (
    <ul className="files">
      {shown.map((file) => (
        <Line key={file.id} file={file} />
      ))}
    </ul>
  );
}

const everything: readonly Purpose[] = [
  'lending-agreement',
  'marketing-vendor',
  'supporting-doc',
  'vendor-id',
  'upfront-payment-receipt',
];

/** The campaign's documents that the payer may see. */
export function Files({ isAdding = false }: { isAdding?: boolean }) {
  const { checkout } = useCheckout();
  const { id, option, status } = checkout;
  const hasAgreement =
    option !== 'pn' &&
    option !== null &&
    !['draft', 'waiting-invite', 'waiting-info', 'waiting-approval'].includes(status);
  return (
    <section>
      {!isAdding && <h2>{words.more.files}</h2>}
      {hasAgreement && (
        <SavePdf
          path={`/loan/${id}/download-loan-agreement`}
          name={`Loan-Agreement_${id}.pdf`}
          failed={words.agreement.failed}
        >
          {words.more.agreement}
        </SavePdf>
      )}
      <Evidence />
      <FileList purposes={everything} />
      {isAdding && <ProblemNote />}
      {isAdding && <AddFiles purpose="supporting-doc" label={words.more.addFile} />}
    </section>
  );
}
