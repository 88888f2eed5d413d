import classes from '@kerb/web/features/support/reading.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A screenshot, taken by `scripts/guide-pictures.ts` from the demo. */
export type Picture = { name: string; says: string; isPhone?: true };

export type Chapter = {
  id: string;
  title: string;
  words: readonly string[];
  steps?: readonly string[];
  terms?: readonly (readonly [string, string])[];
  picture?: Picture;
};

const sizes = { desktop: { width: 1200, height: 760 }, phone: { width: 585, height: 1140 } } as const;

export function ScreenPicture({ picture: { name, says, isPhone } }: { picture: Picture }) {
  const size = isPhone ? sizes.phone : sizes.desktop;
  return (
    <figure className={isPhone ? classes.phone : classes.screen}>
      <img src={`/pictures/${countryRules().code.toLowerCase()}/${name}.webp`} alt={says} loading="lazy" {...size} />
    </figure>
  );
}

function Body({ words, steps, terms }: Chapter) {
  return (
    <div className={classes.words}>
      {words.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {steps && (
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {terms && (
        <dl className={classes.terms}>
          {terms.map(([term, meaning]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

export function ChapterSection({ chapter, children }: { chapter: Chapter; children?: ReactNode }) {
  const { id, title, picture } = chapter;
  return (
    <section className={classes.chapter} aria-labelledby={id} data-beside={picture?.isPhone || undefined}>
      <Title order={2} id={id} tabIndex={-1}>
        {title}
      </Title>
      <Body {...chapter} />
      {picture && <ScreenPicture picture={picture} />}
      {children}
    </section>
  );
}
