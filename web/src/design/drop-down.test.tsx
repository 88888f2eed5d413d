import { DropMenu, DropMenuItem, DropPanel } from '@kerb/web/design/drop-down.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart, usePage } from '../../test/harness.tsx';

beforeEach(() => usePage());

const button = () => screen.getByRole('button', { name: 'More' });

describe('a menu', () => {
  function open(onClick = vi.fn()) {
    renderPart(
      <>
        <DropMenu
          label="More"
          trigger={(props) => (
            <button type="button" {...props}>
              More
            </button>
          )}
        >
          <DropMenuItem onClick={onClick}>First</DropMenuItem>
          <DropMenuItem>Second</DropMenuItem>
        </DropMenu>
        <p>Elsewhere</p>
      </>,
    );
    return onClick;
  }

  it('is navigated with the arrow keys, wrapping at the ends', async () => {
    open();
    button().focus();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement?.textContent).toBe('First');
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Second');
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('First');
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Second');
  });

  it('returns the focus on Escape', async () => {
    open();
    await userEvent.click(button());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button());
  });

  it('closes on a press outside it, and on a selection', async () => {
    const chosen = open();
    await userEvent.click(button());
    await userEvent.click(screen.getByText('Elsewhere'));
    expect(screen.queryByRole('menu')).toBeNull();
    await userEvent.click(button());
    await userEvent.click(screen.getByRole('menuitem', { name: 'First' }));
    expect(chosen).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('a panel', () => {
  it('stays open while the user works in it', async () => {
    renderPart(
      <DropPanel
        label="Status"
        trigger={(props) => (
          <button type="button" {...props}>
            More
          </button>
        )}
      >
        {(close) => (
          <>
            <input aria-label="Draft" type="checkbox" />
            <button type="button" onClick={close}>
              Apply
            </button>
          </>
        )}
      </DropPanel>,
    );
    await userEvent.click(button());
    await userEvent.click(screen.getByLabelText('Draft'));
    expect(screen.getByRole('dialog', { name: 'Status' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button());
  });
});
