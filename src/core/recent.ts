/**
 * Puts an entry last in the line of a map, and lets the first one go where there are more than `capacity`: so the map
 * keeps what was put most recently.
 */
export function putRecent<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  capacity: number,
): void {
  map.delete(key);
  map.set(key, value);
  const [first] = map.keys();
  if (map.size > capacity && first !== undefined) {
    map.delete(first);
  }
}
