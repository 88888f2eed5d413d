/** The kinds of records that a file creates. */
export type ImportKind = 'team' | 'campaigns';
