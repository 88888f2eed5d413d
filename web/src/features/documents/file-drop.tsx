import { acceptedEndings } from '@kerb/domain/documents/accepted-files.ts';
import { DropZone } from '@kerb/web/design/drop-zone.tsx';
import classes from '@kerb/web/features/documents/documents.module.css';
import { Button } from '@mantine/core';
import { IconCamera, IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';

const accepted = Object.values(acceptedEndings)
  .flat()
  .map((ending) => `.${ending}`)
  .join(',');

type FileDropProps = {
  /** What the files are for; part of the buttons' accessible names. */
  label: string;
  onFiles: (files: File[]) => void;
};

/** A zone to drop or choose files; on a touch device also to take a photo. */
export function FileDrop({ label, onFiles }: FileDropProps) {
  const photographed = useRef<HTMLInputElement>(null);
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(currentTarget.files ?? [])]);
    // Without this, choosing the same file again fires no change event.
    currentTarget.value = '';
  };
  return (
    <DropZone inputLabel={`${label}: choose files`} accept={accepted} onFiles={onFiles}>
      {(choose) => (
        <>
          <input
            ref={photographed}
            type="file"
            hidden
            tabIndex={-1}
            accept="image/jpeg"
            capture="environment"
            aria-label={`${label}: camera`}
            onChange={take}
          />
          <span className={classes.dropWords}>Drop files here, or</span>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden="true" />}
            aria-label={`Choose files: ${label}`}
            onClick={choose}
          >
            Choose files
          </Button>
          <Button
            size="xs"
            variant="default"
            className={classes.camera}
            leftSection={<IconCamera size={16} aria-hidden="true" />}
            aria-label={`Take a photo: ${label}`}
            onClick={() => photographed.current?.click()}
          >
            Take a photo
          </Button>
          <span className={classes.limit}>PDF, picture, Word, Excel, CSV or text, up to 8 MB each</span>
        </>
      )}
    </DropZone>
  );
}
