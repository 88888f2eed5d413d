import { acceptedEndings } from '@kerb/domain/documents/accepted-files.ts';
import classes from '@kerb/web/features/documents/documents.module.css';
import { Button } from '@mantine/core';
import { IconCamera, IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, type DragEvent, type RefObject, useEffect, useRef, useState } from 'react';

const accepted = Object.values(acceptedEndings)
  .flat()
  .map((ending) => `.${ending}`)
  .join(',');

const carriesFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

/** A file let go beside its place would open in this tab, and what was typed elsewhere on the page would be gone. */
function useNothingElseTakesFiles(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (!carriesFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}

type FileDropProps = {
  /** What the files are for: names the buttons to those who hear them. */
  label: string;
  onFiles: (files: File[]) => void;
};

/** Where files are dropped or chosen; on a phone, or whatever else is touched, photographed too. */
export function FileDrop({ label, onFiles }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const chosen = useRef<HTMLInputElement>(null);
  const photographed = useRef<HTMLInputElement>(null);
  useNothingElseTakesFiles();

  const open = (input: RefObject<HTMLInputElement | null>) => () => input.current?.click();
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(currentTarget.files ?? [])]);
    // The same file chosen again is a change too.
    currentTarget.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  const over = (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const hidden = { type: 'file', hidden: true, tabIndex: -1, onChange: take } as const;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; the buttons within do the same
    <div
      className={`${classes.drop} kerb-no-print`}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
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
    </div>
  );
}
