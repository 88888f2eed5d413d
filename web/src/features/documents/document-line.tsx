import type { Attachment } from '@kerb/domain/documents/documents.contract.ts';
import { enterCodeToSee } from '@kerb/domain/payers/payer-details.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/documents/documents.module.css';
import { fileSize } from '@kerb/web/features/documents/file-size.ts';
import { previewKindOf, saveDocument } from '@kerb/web/features/documents/open-document.ts';
import { Button } from '@mantine/core';
import { IconFileText, IconFileTypePdf, IconPhoto } from '@tabler/icons-react';

const icons = { page: IconFileTypePdf, picture: IconPhoto, none: IconFileText };

type DocumentLineProps = {
  document: Attachment;
  /** Distinguishes it from other files of its group. */
  badge?: string | undefined;
  onPreview: () => void;
  /** Absent if the reader may not delete it. */
  onRemove?: (() => void) | undefined;
  refile?: { label: string; onClick: () => void } | undefined;
};

export function DocumentLine({ document, badge, onPreview, onRemove, refile }: DocumentLineProps) {
  const { asset, uploadDate, uploadedByName, isLocked } = document;
  const kind = isLocked ? null : previewKindOf(asset);
  const Icon = icons[kind ?? 'none'];
  return (
    <li className={classes.file}>
      <Icon className={classes.icon} size={24} stroke={1.5} aria-hidden="true" />
      <div className={classes.words}>
        {kind ? (
          <button type="button" className={classes.name} onClick={onPreview}>
            {asset.fileName}
          </button>
        ) : (
          <strong>{asset.fileName}</strong>
        )}
        <span className={classes.facts}>
          <span>{fileSize(asset.size)}</span>
          {uploadedByName && <span>{`by ${uploadedByName}`}</span>}
          <DateText value={uploadDate} style="time" />
          {isLocked && <span>{enterCodeToSee}</span>}
          {badge && <ToneBadge tone="progress">{badge}</ToneBadge>}
        </span>
      </div>
      <div className={`${classes.actions} kerb-no-print`}>
        {refile && (
          <LineButton name={asset.fileName} onClick={refile.onClick}>
            {refile.label}
          </LineButton>
        )}
        {!isLocked && (
          <LineButton name={asset.fileName} onClick={() => void saveDocument(asset)}>
            Download
          </LineButton>
        )}
        {onRemove && (
          <LineButton name={asset.fileName} onClick={onRemove} danger>
            Delete
          </LineButton>
        )}
      </div>
    </li>
  );
}

type LineButtonProps = { name: string; onClick: () => void; children: string; danger?: boolean };

/** The accessible name contains the file's name, to tell ten 'Delete' buttons apart. */
function LineButton({ name, onClick, children, danger = false }: LineButtonProps) {
  return (
    <Button
      size="xs"
      variant="subtle"
      aria-label={`${children}: ${name}`}
      onClick={onClick}
      {...(danger && { color: 'danger', c: 'var(--mantine-color-error)' })}
    >
      {children}
    </Button>
  );
}
