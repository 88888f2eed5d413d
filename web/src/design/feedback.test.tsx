import { ConfirmDialog } from '@kerb/web/design/confirm.dialog.tsx';
import { confirm } from '@kerb/web/design/confirm.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { ProgressOverlay } from '@kerb/web/design/progress-overlay.tsx';
import { ToastHost } from '@kerb/web/design/toast-host.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { Modal } from '@mantine/core';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart, usePage } from '../../test/harness.tsx';

beforeEach(() => usePage());

describe('a toast', () => {
  it('of success disappears by itself, and one of failure stays until it is dismissed', async () => {
    vi.useFakeTimers();
    renderPart(<ToastHost />);
    act(() => {
      toast.success('Saved');
      toast.error('It could not be saved.');
    });
    expect(screen.getByText('Saved')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.queryByText('Saved')).toBeNull();
    expect(screen.getByRole('alert').textContent).toContain('It could not be saved.');
    vi.useRealTimers();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('It could not be saved.')).toBeNull();
  });
});

describe('progress', () => {
  it('shows its text and percentage, does not move the focus, and disappears when the task ends', async () => {
    renderPart(
      <>
        <button type="button">Save</button>
        <ProgressOverlay />
      </>,
    );
    screen.getByRole('button').focus();
    const work = Promise.withResolvers<void>();
    let report: (share: number) => void = () => undefined;
    let done: Promise<unknown> = Promise.resolve();
    act(() => {
      done = withProgress('Saving...', (tell) => {
        report = tell;
        return work.promise;
      }).catch(() => 'failed');
    });
    expect(screen.getByRole('status').textContent).toBe('Saving...');
    act(() => report(0.426));
    expect(screen.getByText('Saving... 42%')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button'));
    work.reject(new Error('no'));
    await act(() => done);
    expect(screen.queryByText('Saving... 42%')).toBeNull();
  });
});

describe('a confirmation question', () => {
  const ask = () => confirm({ title: 'Delete it?', text: 'For ever.', confirmLabel: 'Delete', danger: true });

  it.each([
    ['Delete', true],
    ['Cancel', false],
  ])('answered %s resolves to %s', async (label, answer) => {
    renderPart(<ConfirmDialog />);
    let asked: Promise<boolean> = Promise.resolve(false);
    act(() => {
      asked = ask();
    });
    await userEvent.click(await screen.findByRole('button', { name: label }));
    expect(await asked).toBe(answer);
  });

  it('resolves to false on Escape', async () => {
    renderPart(<ConfirmDialog />);
    let asked: Promise<boolean> = Promise.resolve(true);
    act(() => {
      asked = ask();
    });
    await screen.findByRole('dialog', { name: 'Delete it?' });
    await userEvent.keyboard('{Escape}');
    expect(await asked).toBe(false);
  });

  it('that a dialog asks on Escape can be refused and asked again, and leaves dialog and focus unchanged', async () => {
    const leave = vi.fn<(leaves: boolean) => void>();
    renderPart(
      <>
        <Modal opened onClose={() => void ask().then(leave)} title="Under it">
          <input aria-label="Typed" data-autofocus />
        </Modal>
        <ConfirmDialog />
      </>,
    );
    const user = userEvent.setup();
    await user.click(await screen.findByLabelText('Typed'));
    for (const time of [1, 2]) {
      await user.keyboard('{Escape}');
      await screen.findByRole('dialog', { name: 'Delete it?' });
      await user.keyboard('{Escape}');
      await waitFor(() => expect(leave).toHaveBeenCalledTimes(time));
      expect(leave).toHaveBeenLastCalledWith(false);
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Typed')));
    }
  });
});
