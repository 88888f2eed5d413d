import { type APIResponse, expect } from '@playwright/test';

/** The body of a successful response. */
export const bodyOf = async <T>(answer: APIResponse): Promise<T> => {
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
};
