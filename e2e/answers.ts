import { type APIResponse, expect } from '@playwright/test';

/** What the server answered, where it agreed. */
export const bodyOf = async <T>(answer: APIResponse): Promise<T> => {
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
};
