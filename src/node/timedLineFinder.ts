import { createContext, Script } from 'node:vm';
import type { LineFinder } from '../ports/lineFinder.ts';

/** Longest time that an expression may take on one text, in milliseconds. */
const patience = 500;

const search = new Script(`(() => {
  const found = [];
  const lines = text.split('\\n');
  for (let index = 0; index < lines.length && found.length < most; index += 1) {
    expression.lastIndex = 0;
    if (expression.test(lines[index])) {
      found.push(index);
    }
  }
  return found;
})()`);

/** Some expressions take longer than the sun will shine; only a script with a time-out can be stopped in one. */
export const timedLineFinder: LineFinder = (text, expression, most) => {
  try {
    const context = createContext({ text, expression, most });
    return [...(search.runInContext(context, { timeout: patience }) as readonly number[])];
  } catch {
    return 'slow';
  }
};
