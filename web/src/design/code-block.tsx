import classes from '@kerb/web/design/code-block.module.css';
import { CopyButton } from '@kerb/web/design/copy-button.tsx';

/** Text to read exactly, with a button to copy it. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <span>{label}</span>
        <CopyButton label={label} text={text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <pre className={classes.code} tabIndex={0}>
        {text}
      </pre>
    </figure>
  );
}
