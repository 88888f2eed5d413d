import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

/** 0, 1, 2 and so on: one for each line of an outline. */
export const count = (length: number) => Array.from({ length }, (_, place) => place);

/** The outline of a screen while its code or data loads. */
export function ScreenSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <Skeleton height={30} width="min(16rem, 60%)" mb="xl" />
      <LinesSkeleton lines={8} />
    </div>
  );
}

export function LinesSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <Stack gap="sm" aria-hidden="true">
      {count(lines).map((line) => (
        <Skeleton key={line} height={18} width={`${100 - ((line * 13) % 40)}%`} />
      ))}
    </Stack>
  );
}
