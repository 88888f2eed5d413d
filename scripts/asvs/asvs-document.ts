import { page, table } from '../markdown.ts';
import { type Answer, type State, states } from './answer.ts';
import { levelThree } from './chapters/level-3.ts';
import { type Chapter, chapters } from './chapters.ts';
import { requirements } from './requirements.ts';

const levelOf = (id: string): number => requirements.find((each) => each.id === id)?.level ?? 3;

const count = ({ answers }: Chapter, state: State): number =>
  Object.values(answers).filter((answer) => answer.state === state).length;

/** The page is in docs: a link starts from there. */
const linkTo = (document: string): string => {
  const target = document.startsWith('docs/') ? document.slice('docs/'.length) : `../${document}`;
  return `[${document.replace(/^docs\//, '')}](${target})`;
};

const shownBy = ({ tests, documents }: Answer): string =>
  [
    ...documents.map(linkTo),
    ...tests.flatMap(({ path, sentences }) => sentences.map((sentence) => `\`${path}\` › ${sentence}`)),
  ].join('<br>');

const chapterTable = ({ title, answers }: Chapter): string[] => [
  `## ${title}`,
  table(
    ['id', 'level', 'about', 'state', 'how', 'shown by'],
    Object.entries(answers).map(([id, answer]) => [
      id,
      levelOf(id),
      answer.subject,
      answer.state === 'met' ? 'met' : `**${answer.state}**`,
      answer.how,
      shownBy(answer),
    ]),
  ),
];

const summary = (): string => {
  const counted = chapters.map((chapter) => [
    Object.keys(chapter.answers).length,
    ...states.map((state) => count(chapter, state)),
  ]);
  const sums = ['all', ...states].map((_, column) => counted.reduce((sum, row) => sum + (row[column] ?? 0), 0));
  const rows = chapters.map(({ title }, place) => [title, ...(counted[place] ?? [])]);
  return table(['chapter', 'requirements', ...states], [...rows, ['all', ...sums]]);
};

export const asvsDocument = (): string =>
  page(
    'OWASP ASVS 5.0, levels 1 and 2',
    'scripts/asvs',
    [
      'Each requirement of levels 1 and 2 of the [OWASP Application Security Verification Standard](https://github.com/OWASP/ASVS)',
      '5.0, how Kerb answers it, and the tests and pages that show it. `scripts/asvs.test.ts` checks that these tests and',
      'headings exist. The standard is by the OWASP Foundation, licensed under CC BY-SA 4.0. Its sentences are not repeated',
      'here: ids and levels are its, the words are ours.',
    ].join('\n'),
    [
      '- **operator**: the operator of a deployment does it, and the page says how.',
      '- **deviation**: we decided otherwise ([0104](decisions/0104-deviations-from-asvs.md)).',
      '- **not met**: the row says what is missing.',
    ].join('\n'),
    summary(),
    ...chapters.flatMap(chapterTable),
    ...chapterTable({ title: 'Level 3, as far as it is met too', answers: levelThree }),
  );
