import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import type { ReactNode } from 'react';

type LoadedProps<Data> = {
  /** Undefined while it loads. If a reload failed, pass undefined to show the error instead of the old data. */
  data: Data | undefined;
  error: Error | null;
  onRetry: () => void;
  /** How many lines to reserve while it loads. */
  lines?: number | undefined;
  children: (data: Data) => ReactNode;
};

/** Part of a screen that needs data from the server: the data, or the error with a retry, or a skeleton. */
export function Loaded<Data>({ data, error, onRetry, lines, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  if (error) return <ErrorState error={error} onRetry={onRetry} />;
  return <LinesSkeleton {...(lines !== undefined && { lines })} />;
}
