import { STATUS_CODES } from 'node:http';
import { must } from '@kerb/domain/kernel/must.ts';
import { type ProblemCode, problemGroups, problemTypes } from '@kerb/domain/kernel/problem-types.ts';
import type { Page } from '@kerb/server/features/login-pages/page.ts';
import { statusWords } from '@kerb/server/features/problem-pages/problem-words.ts';
import { type Html, html } from '@kerb/server/platform/http/html.ts';
import { exampleProblem } from '@kerb/server/platform/http/openapi/refusals.ts';

/** `code` in a sentence of the tables becomes an element. */
const marked = (text: string): Html[] =>
  text.split('`').map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

export const exampleOf = (code: ProblemCode): string => JSON.stringify(JSON.parse(exampleProblem(code)), null, 2);

/** What a kind of problem means, when it comes and what to do, made from the table of problems. */
export function problemPage(code: ProblemCode): Page {
  const { status, when } = problemTypes[code];
  const { meaning, todo } = must(statusWords[status], `words for ${status}`);
  return {
    title: code,
    main: html`
      <p class="quiet"><a href="/problems">All problems</a></p>
      <h1>${code}</h1>
      <p>${marked(when)}.</p>
      <h2>When it comes</h2>
      <p>Usually with the status ${status} ${STATUS_CODES[status]}. ${meaning}</p>
      <h2>What to do</h2>
      <p>${marked(todo)}</p>
      <h2>Example</h2>
      <pre class="example" tabindex="0" role="region" aria-label="Example"><code>${exampleOf(code)}</code></pre>
      <p class="quiet">Decide by <code>type</code>, and show <code>detail</code> to people: its words can change.</p>`,
  };
}

const rows = (problems: Readonly<Record<string, { when: string }>>): Html[] =>
  Object.entries(problems).map(
    ([code, { when }]) => html`
      <dt><a href="/problems/${code}">${code}</a></dt>
      <dd>${marked(when)}.</dd>`,
  );

export const problemsPage = (): Page => ({
  title: 'Problems',
  main: html`
    <h1>Problems</h1>
    <p>A refused request answers with a problem (RFC 9457). Its <code>type</code> is one of these addresses.</p>
    ${Object.entries(problemGroups).map(
      ([name, problems]) => html`
    <section><h2>${name}</h2><dl class="problems">${rows(problems)}</dl></section>`,
    )}`,
});

export const unknownProblemPage = (): Page => ({
  title: 'Unknown problem',
  status: 404,
  main: html`
    <h1>There is no such problem</h1>
    <p>The address of a problem is <code>/problems/</code> and its name.</p>
    <p><a class="button" href="/problems">All problems</a></p>`,
});
