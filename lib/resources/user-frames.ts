import { resolve, sep } from 'node:path';

/** The folder with the modules of this package; those for cdktn are in a folder of their own below it. */
const ownModules = resolve(__dirname, '..').replace(/[/\\]cdktn$/, '') + sep;

/** An error about how the constructs are used, with the stack trace of {@link withUserFrames}. */
export function usageError(message: string): Error {
  return withUserFrames(new Error(message));
}

/** Removes the frames of this package, of Node.js and of the kernel of jsii from a stack trace: in other languages, the message alone is left. */
export function withUserFrames(error: Error): Error {
  const head = String(error);
  const { stack = '' } = error;
  if (!stack.startsWith(head)) return error;
  const frames = stack.slice(head.length).split('\n').slice(1);
  const isInKernel = frames.some((frame) => frame.includes(' KernelHost.'));
  const ofUser = frames.filter(
    (frame) =>
      !frame.includes(ownModules) &&
      !/[( ]node:/.test(frame) &&
      !(isInKernel && /[/\\]lib[/\\]program\.js:/.test(frame)),
  );
  error.stack = [head, ...ofUser].join('\n');
  return error;
}
