export const repository: string;
