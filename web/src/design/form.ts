import { confirmLeaving } from '@kerb/web/design/confirm.ts';
import {
  type FormNotice,
  isConflict,
  messagesByContract,
  messagesOf,
  noticeFor,
} from '@kerb/web/design/form-problems.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { afterPointerRelease, followPointer } from '@kerb/web/platform/pointer-release.ts';
import { useUnsavedChanges } from '@kerb/web/platform/unsaved-changes.ts';
import { setValidationWords } from '@kerb/web/platform/validation-words.ts';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';

setValidationWords();

type FormOptions<Body extends z.ZodMiniType, Values extends Record<string, unknown>> = {
  /** The contract's body: the same schema checks here and on the server. */
  body: Body;
  initialValues: Values;
  /**
   * Converts the typed values to the body's decoded values; null if something is missing. Not needed if they are equal.
   */
  toBody?: (values: Values) => unknown;
  submit: (body: z.output<Body>, values: Values) => Promise<void>;
  /** Fetches the newest values, if other users may change them. */
  reload?: () => Promise<Values>;
};

type Check = (value: unknown) => string | null;

export type ContractFormState<Values extends Record<string, unknown>> = {
  form: UseFormReturnType<Values>;
  /** The props of an input: `<TextInput label="First name" {...field('firstName')} />`. */
  field: UseFormReturnType<Values>['getInputProps'];
  isDirty: boolean;
  submitting: boolean;
  notice: FormNotice | null;
  element: RefObject<HTMLFormElement | null>;
  onSubmit: (event?: React.SyntheticEvent<HTMLFormElement>) => void;
  /** Whether another user has changed the same values while these are typed. The form says so before it is sent. */
  setOvertaken: (is: boolean) => void;
  resolveConflict: (keep: 'theirs' | 'mine') => Promise<void>;
  /** Adds a check that is too heavy for every page's bundle. The contract's own message takes precedence. */
  alsoCheck: (path: string, check: Check) => () => void;
  /** For a dialog: asks before it closes with unsaved changes. */
  guardClose: (close: () => void) => () => void;
};

const focusable = 'input, select, textarea, button, [tabindex]';

/** The path of each input of a form, in page order. */
const inputsOf = (element: HTMLFormElement | null, name: string): { path: string; node: HTMLElement }[] =>
  [...(element?.querySelectorAll<HTMLElement>('[data-path]') ?? [])].map((node) => ({
    node,
    path: (node.dataset.path ?? '').slice(name.length + 1),
  }));

/** Focuses the first field in error, once the errors are rendered. */
function useFocusOnError(element: RefObject<HTMLFormElement | null>, name: string, errors: Record<string, unknown>) {
  const [wanted, setWanted] = useState(0);
  const latest = useRef(errors);
  latest.current = errors;
  useEffect(() => {
    if (wanted === 0) return;
    const first = inputsOf(element.current, name).find(({ path }) => latest.current[path]);
    const target = first?.node.matches(focusable) ? first.node : first?.node.querySelector<HTMLElement>(focusable);
    (target ?? element.current?.querySelector<HTMLElement>('[data-form-notice]'))?.focus();
  }, [wanted, element, name]);
  return () => setWanted((times) => times + 1);
}

/** Buttons that disappear after a save or with a notice would lose the focus; the form takes it instead. */
function useKeptFocus(element: RefObject<HTMLFormElement | null>, isDirty: boolean, hasNotice: boolean) {
  const before = useRef({ isDirty, hasNotice });
  useEffect(() => {
    const hasLeft = (before.current.isDirty && !isDirty) || (before.current.hasNotice && !hasNotice);
    before.current = { isDirty, hasNotice };
    if (hasLeft && document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [element, isDirty, hasNotice]);
}

/** Shows the outcome of a submit: under fields, above the form, or by moving the focus. */
function useOutcome<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, name: string) {
  const element = useRef<HTMLFormElement>(null);
  const [notice, setNotice] = useState<FormNotice | null>(null);
  const focusFirstError = useFocusOnError(element, name, form.errors);
  const isInForm = (path: string) => inputsOf(element.current, name).some((input) => input.path === path);

  const showProblem = (error: unknown) => {
    if (error instanceof ApiProblem) form.setErrors(messagesOf(error.validation));
    else console.error(error);
    setNotice(noticeFor(error, isInForm));
    focusFirstError();
  };
  const showErrors = (errors: Record<string, unknown>) => {
    const unmatched = Object.entries(errors).filter(([path]) => !isInForm(path));
    setNotice(
      unmatched.length > 0 ? { kind: 'problem', lines: unmatched.map(([, message]) => String(message)) } : null,
    );
    focusFirstError();
  };
  return { element, notice, setNotice, showProblem, showErrors };
}

/** The notice of a form whose values another user has changed. Another notice stays. */
function overtaken(now: FormNotice | null, is: boolean): FormNotice | null {
  if (is) return now ?? { kind: 'conflict', isEarly: true };
  return now?.kind === 'conflict' && now.isEarly ? null : now;
}

/** Makes the newest values the form's initial values, and either shows them or keeps the typed values. */
function adopt<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  theirs: Values,
  keep: 'theirs' | 'mine',
): void {
  if (keep === 'theirs') form.setValues(theirs);
  form.setInitialValues(theirs);
  if (keep === 'theirs') form.resetDirty(theirs);
}

