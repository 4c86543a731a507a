/** Bytes that must follow a block, for reads of several at a time. */
export const blockPadding = 8;
