/**
 * Path arithmetic of the platform the files are on; `node:path` has this shape. A port, so that the core can be
 * tested with the rules of another platform.
 */
export interface Paths {
  readonly sep: string;
  resolve(...segments: string[]): string;
  join(...segments: string[]): string;
  relative(from: string, to: string): string;
  dirname(path: string): string;
  basename(path: string): string;
  isAbsolute(path: string): boolean;
}
