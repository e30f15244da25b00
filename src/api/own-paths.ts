// Paths of the mock's own, outside those of the service.

/** Below it is nothing of the service's. */
export const ownPath = '/__mock/';

/** Where the links of generated report runs lead. */
export const downloadsPath = '/__mock/downloads/';

/** Where the links of recorded report runs lead. */
export const filesPath = '/__mock/files/';
