import { galleryParts } from '@kerb/web/features/gallery/gallery-parts.ts';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp, stubServer, usePage } from '../../../test/harness.tsx';

/** Exports of the design that show nothing by themselves. Everything else with a capital letter needs an example. */
// biome-ignore format: a table
const notVisual: Record<string, string> = {
  Banners:             'chooses which Banner is due',
  CardPlaceContext:    'tells a Card how the page shows it',
  RowTabIndexProvider: 'a context of DataTable',
};

const modules = import.meta.glob<Record<string, unknown>>(['../../design/*.{ts,tsx}', '!../../design/*.test.*'], {
  eager: true,
});
const designComponents = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter(([name]) => /^[A-Z]/.test(name));

const shown = new Set(galleryParts.flatMap(({ components }) => components));

/** By its heading: to compute the names of all roles on this long page takes seconds. */
function partNamed(title: string) {
  const part = [...document.querySelectorAll('section')].find(
    (each) => each.querySelector('h2')?.textContent === title,
  );
  if (!part) throw new Error(`The gallery has no part ${title}.`);
  return within(part);
}

describe('the component gallery', () => {
  it('has an example of every component of the design', () => {
    const missing = designComponents.filter(([name, component]) => !(name in notVisual) && !shown.has(component));
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it('lists nothing that the design no longer exports', () => {
    const exported = new Set(designComponents.map(([, component]) => component));
    expect([...shown].filter((component) => !exported.has(component))).toEqual([]);
    const names = designComponents.map(([name]) => name);
    expect(Object.keys(notVisual).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('draws each part with all of its states', async () => {
    usePage({ sandbox: true });
    stubServer({});
    renderApp('/sandbox/gallery', null);
    await screen.findByRole('heading', { level: 1, name: 'Component gallery' });
    for (const { title, examples } of galleryParts) {
      const part = partNamed(title);
      for (const { state } of examples) expect(part.getAllByText(state).length, `${title}: ${state}`).toBe(1);
    }
  });

  it('is refused outside a sandbox', async () => {
    usePage({ sandbox: false });
    stubServer({});
    renderApp('/sandbox/gallery', null);
    expect(await screen.findByText('The component gallery is shown only in a sandbox.')).toBeTruthy();
  });
});
