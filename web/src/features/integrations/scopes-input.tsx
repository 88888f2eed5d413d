import { type Scope, scopes } from '@kerb/domain/access/scopes.ts';
import { scopeWords } from '@kerb/domain/integrations/scope-words.ts';
import classes from '@kerb/web/features/integrations/integrations.module.css';
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';

type ScopesProps = {
  value: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
  /** Those that this program may have. */
  offered: readonly Scope[];
  error?: ReactNode;
  'data-path'?: string;
};

/** What a program may do, each scope with a sentence about it. */
export function ScopesInput({ value, onChange, offered, ...rest }: ScopesProps) {
  return (
    <Checkbox.Group
      {...rest}
      label="It may"
      description="Choose as little as it needs."
      required
      value={[...value]}
      onChange={(chosen) => onChange(scopes.filter((scope) => chosen.includes(scope)))}
    >
      <div className={classes.scopes}>
        {offered.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            size="sm"
            label={scopeWords[scope].label}
            description={scopeWords[scope].help}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
