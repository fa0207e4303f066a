import type { MemberView } from '@/schemas/team/contract'

const MAX_NAMES = 3
const LIST = new Intl.ListFormat('en', { type: 'disjunction' })

/** The other active owners of a business by name, `Hadiza Bello or Musa Ali`; null if there is none. */
export function approverNames(members: readonly MemberView[]): string | null {
  const names = members
    .filter(({ role, isActive, isSelf }) => role === 'owner' && isActive && !isSelf)
    .map(({ name }) => name)
  if (names.length === 0) return null
  const more = names.length - MAX_NAMES
  const shown = more > 0 ? [...names.slice(0, MAX_NAMES), `${more} other ${more === 1 ? 'owner' : 'owners'}`] : names
  return LIST.format(shown)
}
