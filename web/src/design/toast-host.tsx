import classes from '@kerb/web/design/toast-host.module.css';
import { currentToasts, dismissToast, type Toast } from '@kerb/web/design/toasts.ts';
import { useStore } from '@kerb/web/platform/store.ts';
import { CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react';

const icons = { success: IconCircleCheck, warning: IconAlertTriangle, error: IconExclamationCircle };

function ToastCard({ toast: { id, tone, text } }: { toast: Toast }) {
  const Icon = icons[tone];
  return (
    <div className={classes.toast} data-tone={tone}>
      <Icon size={20} className={classes.icon} aria-hidden="true" />
      <span className={classes.text}>{text}</span>
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismissToast(id)} />
    </div>
  );
}

/** Two live regions: a success is announced at the next pause, a failure at once. */
export function ToastHost() {
  const toasts = useStore(currentToasts);
  const calm = toasts.filter((toast) => toast.tone === 'success');
  const urgent = toasts.filter((toast) => toast.tone !== 'success');
  return (
    <div className={`${classes.host} kerb-no-print`}>
      <div role="alert">
        {urgent.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
      <div role="status">
        {calm.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  );
}
