import { fieldProblem, useCheckout } from '@kerb/web/checkout/state.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import { type ReactNode, useEffect, useId, useRef } from 'react';

type HeadingProps = { children: ReactNode; sub?: ReactNode };

/** The question of a screen. It gets the focus when the screen appears, so that a screen reader reads it. */
export function Heading({ children, sub }: HeadingProps) {
  return (
    <>
      <h1 tabIndex={-1} data-heading="">
        {children}
      </h1>
      {sub && <p className="sub">{sub}</p>}
    </>
  );
}

/** In the country's other language, above the first question. */
export function Hello() {
  const { page, checkout } = useCheckout();
  const { greeting } = page;
  if (!greeting || page.language !== 'en') return null;
  const name = checkout.flow.signatory?.firstName ?? checkout.reader.name;
  return (
    <p className="greeting">
      <span lang={greeting.language}>{greeting.hello}</span> {name}
    </p>
  );
}

/** A thank-you in the country's other language, above the title of a success. */
export function Thanks() {
  const { greeting, language } = useCheckout().page;
  if (!greeting || language !== 'en') return null;
  return (
    <p className="greeting" lang={greeting.language}>
      {greeting.thanks}
    </p>
  );
}

type ActionProps = {
  children: ReactNode;
  onPress?: () => unknown;
  disabled?: boolean;
  kind?: 'primary' | 'secondary' | 'link' | 'danger';
  type?: 'button' | 'submit';
};

export function Action({ children, onPress, disabled = false, kind = 'primary', type = 'button' }: ActionProps) {
  const { isBusy, isReadOnly } = useCheckout();
  const isChanging = kind !== 'link';
  const isOff = disabled || (isChanging && (isBusy || isReadOnly));
  return (
    <button type={type} className={`action ${kind}`} disabled={isOff} onClick={onPress && (() => void onPress())}>
      {children}
    </button>
  );
}

/** Why the last press did not work, just above the buttons. */
export function ProblemNote() {
  const { problem } = useCheckout();
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) note.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  if (!problem) return null;
  const wait = problem.waitSeconds === null ? null : words.problem.wait(problem.waitSeconds);
  return (
    <div className="note danger" role="alert" ref={note}>
      <strong>{words.problem.title}</strong>
      <p>{words.said(problem.message)}</p>
      {wait && <p>{wait}</p>}
    </div>
  );
}

export function Buttons({ children }: { children: ReactNode }) {
  return (
    <>
      <ProblemNote />
      <div className="buttons">{children}</div>
    </>
  );
}

type FieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The server's name of the field, for its message. */
  name?: string;
  hint?: string | undefined;
  error?: string | undefined;
  type?: 'text' | 'email' | 'tel' | 'date';
  inputMode?: 'text' | 'numeric' | 'email' | 'tel';
  autoComplete?: string;
  readOnly?: boolean;
  maxLength?: number;
  isCode?: boolean;
  onBlur?: () => void;
};

export function Field({ label, value, onChange, name = '', hint, error, isCode = false, ...input }: FieldProps) {
  const { problem } = useCheckout();
  const id = useId();
  const said = error ?? fieldProblem(problem, name);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        id={id}
        value={value}
        className={isCode ? 'code' : undefined}
        aria-invalid={said ? true : undefined}
        aria-describedby={[hint && `${id}-hint`, said && `${id}-error`].filter(Boolean).join(' ') || undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        {...input}
      />
      {said && (
        <p className="error" id={`${id}-error`}>
          {said}
        </p>
      )}
    </div>
  );
}

type Choice<Value extends string> = { value: Value; label: ReactNode; more?: ReactNode; figure?: ReactNode };
type ChoicesProps<Value extends string> = {
  legend: ReactNode;
  isLegendHidden?: boolean;
  choices: readonly Choice<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  error?: string | undefined;
  name: string;
};

/** One of several, each as large as a thumb. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, isLegendHidden, choices, value, onChange, error, name } = props;
  const id = useId();
  return (
    <fieldset className="choices" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={isLegendHidden ? 'hidden' : undefined}>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="choice">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span className="choice-words">
            <span className="choice-head">
              <span className="choice-label">{choice.label}</span>
              {choice.figure && <span className="figure">{choice.figure}</span>}
            </span>
            {choice.more && <span className="choice-more">{choice.more}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

type TickProps = { label: ReactNode; hint?: string; isOn: boolean; onChange: (isOn: boolean) => void };

export function Tick({ label, hint, isOn, onChange }: TickProps) {
  return (
    <label className="tick">
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      <span>
        {label}
        {hint && <span className="hint">{hint}</span>}
      </span>
    </label>
  );
}

export type Fact = readonly [label: ReactNode, value: ReactNode];

/** A sentence is easier to read below its label. */
const isLong = (value: ReactNode): boolean => typeof value === 'string' && value.length > 32;

export function Facts({ rows }: { rows: readonly Fact[] }) {
  return (
    <dl className="facts">
      {rows.map(([label, value], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have a fixed order
        <div key={place} data-long={isLong(value) || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

// biome-ignore format: a table
const marks = {
  success: 'M6 13l4 4 8-9',
  waiting: 'M12 7v5l3 3',
  ended:   'M8 8l8 8m0-8l-8 8',
} as const;

export function Mark({ kind }: { kind: keyof typeof marks }) {
  return (
    <svg className={`mark ${kind}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="11" />
      <path d={marks[kind]} />
    </svg>
  );
}