/** A submit checks every field anyway. A blur check that runs after it must not clear the server's errors. */
function useChecksAfterPress() {
  const submits = useRef(0);
  useEffect(followPointer, []);
  return {
    checkLater: (check: () => void) => {
      const before = submits.current;
      afterPointerRelease(() => submits.current === before && check());
    },
    onSubmitted: () => {
      submits.current += 1;
    },
  };
}

const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], values);

function useChecksOfInputs() {
  const checks = useRef(new Map<string, Check>());
  const alsoCheck = useCallback((path: string, check: Check) => {
    checks.current.set(path, check);
    return () => void checks.current.delete(path);
  }, []);
  const messagesByInputs = (values: unknown): Record<string, string> =>
    Object.fromEntries(
      [...checks.current].flatMap(([path, check]) => {
        const message = check(valueAt(values, path));
        return message === null ? [] : [[path, message]];
      }),
    );
  return { alsoCheck, messagesByInputs };
}

/**
 * The only mechanism for forms: checks on blur and on submit, and keeps the typed values whatever the server answers.
 */
export function useContractForm<Body extends z.ZodMiniType, Values extends Record<string, unknown>>({
  body,
  initialValues,
  toBody = (values) => values,
  submit,
  reload,
}: FormOptions<Body, Values>): ContractFormState<Values> {
  const name = `form${useId().replace(/\W|_/g, '')}`;
  const { checkLater, onSubmitted } = useChecksAfterPress();
  const { alsoCheck, messagesByInputs } = useChecksOfInputs();
  const form = useForm<Values>({
    name,
    initialValues,
    validate: (values) => ({ ...messagesByInputs(values), ...messagesByContract(body, toBody(values)) }),
    validateInputOnBlur: true,
    enhanceGetInputProps: ({ inputProps: { onBlur } }) => (onBlur ? { onBlur: () => checkLater(onBlur) } : {}),
  });
  const { element, notice, setNotice, showProblem, showErrors } = useOutcome(form, name);
  const isDirty = form.isDirty();
  useUnsavedChanges(isDirty && !form.submitting);
  useKeptFocus(element, isDirty, notice !== null);

  const send = async (values: Values) => {
    setNotice(null);
    const checked = z.decode(body, z.encode(body, toBody(values) as z.output<Body>)) as z.output<Body>;
    try {
      await submit(checked, values);
      form.resetDirty();
    } catch (error) {
      if (reload && isConflict(error)) setNotice({ kind: 'conflict' });
      else showProblem(error);
    }
  };

  return {
    form,
    field: form.getInputProps,
    isDirty,
    submitting: form.submitting,
    notice,
    element,
    onSubmit: (event) => {
      event?.preventDefault();
      onSubmitted();
      if (!form.submitting) form.onSubmit(send, showErrors)(event);
    },
    setOvertaken: useCallback((is) => setNotice((now) => overtaken(now, is)), [setNotice]),
    resolveConflict: async (keep) => {
      if (!reload) return;
      try {
        adopt(form, await reload(), keep);
        setNotice(null);
      } catch (error) {
        showProblem(error);
      }
    },
    alsoCheck,
    guardClose: (close) => () => (isDirty ? void confirmLeaving().then((leaves) => leaves && close()) : close()),
  };
}
