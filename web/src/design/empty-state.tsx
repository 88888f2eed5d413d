import classes from '@kerb/web/design/states.module.css';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  text: string;
  help?: ReactNode;
  action?: ReactNode;
  /** Set if it replaces a whole page: its text is then the page's heading. */
  isPage?: boolean;
};

/** One line of text, one line of help, and the action to take. */
export function EmptyState({ text, help, action, isPage = false }: EmptyStateProps) {
  const Text = isPage ? 'h1' : 'p';
  return (
    <div className={classes.state} role="status">
      <Text className={classes.text}>{text}</Text>
      {help && <p className={classes.help}>{help}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
