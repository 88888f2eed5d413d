import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { isFinished } from '@kerb/domain/campaign-page/cards.ts';
import { outcomes, type StaffCard, sectionId } from '@kerb/web/app/campaign-page/sections.ts';
import classes from '@kerb/web/app/campaign-page/staff-campaign.module.css';
import { type CardPlace, CardPlaceContext } from '@kerb/web/design/place.ts';
import { type ReactNode, useMemo, useState } from 'react';

type CardSectionProps = {
  name: StaffCard;
  agreement: Agreement;
  onTitle: (name: StaffCard, title: string) => void;
  children: ReactNode;
};

/** The place of a card: the index leads to it, and a finished card is folded until somebody opens it. */
export function CardSection({ name, agreement, onTitle, children }: CardSectionProps) {
  const [isOpen, setOpen] = useState(false);
  const outcome = isFinished(name, agreement) ? outcomes[name](agreement) : null;
  const place = useMemo(
    (): CardPlace => ({
      onTitle: (title) => onTitle(name, title),
      fold: outcome === null ? null : { outcome, isFolded: !isOpen, onToggle: () => setOpen(!isOpen) },
    }),
    [name, onTitle, outcome, isOpen],
  );
  return (
    <div id={sectionId(name)} className={classes.place} tabIndex={-1}>
      <CardPlaceContext value={place}>{children}</CardPlaceContext>
    </div>
  );
}
