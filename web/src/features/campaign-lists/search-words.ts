export const searchLabel = 'Search by status, property address or agent name';
/** Short enough for the width of the field. */
export const searchHint = 'Status, address or agent';
