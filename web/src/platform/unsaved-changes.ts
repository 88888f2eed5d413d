import { useEffect, useRef } from 'react';

/** Forms that hold something typed and not saved. The router and the browser ask here before leaving a page. */
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
