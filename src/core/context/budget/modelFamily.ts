/**
 * Models that count tokens alike: the name in lower case without the vendor's path (`vendor/name`), and without what
 * only dates it (`-20250514`, `-2025-05-14`, `-0514`, `-latest`, `@…`, `:…`). Unknown names are families of their own.
 */
export function modelFamily(model: string): string {
  const name = model.trim().toLowerCase();
  const bare = name.slice(name.lastIndexOf('/') + 1).replace(/[@:].*$/, '');
  const undated = bare.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|\d{4}|latest)$/, '');
  return undated === '' ? name : undated;
}
