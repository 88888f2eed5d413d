import classes from '@kerb/web/design/drop-down.module.css';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';

/**
 * Closes on a press outside and on Escape. A small replacement for popover libraries, which would double the first
 * load.
 */
function useDismissal(isOpen: boolean, box: RefObject<HTMLElement | null>, close: (refocus: boolean) => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) close(false);
    };
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') close(true);
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen, box, close]);
}

type TriggerProps = {
  onClick: () => void;
  'aria-expanded': boolean;
  'aria-controls': string;
  'aria-haspopup': 'menu' | 'dialog';
};

type DropDownProps = {
  /** Renders the button with the props that it needs: `(props) => <Button {...props}>Status</Button>`. */
  trigger: (props: TriggerProps, isOpen: boolean) => ReactNode;
  label: string;
  align?: 'start' | 'end';
  children: ReactNode | ((close: () => void) => ReactNode);
};

function useDropDown() {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const close = useRef((refocus: boolean) => {
    setOpen(false);
    if (refocus) box.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  }).current;
  useDismissal(isOpen, box, close);
  return { isOpen, setOpen, box, close, id: useId() };
}

/** A button that opens a panel with any content: filters, a form, a hint. */
export function DropPanel({ trigger, label, align = 'start', children }: DropDownProps) {
  const { isOpen, setOpen, box, close, id } = useDropDown();
  const props = {
    onClick: () => setOpen(!isOpen),
    'aria-expanded': isOpen,
    'aria-controls': id,
    'aria-haspopup': 'dialog',
  } as const;
  return (
    <div className={classes.box} ref={box}>
      {trigger(props, isOpen)}
      {isOpen && (
        <div id={id} role="dialog" aria-label={label} className={classes.panel} data-align={align}>
          {typeof children === 'function' ? children(() => close(true)) : children}
        </div>
      )}
    </div>
  );
}

const itemsOf = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

function moveFocus(event: KeyboardEvent<HTMLElement>, close: (refocus: boolean) => void): void {
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
  const target = targets[event.key];
  if (event.key === 'Tab') close(false);
  if (target === undefined) return;
  event.preventDefault();
  items.at(target % items.length)?.focus();
}

/** A submit button must stay in the page until the browser has sent its form. */
const closesMenu = (target: Element): boolean => target.closest('[role="menuitem"]:not([type="submit"])') !== null;

/** A button that opens a menu; its children are `DropMenuItem`s. */
export function DropMenu({ trigger, label, align = 'end', children }: DropDownProps) {
  const { isOpen, setOpen, box, close, id } = useDropDown();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen && menu.current) itemsOf(menu.current)[0]?.focus();
  }, [isOpen]);
  const props = {
    onClick: () => setOpen(!isOpen),
    'aria-expanded': isOpen,
    'aria-controls': id,
    'aria-haspopup': 'menu',
  } as const;
  return (
    <div className={classes.box} ref={box}>
      {trigger(props, isOpen)}
      {isOpen && (
        <div
          id={id}
          ref={menu}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={classes.menu}
          data-align={align}
          onKeyDown={(event) => moveFocus(event, close)}
          onClick={(event) => closesMenu(event.target as Element) && close(false)}
        >
          {typeof children === 'function' ? children(() => close(true)) : children}
        </div>
      )}
    </div>
  );
}

export const menuItemClass = classes.item;
export const menuLabelClass = classes.label;
export const menuLineClass = classes.line;

type DropMenuItemProps = { icon?: ReactNode; onClick?: () => void; type?: 'button' | 'submit'; children: ReactNode };

export function DropMenuItem({ icon, onClick, type = 'button', children }: DropMenuItemProps) {
  return (
    <button type={type} role="menuitem" tabIndex={-1} className={classes.item} onClick={onClick}>
      {icon}
      {children}
    </button>
  );
}
