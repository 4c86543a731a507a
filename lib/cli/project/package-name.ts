/** The package that generated code imports the constructs from. */
export const packageName = 'cdktf-edge-platform';

/** What generated code imports the types of names from. */
export const logsName = 'cdktf-edge-platform/logs';
