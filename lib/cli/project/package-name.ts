/** The package that generated code imports the constructs from. */
export const packageName = 'cdktf-edge-platform';
