/** Breaks text between words into lines of at most `width` characters; within a word only if that alone is longer. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((each) => cut(each, width))) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}

/** Cuts text into pieces of `width` characters. */
export function cut(text: string, width: number): readonly string[] {
  if (text.length <= width) return [text];
  return [text.slice(0, width), ...cut(text.slice(width), width)];
}
