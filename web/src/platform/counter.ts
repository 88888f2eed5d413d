/** Gives 1, 2, 3 and so on: ids that are unique as long as the page is open. */
export function createCounter(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}
