import { describe, expect, it } from 'vitest';
import type { Answer, State } from './asvs/answer.ts';
import { levelThree } from './asvs/chapters/level-3.ts';
import { chapters } from './asvs/chapters.ts';
import { asksForDocument, requirements } from './asvs/requirements.ts';
import { testSentencesOf } from './asvs/test-sentences.ts';
import { repositoryFiles, textOf } from './tidy/source.ts';

const answers = chapters.flatMap((chapter) => Object.entries(chapter.answers));
const beyond = Object.entries(levelThree);
const paths = new Set(repositoryFiles());

/** Ids of the answers in these states that break a rule. */
const breaking = (wanted: readonly State[], isBroken: (answer: Answer, id: string) => boolean) =>
  answers.filter(([id, answer]) => wanted.includes(answer.state) && isBroken(answer, id)).map(([id]) => id);

const known = new Map<string, ReadonlySet<string>>();
function hasTest(path: string, sentence: string): boolean {
  if (!paths.has(path)) return false;
  const sentences = known.get(path) ?? new Set(testSentencesOf(path));
  known.set(path, sentences);
  return sentences.has(sentence);
}

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (path: string) => [...textOf(path).matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? ''));

function isThere(document: string): boolean {
  const [path = '', anchor] = document.split('#');
  return paths.has(path) && (anchor === undefined || anchorsOf(path).includes(anchor));
}

describe('the requirements of ASVS', () => {
  it('are 70 of level 1 and 183 of level 2', () => {
    const ofLevel = (level: number) => requirements.filter((each) => each.level === level).length;
    expect([ofLevel(1), ofLevel(2), requirements.length]).toEqual([70, 183, 253]);
  });

  it('have one answer each, in the order of the standard', () => {
    expect(answers.map(([id]) => id)).toEqual(requirements.map(({ id }) => id));
  });

  it('are answered in the chapter to which they belong', () => {
    const misplaced = chapters.flatMap(({ title, answers: own }) =>
      Object.keys(own).filter((id) => !title.startsWith(`V${id.split('.')[0]} `)),
    );
    expect(misplaced).toEqual([]);
  });
});

describe('an answer beyond level 2', () => {
  it('is about another requirement, and is met', () => {
    const asked = new Set(requirements.map(({ id }) => id));
    const wrong = beyond.filter(([id, { state, tests }]) => asked.has(id) || state !== 'met' || tests.length === 0);
    expect(wrong).toEqual([]);
  });
});

describe('an answer', () => {
  it('is short, and says how or why', () => {
    const all = ['met', 'not applicable', 'operator', 'deviation', 'not met'] as const;
    expect(breaking(all, ({ how, subject }) => how.length === 0 || how.length > 200 || subject.length > 80)).toEqual(
      [],
    );
  });

  it('that is met names a test, and a document where the standard asks for one', () => {
    expect(breaking(['met'], ({ tests }) => tests.length === 0)).toEqual([]);
    expect(breaking(['met'], ({ documents }, id) => asksForDocument(id) && documents.length === 0)).toEqual([]);
  });

  it('that leaves it to the operator names a page that says so', () => {
    const pages = /^(docs\/(operations|logs)|SECURITY)\.md#/;
    expect(breaking(['operator'], ({ documents }) => !documents.some((each) => pages.test(each)))).toEqual([]);
  });

  it('that deviates is a part of the decision about deviations', () => {
    const decision = 'docs/decisions/0104-deviations-from-asvs.md';
    const reasons = textOf(decision);
    const isUnsaid = ({ documents }: Answer, id: string) =>
      !documents.includes(decision) || !reasons.includes(`**${id} `);
    expect(breaking(['deviation'], isUnsaid)).toEqual([]);
    const named = [...reasons.matchAll(/\*\*(\d+\.\d+\.\d+) /g)].map((match) => match[1]);
    expect(named).toEqual(answers.filter(([, { state }]) => state === 'deviation').map(([id]) => id));
  });

  it('names only tests that exist', () => {
    const missing = [...answers, ...beyond].flatMap(([id, { tests }]) =>
      tests.flatMap(({ path, sentences }) =>
        sentences.filter((sentence) => !hasTest(path, sentence)).map((sentence) => `${id}: ${path} › ${sentence}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('names only pages and headings that exist', () => {
    const missing = [...answers, ...beyond].flatMap(([id, { documents }]) =>
      documents.filter((document) => !isThere(document)).map((document) => `${id}: ${document}`),
    );
    expect(missing).toEqual([]);
  });
});
