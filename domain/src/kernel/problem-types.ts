import { campaignsProblems } from '@kerb/domain/kernel/problem-types/campaigns.ts';
import { generalProblems } from '@kerb/domain/kernel/problem-types/general.ts';
import { moneyProblems } from '@kerb/domain/kernel/problem-types/money.ts';
import { peopleProblems } from '@kerb/domain/kernel/problem-types/people.ts';

/** Every kind of problem that the API answers with. `type` of a problem is the address of its page. */
export const problemGroups = {
  'Every call': generalProblems,
  Campaigns: campaignsProblems,
  Money: moneyProblems,
  'People and organisations': peopleProblems,
} as const;

export const problemTypes = { ...generalProblems, ...campaignsProblems, ...moneyProblems, ...peopleProblems };
export type ProblemCode = keyof typeof problemTypes;

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problemTypes, code);
