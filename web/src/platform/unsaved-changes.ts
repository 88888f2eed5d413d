import { useEffect, useRef } from 'react';

/** Forms with unsaved changes. The router and the browser check this before they leave a page. */
const unsaved = new Set<symbol>();

export const hasUnsavedChanges = (): boolean => unsaved.size > 0;

export function useUnsavedChanges(isDirty: boolean): void {
  const form = useRef(Symbol('form')).current;
  useEffect(() => {
    if (isDirty) unsaved.add(form);
    else unsaved.delete(form);
    return () => {
      unsaved.delete(form);
    };
  }, [form, isDirty]);
}
