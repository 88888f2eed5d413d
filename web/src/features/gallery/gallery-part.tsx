import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/gallery/gallery.module.css';
import type { ReactNode } from 'react';

export type Example = {
  /** The state that is shown: 'empty', 'error', 'disabled', 'loading', 'long text'. */
  state: string;
  show: () => ReactNode;
  /** Takes the whole width, as it does on a screen. */
  isWide?: boolean;
};

export type GalleryPart = {
  title: string;
  /** The components of `web/src/design` that the examples show. A test compares them with what the folder exports. */
  components: readonly unknown[];
  /** Shown on the page's own colour: on a screen, no card is around this part. */
  isOnPage?: boolean;
  examples: readonly Example[];
};

/** A name as long as people have them, without a place to break. */
export const longWord = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh';
export const longText = `A sentence that does not fit on one line of a phone, with a name that cannot break: ${longWord}.`;

/** Each example is a component of its own, so that it may keep state. */
function Shown({ show: Show }: { show: Example['show'] }) {
  return <Show />;
}

/** 'Pager and PerPage' gives 'pager-and-perpage'. */
export const anchorOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, '-');

export function PartOfGallery({ title, isOnPage, examples }: GalleryPart) {
  return (
    <Surface title={title}>
      <div id={anchorOf(title)} className={classes.examples} data-on-page={isOnPage || undefined}>
        {examples.map(({ state, show, isWide }) => (
          <div key={state} className={classes.example} data-wide={isWide || undefined}>
            <p className={classes.state}>{state}</p>
            <Shown show={show} />
          </div>
        ))}
      </div>
    </Surface>
  );
}
