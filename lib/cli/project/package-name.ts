/** This package. Generated code imports the constructs from it, or from its entry for the host. */
export const packageName = 'cdktf-edge-platform';

/** What generated code imports the types of names from. */
export const logsName = 'cdktf-edge-platform/logs';
