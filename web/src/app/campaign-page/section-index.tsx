import { type StaffCard, sectionId } from '@kerb/web/app/campaign-page/sections.ts';
import classes from '@kerb/web/app/campaign-page/staff-campaign.module.css';

type SectionIndexProps = { names: readonly StaffCard[]; titles: Partial<Record<StaffCard, string>> };

/** Links to the cards of the page, in display order. A card without content has no title, and no link. */
export function SectionIndex({ names, titles }: SectionIndexProps) {
  const go = (name: StaffCard) => {
    const place = document.getElementById(sectionId(name));
    place?.scrollIntoView?.({ block: 'start' });
    place?.focus({ preventScroll: true });
  };
  return (
    <nav className={`${classes.index} kerb-no-print`} aria-label="On this page">
      <ul>
        {names.map((name) => {
          const title = titles[name];
          return (
            title && (
              <li key={name}>
                <a
                  href={`#${sectionId(name)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    go(name);
                  }}
                >
                  {title}
                </a>
              </li>
            )
          );
        })}
      </ul>
    </nav>
  );
}
