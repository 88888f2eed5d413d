import { acceptedEndings } from '@kerb/domain/documents/accepted-files.ts';
import { DropZone } from '@kerb/web/design/drop-zone.tsx';
import classes from '@kerb/web/features/documents/documents.module.css';
import { Button } from '@mantine/core';
import { IconCamera, IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, type RefObject, useRef } from 'react';

const accepted = Object.values(acceptedEndings)
  .flat()
  .map((ending) => `.${ending}`)
  .join(',');

type FileDropProps = {
  /** What the files are for: names the buttons to those who hear them. */
  label: string;
  onFiles: (files: File[]) => void;
};

/** Where files are dropped or chosen; on a phone, or whatever else is touched, photographed too. */
export function FileDrop({ label, onFiles }: FileDropProps) {
  const chosen = useRef<HTMLInputElement>(null);
  const photographed = useRef<HTMLInputElement>(null);

  const open = (input: RefObject<HTMLInputElement | null>) => () => input.current?.click();
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(currentTarget.files ?? [])]);
    // The same file chosen again is a change too.
    currentTarget.value = '';
  };
  const hidden = { type: 'file', hidden: true, tabIndex: -1, onChange: take } as const;
  return (
    <DropZone onFiles={onFiles}>
      <input ref={chosen} {...hidden} multiple accept={accepted} aria-label={`${label}: choose files`} />
      <input ref={photographed} {...hidden} accept="image/jpeg" capture="environment" aria-label={`${label}: camera`} />
      <span className={classes.dropWords}>Drop files here, or</span>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden="true" />}
        aria-label={`Choose files: ${label}`}
        onClick={open(chosen)}
      >
        Choose files
      </Button>
      <Button
        size="xs"
        variant="default"
        className={classes.camera}
        leftSection={<IconCamera size={16} aria-hidden="true" />}
        aria-label={`Take a photo: ${label}`}
        onClick={open(photographed)}
      >
        Take a photo
      </Button>
      <span className={classes.limit}>PDF, picture, Word, Excel, CSV or text, up to 8 MB each</span>
    </DropZone>
  );
}
