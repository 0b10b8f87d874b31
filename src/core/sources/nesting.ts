/** Deepest nesting of a record that is read. Programs that write sessions stay far below it. */
export const deepestNesting = 200;

/**
 * Whether a value of JSON is nested deeper than `deepestNesting`. Such a record cannot be cloned or written as JSON
 * again without the risk of running out of stack. O(size), without recursion.
 */
export function isTooDeep(value: unknown): boolean {
  let level: object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepestNesting) {
      return true;
    }
    const next: object[] = [];
    for (const container of level) {
      for (const child of Object.values(container) as unknown[]) {
        if (typeof child === 'object' && child !== null) {
          next.push(child);
        }
      }
    }
    level = next;
  }
  return false;
}
