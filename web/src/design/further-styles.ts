// Loaded beside every screen and dialog that is not on the way from login to list.
import '@kerb/web/design/further-styles.css';
