import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';

/** Replaces a screen that failed to render. */
export function FailedScreen({ error }: ErrorComponentProps) {
  const router = useRouter();
  return <ErrorState error={error} onRetry={() => void router.invalidate()} />;
}
