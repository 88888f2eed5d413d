/** What was tapped and typed before this script had loaded. web/public/keep-taps.js remembers it. */
type Kept = { fields: ReadonlySet<HTMLInputElement | HTMLSelectElement>; button: HTMLButtonElement | null };
type Keeping = { kerbTaps?: () => Kept };

/** React takes a value for new only if it differs from the one that it found. */
function announce(field: HTMLInputElement | HTMLSelectElement): void {
  if (field instanceof HTMLInputElement && /radio|checkbox/.test(field.type)) {
    // Another one of the group was tapped later.
    if (field.type === 'radio' && !field.checked) return;
    field.checked = !field.checked;
    field.click();
    return;
  }
  const { value } = field;
  field.value = '';
  // Past React's own setter, which would remember the value.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** Does what the payer did while the page was loading: first the fields, then the last button. */
export async function replayTaps(): Promise<void> {
  const kept = (window as Keeping).kerbTaps?.();
  if (!kept) return;
  for (const field of kept.fields) if (field.isConnected) announce(field);
  // The fields are known to the button's action after the next rendering.
  await new Promise((resolve) => setTimeout(resolve));
  if (kept.button?.isConnected) kept.button.click();
}
