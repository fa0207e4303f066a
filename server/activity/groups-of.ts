import type { Count } from './read-counts'

/** The counts by what `keyOf` says of each, in the order in which the keys first occur. */
export function groupsOf<Key>(counts: readonly Count[], keyOf: (count: Count) => Key): Map<Key, Count[]> {
  const groups = new Map<Key, Count[]>()
  for (const count of counts) {
    const group = groups.get(keyOf(count))
    if (group) group.push(count)
    else groups.set(keyOf(count), [count])
  }
  return groups
}
