export function withDocLinks(file: string, text: string): string;
