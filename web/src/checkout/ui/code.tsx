import type { Problem } from '@kerb/web/checkout/api.ts';
import { useCheckout } from '@kerb/web/checkout/state.ts';
import { Action, Buttons, Field } from '@kerb/web/checkout/ui/ui.tsx';
import { words } from '@kerb/web/checkout/words/words.ts';
import { type ReactNode, useState } from 'react';

const length = 6;
/** Spaces and dashes of a pasted code do not count. */
const codeFrom = (typed: string): string =>
  typed
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
    .slice(0, length);

type CodeProps = {
  /** What the code is for, before it is sent. */
  intro: ReactNode;
  /** Where it went, after it was sent. */
  sent: ReactNode;
  isSent: boolean;
  sendLabel?: string;
  confirmLabel?: string;
  label?: string;
  field?: string;
  onSend: () => Promise<unknown>;
  onConfirm: (code: string) => Promise<unknown>;
  children?: ReactNode;
  problem?: Problem | null;
};

/** Sends a code, and asks for it. */
export function Code(props: CodeProps) {
  const { intro, sent, isSent, onSend, onConfirm, children, field = 'code' } = props;
  const { isBusy } = useCheckout();
  const [code, setCode] = useState('');
  const [isShort, setShort] = useState(false);
  const confirm = () => {
    setShort(code.length < length);
    if (code.length === length && !isBusy) void onConfirm(code);
  };
  if (!isSent) {
    return (
      <>
        <p>{intro}</p>
        <Buttons>
          <Action onPress={onSend}>{props.sendLabel ?? words.code.send}</Action>
          {children}
        </Buttons>
      </>
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
      }}
    >
      <p role="status">{sent}</p>
      <Field
        label={props.label ?? words.code.label}
        hint={words.code.hint}
        value={code}
        onChange={(typed) => {
          setShort(false);
          setCode(codeFrom(typed));
        }}
        name={field}
        error={isShort ? words.code.short : undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        isCode
      />
      <Buttons>
        <Action type="submit">{props.confirmLabel ?? words.code.confirm}</Action>
        <Action kind="link" onPress={onSend}>
          {words.code.again}
        </Action>
        {children}
      </Buttons>
    </form>
  );
}
