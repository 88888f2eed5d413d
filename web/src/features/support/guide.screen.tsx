import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { ChapterSection } from '@kerb/web/features/support/chapters.tsx';
import { guideChapters } from '@kerb/web/features/support/guide-chapters.ts';
import classes from '@kerb/web/features/support/reading.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Anchor, Button } from '@mantine/core';

/** How to use the product, for organisations that refer campaigns. */
export function GuideScreen() {
  const country = countryRules();
  const chapters = guideChapters(country);
  return (
    <>
      <PageHeader
        title="User Guide"
        subtitle={`${country.brand} for agents and their teams in ${country.name}`}
        actions={
          <Button variant="default" onClick={() => print()}>
            Print
          </Button>
        }
      />
      <div className={classes.page}>
        <nav aria-label="Contents">
          <ol className={classes.contents}>
            {chapters.map(({ id, title }) => (
              <li key={id}>
                <Anchor href={`#${id}`} inherit>
                  {title}
                </Anchor>
              </li>
            ))}
          </ol>
        </nav>
        <div className={classes.chapters}>
          {chapters.map((chapter) => (
            <ChapterSection key={chapter.id} chapter={chapter} />
          ))}
        </div>
      </div>
    </>
  );
}
