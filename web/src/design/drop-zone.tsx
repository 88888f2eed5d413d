import classes from '@kerb/web/design/drop-zone.module.css';
import { Dropzone } from '@mantine/dropzone';
import { type ReactNode, useEffect, useRef } from 'react';

const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/**
 * Without this guard, the browser opens a file that is dropped beside the zone in this tab, and everything typed on the
 * page is lost. The library's own guard also stops text from being dragged into a field, so it is switched off.
 */
function useDropGuard(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
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

type DropZoneProps = {
  /** Names the file input for screen readers. */
  inputLabel: string;
  /** File endings or types that the browser's file dialog offers. Dropped and pasted files are not filtered. */
  accept: string;
  isMultiple?: boolean;
  onFiles: (files: File[]) => void;
  /** The content, with a button that calls `choose` to open the file dialog. */
  children: (choose: () => void) => ReactNode;
};

/** Accepts files that are dropped, pasted or chosen. Folders give the files inside them. */
export function DropZone({ inputLabel, accept, isMultiple = true, onFiles, children }: DropZoneProps) {
  const open = useRef<() => void>(null);
  useDropGuard();
  return (
    <Dropzone
      unstyled
      className="kerb-no-print"
      classNames={{ root: classes.zone, inner: classes.inner }}
      openRef={open}
      onDrop={onFiles}
      activateOnClick={false}
      activateOnKeyboard={false}
      preventDropOnDocument={false}
      inputProps={{ accept, 'aria-label': inputLabel, multiple: isMultiple, style: { display: 'none' } }}
    >
      {children(() => open.current?.())}
    </Dropzone>
  );
}
