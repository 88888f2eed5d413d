import { Action } from '@kerb/web/checkout/ui/ui.tsx';
import { words } from '@kerb/web/checkout/words/words.ts';

/** Says that something could not be read, and reads it again. */
export function ReadProblem({ read }: { read: { problem: string | null; again: () => void } }) {
  if (!read.problem) return null;
  return (
    <div className="note danger" role="alert">
      <p>{words.said(read.problem)}</p>
      <Action kind="link" onPress={read.again}>
        {words.shell.tryAgain}
      </Action>
    </div>
  );
}
