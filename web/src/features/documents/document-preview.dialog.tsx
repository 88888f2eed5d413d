import type { Asset } from '@kerb/domain/documents/documents.contract.ts';
import { useBlobAddress } from '@kerb/web/design/blob-address.ts';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import classes from '@kerb/web/features/documents/documents.module.css';
import { bytesOf, previewKindOf, saveDocument } from '@kerb/web/features/documents/open-document.ts';
import { Anchor, Button, Modal, Text } from '@mantine/core';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

type DocumentPreviewProps = { asset: Asset; onClose: () => void };

/** Shows a picture or a PDF without leaving the page. */
export function DocumentPreview({ asset, onClose }: DocumentPreviewProps) {
  useReturnedFocus();
  const bytes = useQuery({
    queryKey: ['documents', 'bytes', asset.id],
    queryFn: ({ signal }) => bytesOf(asset, signal),
    // Do not keep private documents in memory after they are closed.
    gcTime: 0,
  });
  const address = useBlobAddress(bytes.data);
  return (
    <Modal opened onClose={onClose} title={asset.fileName} size="xl">
      <Loaded
        data={bytes.error ? undefined : (address ?? undefined)}
        error={bytes.error}
        onRetry={() => void bytes.refetch()}
        lines={6}
      >
        {(shown) => <Shown asset={asset} address={shown} />}
      </Loaded>
      <div className={classes.previewFoot}>
        {address && previewKindOf(asset) === 'page' && (
          <Anchor size="sm" href={address} target="_blank" rel="noreferrer">
            Open in a new tab <IconExternalLink size={14} aria-hidden="true" />
          </Anchor>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={() => void saveDocument(asset)}
        >
          Download
        </Button>
      </div>
    </Modal>
  );
}

function Shown({ asset, address }: { asset: Asset; address: string }) {
  if (previewKindOf(asset) === 'picture') return <img className={classes.picture} src={address} alt={asset.fileName} />;
  // Phones show no PDF, or only its first page, inside a page.
  if (!navigator.pdfViewerEnabled) return <Text>This browser shows PDFs in a tab of their own.</Text>;
  // Hide the thumbnails, which would take half of the dialog.
  return <iframe className={classes.page} src={`${address}#navpanes=0`} title={asset.fileName} />;
}
