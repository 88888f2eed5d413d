import { isInPopup, isTyping, singleKeys } from '@kerb/web/platform/keys.ts';
import { type RefObject, useEffect, useRef } from 'react';

/** j and k move the focus through the links of all groups. Enter opens the focused one, as everywhere. */
export function useRowKeys(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || !singleKeys.get()) return;
      if (isTyping(event.target) || isInPopup(event.target)) return;
      const links = [...(list.current?.querySelectorAll<HTMLElement>('li a') ?? [])];
      const at = links.indexOf(document.activeElement as HTMLElement);
      const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1);
      links[next]?.focus();
      links[next]?.scrollIntoView?.({ block: 'nearest' });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return list;
}
