import { keepPlace, placeOf } from '@kerb/web/platform/keep-place.ts';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let page: HTMLElement;
let resized: () => void;
let scrolled: number[];
let release: () => void;
/** Where each element begins in the document, as jsdom has no layout. */
const tops = new Map<Element, number>();
const must = (id: string) => document.getElementById(id) as HTMLElement;

beforeEach(() => {
  document.body.innerHTML = `<main id="page">
    <section id="card" tabindex="-1"><button id="one">Approve</button><input id="field"></section>
    <div style="position: sticky"><button id="sticky">Index</button></div></main>`;
  page = must('page');
  tops.clear();
  scrolled = [];
  release = () => {};
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Element) {
    const top = tops.get(this) ?? 0;
    return { top, bottom: top + 10 } as DOMRect;
  });
  vi.stubGlobal('scrollBy', ({ top }: ScrollToOptions) => scrolled.push(top ?? 0));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(look: () => void) {
        resized = look;
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  release();
  vi.restoreAllMocks();
});

const hover = (element: HTMLElement | null) => {
  const around = (at: Element) => element !== null && at.contains(element);
  const { matches } = Element.prototype;
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function is(this: Element, words: string) {
    return words === ':hover' ? around(this) : matches.call(this, words);
  });
  const { querySelectorAll } = Element.prototype;
  vi.spyOn(Element.prototype, 'querySelectorAll').mockImplementation(function all(this: Element, words: string) {
    const found = [...querySelectorAll.call(this, words === ':hover' ? '*' : words)];
    return (words === ':hover' ? found.filter(around) : found) as unknown as NodeListOf<Element>;
  });
};

describe('the place that a page holds', () => {
  it('is what has the focus, before what is under the pointer, and never what is fixed', () => {
    hover(must('one'));
    expect(placeOf(page)).toBe(must('one'));
    must('field').focus();
    expect(placeOf(page)).toBe(must('field'));
    must('sticky').focus();
    expect(placeOf(page)).toBe(must('one'));
    tops.set(must('one'), 5_000);
    expect(placeOf(page)).toBeNull();
  });

  it('stays where it is while cards above it grow and shrink', () => {
    must('field').focus();
    tops.set(must('field'), 200);
    release = keepPlace(page);
    tops.set(must('field'), 340);
    resized();
    tops.set(must('field'), 300);
    resized();
    resized();
    expect(scrolled).toEqual([140, -40]);
    expect(document.documentElement.style.overflowAnchor).toBe('none');
    release();
    expect(document.documentElement.style.overflowAnchor).toBe('');
  });
});

describe('the focus', () => {
  it('goes to the card if its control disappears, and is not touched otherwise', async () => {
    must('one').focus();
    release = keepPlace(page);
    must('one').remove();
    await vi.waitFor(() => expect(document.activeElement).toBe(must('card')));
    must('field').focus();
    must('card').append('more');
    await Promise.resolve();
    expect(document.activeElement).toBe(must('field'));
  });
});

describe('a click on a control that has changed under a resting pointer', () => {
  const clicked = vi.fn();
  const press = (id: string) => must(id).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  beforeEach(() => {
    clicked.mockClear();
    page.addEventListener('click', clicked);
    hover(must('one'));
    release = keepPlace(page);
  });

  it('is ignored', () => {
    must('one').textContent = 'Decline';
    press('one');
    expect(clicked).not.toHaveBeenCalled();
  });

  it('counts if the control is the same', () => {
    press('one');
    expect(clicked).toHaveBeenCalledOnce();
  });

  it('counts once the pointer has moved', () => {
    must('one').textContent = 'Decline';
    dispatchEvent(new Event('pointermove'));
    press('one');
    expect(clicked).toHaveBeenCalledOnce();
  });

  it('counts after the page has settled, and by the keyboard', async () => {
    must('one').textContent = 'Decline';
    must('one').focus();
    await userEvent.keyboard('{Enter}');
    expect(clicked).toHaveBeenCalledOnce();
    release();
    press('one');
    expect(clicked).toHaveBeenCalledTimes(2);
  });
});
