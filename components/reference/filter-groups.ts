import type { StatusGroup } from './status-groups'

/** The groups, each with the causes that match every word of a query by status, code or meaning. */
export function filterGroups(groups: readonly StatusGroup[], query: string): StatusGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return groups.flatMap((group) => {
    const causes = group.causes.filter(({ code, means }) => {
      const text = `${group.title} ${code} ${means}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    return causes.length > 0 ? [{ ...group, causes }] : []
  })
}
