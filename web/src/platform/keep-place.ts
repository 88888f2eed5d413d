/** A control whose words a person may be about to press. */
const controls = 'button, a, [role="menuitem"], label, input';

const isFixed = (element: Element): boolean => {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true;
  }
  return false;
};

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

/** What the person looks at: what has the focus, else what is under the pointer, else the window's middle. */
export function placeOf(page: HTMLElement): HTMLElement | null {
  const { activeElement } = document;
  const hovered = [...page.querySelectorAll(':hover')].at(-1);
  const middle = document.elementFromPoint?.(innerWidth / 2, innerHeight / 2);
  for (const element of [activeElement, hovered, middle]) {
    if (!(element instanceof HTMLElement) || element === page || !page.contains(element)) continue;
    if (isInView(element) && !isFixed(element)) return element;
  }
  return null;
}

const distanceFromTop = (element: HTMLElement): number => element.getBoundingClientRect().top + scrollY;

/** Scrolls by as much as the place has moved in the document, so that it stays where it was in the window. */
function holdPlace(page: HTMLElement, place: HTMLElement): () => void {
  let top = distanceFromTop(place);
  const look = () => {
    if (!place.isConnected) return;
    const now = distanceFromTop(place);
    if (now !== top) scrollBy({ top: now - top, behavior: 'instant' });
    top = now;
  };
  // The browser's own anchoring would scroll a second time.
  const { style } = document.documentElement;
  const before = style.overflowAnchor;
  style.overflowAnchor = 'none';
  const observer = new ResizeObserver(look);
  observer.observe(page);
  return () => {
    look();
    observer.disconnect();
    style.overflowAnchor = before;
  };
}

/** If what has the focus disappears, the nearest part of the page around it gets the focus. */
function holdFocus(page: HTMLElement): () => void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !page.contains(focused)) return () => {};
  const around: HTMLElement[] = [];
  for (let at = focused.parentElement; at && page.contains(at); at = at.parentElement) {
    if (at.tabIndex >= -1 && at.hasAttribute('tabindex')) around.push(at);
  }
  const look = () => {
    if (focused.isConnected || document.activeElement !== document.body) return;
    around.find((element) => element.isConnected)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(look);
  observer.observe(page, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** A click is ignored if its control was not under the pointer before, or had other words, and the pointer rests. */
function refuseStrayClicks(page: HTMLElement): () => void {
  const control = [...page.querySelectorAll(controls)].findLast((element) => element.matches(':hover'));
  const words = control?.textContent;
  const stop = new AbortController();
  const { signal } = stop;
  if (control) {
    const end = () => stop.abort();
    addEventListener('pointermove', end, { capture: true, signal });
    const refuse = (event: MouseEvent) => {
      const clicked = event.target instanceof Element ? event.target.closest(controls) : null;
      // A key has no coordinates and no pointer.
      if (event.detail === 0 || !clicked || !page.contains(clicked)) return;
      if (clicked === control && clicked.textContent === words) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('click', refuse, { capture: true, signal });
  }
  return () => stop.abort();
}

/**
 * While a page changes by itself: what has the focus or is under the pointer stays where it is, the focus is not lost,
 * and a click does not meet a control that has just changed. Returns how to end it.
 */
export function keepPlace(page: HTMLElement): () => void {
  const place = placeOf(page);
  const ends = [place ? holdPlace(page, place) : () => {}, holdFocus(page), refuseStrayClicks(page)];
  return () => {
    for (const end of ends) end();
  };
}
