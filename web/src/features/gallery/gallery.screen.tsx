import { ColourSchemeChoice } from '@kerb/web/design/colour-scheme.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { PageHeader, useTabTitle } from '@kerb/web/design/page-header.tsx';
import classes from '@kerb/web/features/gallery/gallery.module.css';
import { anchorOf, PartOfGallery } from '@kerb/web/features/gallery/gallery-part.tsx';
import { galleryParts } from '@kerb/web/features/gallery/gallery-parts.ts';
import { settings } from '@kerb/web/platform/settings.ts';
import { Anchor } from '@mantine/core';

const title = 'Component gallery';

/** Every component of `web/src/design` in its states, for developers of screens. */
export function GalleryScreen() {
  // After the examples of PageHeader, which name the tab too.
  useTabTitle(title);
  if (!settings().sandbox) return <EmptyState text="The component gallery is shown only in a sandbox." />;
  return (
    <>
      <PageHeader
        title={title}
        subtitle="Every part of the design in its states. Nothing here is saved."
        actions={<ColourSchemeChoice />}
      />
      <div className={classes.parts}>
        <nav aria-label="Parts">
          <ul className={classes.index}>
            {galleryParts.map(({ title }) => (
              <li key={title}>
                <Anchor href={`#${anchorOf(title)}`} size="sm">
                  {title}
                </Anchor>
              </li>
            ))}
          </ul>
        </nav>
        {galleryParts.map((part) => (
          <PartOfGallery key={part.title} {...part} />
        ))}
      </div>
    </>
  );
}
