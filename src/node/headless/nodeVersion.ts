const needed = [22, 16] as const;

/** What to tell somebody whose Node is too old for its own SQLite module; undefined when it is new enough. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) {
    return undefined;
  }
  return `chipboard-mcp needs Node ${needed.join('.')} or newer; this is Node ${version}.\n`;
}
