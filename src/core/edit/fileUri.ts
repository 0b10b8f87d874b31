/** A path as a `file:` URI, every character that means something in a URI escaped. */
export function fileUri(path: string): string {
  const segments = path.split(/[\\/]/).map(encodeURIComponent);
  return `file://${path.startsWith('/') ? '' : '/'}${segments.join('/')}`;
}
