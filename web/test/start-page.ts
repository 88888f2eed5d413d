import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { within } from '@testing-library/react';

const page = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');

/** Shows the start page's own content, as before any script has run. */
export function useStartPage(): void {
  delete document.documentElement.dataset.failed;
  document.body.innerHTML = /<body>(.*)<\/body>/s.exec(page)?.[1] ?? '';
}

export const isFailureShown = (): boolean => 'failed' in document.documentElement.dataset;

/** Its link, by which the user loads the page again. */
export const retryLink = (): HTMLElement =>
  within(within(document.body).getByRole('alertdialog', { name: 'Fundamental Error' })).getByText('Try again');
