/**
 * 'operator': the operator of a deployment does it, and a document says how. 'deviation': we decided otherwise, and a
 * decision says why and what mitigates it. 'not met': what is missing is said.
 */
export const states = ['met', 'not applicable', 'operator', 'deviation', 'not met'] as const;
export type State = (typeof states)[number];

/** Titles of tests in one file, as they are written there. */
export type TestsIn = { path: string; sentences: string[] };

export type Answer = {
  /** What the requirement is about, in our own words. */
  subject: string;
  state: State;
  /** How it is met, or why not. */
  how: string;
  tests: TestsIn[];
  /** A page, or a heading of it: `docs/data.md#files`. */
  documents: string[];
};

export type Answers = Record<string, Answer>;

export const tests = (path: string, ...sentences: string[]): TestsIn => ({ path, sentences });

type Shown = TestsIn | string;

function answer(state: State, subject: string, how: string, shown: Shown[]): Answer {
  const documents = shown.filter((each) => typeof each === 'string');
  return { subject, state, how, tests: shown.filter((each) => typeof each !== 'string'), documents };
}

export const met = (subject: string, how: string, ...shown: Shown[]) => answer('met', subject, how, shown);
export const operator = (subject: string, how: string, ...shown: Shown[]) => answer('operator', subject, how, shown);
export const deviation = (subject: string, how: string, ...shown: Shown[]) => answer('deviation', subject, how, shown);
export const notMet = (subject: string, how: string, ...shown: Shown[]) => answer('not met', subject, how, shown);
export const notApplicable = (subject: string, how: string) => answer('not applicable', subject, how, []);
