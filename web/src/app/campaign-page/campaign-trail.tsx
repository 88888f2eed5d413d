import classes from '@kerb/web/app/campaign-page/campaign-trail.module.css';
import { countText } from '@kerb/web/design/pager.tsx';
import { CampaignLink, type CampaignPlace, useOpenCampaign } from '@kerb/web/features/campaigns/campaign-link.tsx';
import { campaignQueries } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { type ListTrail, listTrail, useLastTrail, visit } from '@kerb/web/features/campaigns/list-trail.ts';
import { isInPopup, isTyping, singleKeys } from '@kerb/web/platform/keys.ts';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';

type Side = 'before' | 'after';
type Page = { items: readonly CampaignPlace[]; totalItems: number; isMore?: boolean | undefined };

/** The next page of the list to load if the campaign is the first or last of the loaded ones; otherwise null. */
export function pageBeyond(trail: ListTrail, at: number, side: Side): number | null {
  const { query, before, places, totalItems } = trail;
  if (side === 'before') return at === 0 && before > 0 ? Math.ceil(before / query.perPage) : null;
  const seen = before + places.length;
  return at === places.length - 1 && seen < totalItems ? Math.floor(seen / query.perPage) + 1 : null;
}

/** Adds a loaded page to the trail. Campaigns that moved between pages meanwhile are not repeated. */
export function joined(trail: ListTrail, side: Side, { items, totalItems, isMore = false }: Page): ListTrail {
  const { before, places } = trail;
  const known = new Set(places.map(({ id }) => id));
  const fresh = items.filter(({ id }) => !known.has(id)).map(({ id, tenant }) => ({ id, tenant }));
  if (side === 'after') return { ...trail, places: [...places, ...fresh], totalItems, isMore };
  return { ...trail, before: Math.max(0, before - fresh.length), places: [...fresh, ...places], totalItems, isMore };
}

/** Fetches the next page of the same list when the user reaches the end of the loaded pages. */
function useFurther(trail: ListTrail | null, at: number, side: Side): void {
  const page = trail && at >= 0 ? pageBeyond(trail, at, side) : null;
  const { data, isPlaceholderData } = useQuery({
    ...campaignQueries.list({ ...trail?.query, page: page ?? 1 }),
    enabled: page !== null,
  });
  const found = isPlaceholderData ? undefined : data;
  const last = useRef<ListTrail | null>(null);
  useEffect(() => {
    // Do not join a page without new campaigns repeatedly.
    if (!trail || page === null || !found || last.current === trail) return;
    last.current = joined(trail, side, found);
    listTrail.set(last.current);
  }, [trail, page, found, side]);
}

/** The place of a campaign in the list that was last shown, and its neighbours; null if it is in no such list. */
function useTrail(id: number) {
  const trail = useLastTrail();
  const at = trail?.places.findIndex((place) => place.id === id) ?? -1;
  useFurther(trail, at, 'before');
  useFurther(trail, at, 'after');
  if (!trail || at < 0) return null;
  return {
    position: trail.before + at + 1,
    total: countText(trail.totalItems, trail.isMore),
    previous: trail.places[at - 1],
    next: trail.places[at + 1],
  };
}

type StepProps = { to: CampaignPlace | undefined; label: string; icon: ReactNode };

function Step({ to, label, icon }: StepProps) {
  if (!to) {
    return (
      <span className={classes.step} data-off>
        {icon}
      </span>
    );
  }
  return (
    <CampaignLink campaign={to} className={classes.step} label={label}>
      {icon}
    </CampaignLink>
  );
}

/** '[' goes to the previous campaign and ']' to the next, unless the user is typing. */
function useStepKeys(steps: Record<string, CampaignPlace | undefined>): void {
  const open = useOpenCampaign();
  const latest = useRef({ steps, open });
  latest.current = { steps, open };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isInPopup(event.target)) return;
      const to = latest.current.steps[event.key];
      if (!to || !singleKeys.get()) return;
      event.preventDefault();
      void latest.current.open(to);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** '‹ 3 of 1,234 ›': links to the previous and the next campaign of the list that the user came from. */
export function CampaignTrail({ id }: { id: number }) {
  const trail = useTrail(id);
  useEffect(() => visit(id), [id]);
  useStepKeys({ '[': trail?.previous, ']': trail?.next });
  if (!trail) return null;
  return (
    <nav className={classes.trail} aria-label="Campaigns of the list">
      <Step to={trail.previous} label="Previous campaign" icon={<IconChevronLeft size={18} aria-hidden="true" />} />
      <span className={classes.place}>{`${countText(trail.position)} of ${trail.total}`}</span>
      <Step to={trail.next} label="Next campaign" icon={<IconChevronRight size={18} aria-hidden="true" />} />
    </nav>
  );
}
