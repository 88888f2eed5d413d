import { Banner } from '@kerb/web/design/banner.tsx';
import { ConfirmDialog } from '@kerb/web/design/confirm.dialog.tsx';
import { confirm } from '@kerb/web/design/confirm.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { ProgressOverlay } from '@kerb/web/design/progress-overlay.tsx';
import { LinesSkeleton, ScreenSkeleton } from '@kerb/web/design/skeletons.tsx';
import { ToastHost } from '@kerb/web/design/toast-host.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/gallery/gallery.module.css';
import { type GalleryPart, longText } from '@kerb/web/features/gallery/gallery-part.tsx';
import { ApiProblem, networkProblem } from '@kerb/web/platform/api-problem.ts';
import { Button } from '@mantine/core';

const refused = new ApiProblem({ kind: 'refused', status: 404, displayText: 'There is no such campaign.' });

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function countUp(report: (share: number) => void): Promise<void> {
  for (let share = 0; share <= 1; share += 0.25) {
    report(share);
    await wait(400);
  }
}

async function ask(question: Parameters<typeof confirm>[0]): Promise<void> {
  const yes = await confirm(question);
  toast.success(yes ? 'You agreed.' : 'You cancelled.');
}

// biome-ignore format: a table
const questions = {
  harmless:  { title: 'Send this campaign?', text: 'Every payer gets a message.', confirmLabel: 'Send' },
  dangerous: { title: 'Void this payment?',  text: longText,                      confirmLabel: 'Void', danger: true },
};

function LoadedExample({ data, error }: { data: string | undefined; error: Error | null }) {
  return (
    <Loaded data={data} error={error} onRetry={() => {}} lines={3}>
      {(name) => <span>{name}</span>}
    </Loaded>
  );
}

export const feedbackParts: readonly GalleryPart[] = [
  {
    title: 'EmptyState',
    components: [EmptyState],
    examples: [
      { state: 'text only', show: () => <EmptyState text="No messages yet." /> },
      {
        state: 'with help and an action',
        show: () => <EmptyState text="No members yet." help="Invite your team." action={<Button>Invite</Button>} />,
      },
      { state: 'long text', show: () => <EmptyState text={longText} help={longText} /> },
    ],
  },
  {
    title: 'ErrorState',
    components: [ErrorState],
    examples: [
      { state: 'refused', show: () => <ErrorState error={refused} onRetry={() => {}} /> },
      { state: 'can be tried again', show: () => <ErrorState error={networkProblem()} onRetry={() => {}} /> },
    ],
  },
  {
    title: 'Loaded',
    components: [Loaded],
    examples: [
      { state: 'data', show: () => <LoadedExample data="Pat Payer" error={null} /> },
      { state: 'error', show: () => <LoadedExample data={undefined} error={networkProblem()} /> },
      { state: 'loading', show: () => <LoadedExample data={undefined} error={null} /> },
    ],
  },
  {
    title: 'ScreenSkeleton and LinesSkeleton',
    components: [ScreenSkeleton, LinesSkeleton],
    examples: [
      { state: 'a screen is loading', show: () => <ScreenSkeleton /> },
      { state: 'a card is loading', show: () => <LinesSkeleton /> },
    ],
  },
  {
    title: 'ToastHost',
    components: [ToastHost],
    examples: [
      {
        state: 'success, warning, error and long text',
        show: () => (
          <div className={classes.row}>
            <Button variant="default" onClick={() => toast.success('Saved')}>
              Show success
            </Button>
            <Button variant="default" onClick={() => toast.warning(longText)}>
              Show warning
            </Button>
            <Button variant="default" onClick={() => toast.error('Saving failed.')}>
              Show error
            </Button>
          </div>
        ),
      },
    ],
  },
  {
    title: 'ConfirmDialog',
    components: [ConfirmDialog],
    examples: [
      {
        state: 'a question, and one about something that cannot be undone',
        show: () => (
          <div className={classes.row}>
            <Button variant="default" onClick={() => void ask(questions.harmless)}>
              Ask
            </Button>
            <Button variant="default" onClick={() => void ask(questions.dangerous)}>
              Ask before something dangerous
            </Button>
          </div>
        ),
      },
    ],
  },
  {
    title: 'ProgressOverlay',
    components: [ProgressOverlay],
    examples: [
      {
        state: 'unknown and known length',
        show: () => (
          <div className={classes.row}>
            <Button variant="default" onClick={() => void withProgress('Saving...', () => wait(2_000))}>
              Save
            </Button>
            <Button variant="default" onClick={() => void withProgress('Uploading...', countUp)}>
              Upload
            </Button>
          </div>
        ),
      },
    ],
  },
  {
    title: 'Banner',
    components: [Banner],
    examples: [
      {
        state: 'short',
        show: () => <Banner title="Closed on Friday" text="Payouts go out on Monday." />,
        isWide: true,
      },
      {
        state: 'long text, a preview that can be dismissed',
        show: () => (
          <Banner
            title="A long notice"
            text={longText}
            mark="Preview: 20 Dec 2024 – 6 Jan 2025"
            onDismiss={() => undefined}
          />
        ),
        isWide: true,
      },
    ],
  },
];
