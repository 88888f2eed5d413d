// Loaded with every screen and dialog that is not on the path from login to list.
import '@kerb/web/design/further-styles.css';
import { keepTablesReachable } from '@kerb/web/design/reachable-tables.ts';

keepTablesReachable();
