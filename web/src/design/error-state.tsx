import classes from '@kerb/web/design/states.module.css';
import { ApiProblem, sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { Button } from '@mantine/core';

/** The error with its cause, and a button to retry. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const mayHelpToRetry = !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500;
  return (
    <div className={classes.state} role="alert">
      <p className={classes.text}>{sentenceFor(error)}</p>
      {onRetry && mayHelpToRetry && (
        <div className={classes.action}>
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
