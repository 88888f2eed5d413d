/** Shows the error that is part of the page itself, because nothing else can be rendered. */
export function showFundamentalError(): void {
  document.documentElement.dataset.failed = '';
  document.querySelector<HTMLElement>('.kerb-failed a')?.focus();
}
