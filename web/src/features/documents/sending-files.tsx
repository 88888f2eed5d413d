import classes from '@kerb/web/features/documents/documents.module.css';
import { fileSize } from '@kerb/web/features/documents/file-size.ts';
import type { SendingFile, UploadQueue } from '@kerb/web/features/documents/upload-queue.ts';
import { useStore } from '@kerb/web/platform/store.ts';
import { Button, VisuallyHidden } from '@mantine/core';

/** The files that are uploading, or that failed. */
export function SendingFiles({ queue }: { queue: UploadQueue }) {
  const files = useStore(queue.files);
  const news = useStore(queue.news);
  return (
    <>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      {files.length > 0 && (
        <ul className={classes.files} aria-label="Uploads">
          {files.map((one) => (
            <SendingLine key={one.key} one={one} queue={queue} />
          ))}
        </ul>
      )}
    </>
  );
}

function SendingLine({ one, queue }: { one: SendingFile; queue: UploadQueue }) {
  const { key, file, state, problem } = one;
  const isOnItsWay = state === 'waiting' || state === 'sending';
  return (
    <li className={classes.file}>
      <div className={classes.words}>
        <strong>{file.name}</strong>
        {problem ? <span className={classes.problem}>{problem}</span> : <Share one={one} />}
      </div>
      <div className={classes.actions}>
        {state === 'failed' && (
          <Button size="xs" variant="default" onClick={() => queue.retry(key)} aria-label={`Try again: ${file.name}`}>
            Try again
          </Button>
        )}
        <Button
          size="xs"
          variant="subtle"
          onClick={() => queue.drop(key)}
          aria-label={`${isOnItsWay ? 'Cancel' : 'Dismiss'}: ${file.name}`}
        >
          {isOnItsWay ? 'Cancel' : 'Dismiss'}
        </Button>
      </div>
    </li>
  );
}

function Share({ one: { file, state, share } }: { one: SendingFile }) {
  if (state === 'waiting') return <span className={classes.facts}>Waiting</span>;
  const percent = Math.round(share * 100);
  return (
    <span className={classes.share}>
      <progress className={classes.bar} max={100} value={percent} aria-label={`Uploading ${file.name}`} />
      <span className={classes.facts}>
        {percent < 100 ? `${percent}% of ${fileSize(file.size)}` : 'Checking the file'}
      </span>
    </span>
  );
}
