/** Jobs of a zone, at most, by the public documentation (fact, section 2.4); a contract may allow more. */
export const usualJobLimit = 4;
