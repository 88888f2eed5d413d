import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';

/** Stands in for a screen that could not be drawn. */
export function FailedScreen({ error }: ErrorComponentProps) {
  const router = useRouter();
  return <ErrorState error={error} onRetry={() => void router.invalidate()} />;
}
