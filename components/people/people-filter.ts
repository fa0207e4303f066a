import { parseAsText } from '@/components/filters/parse-as-text'
import type { PersonView } from '@/schemas/people/contract'

/** The list's state in the URL. */
export const peopleFilter = { search: parseAsText.withDefault('') }

/** The people with this text in their name, email address or the name of one of their businesses. */
export function matchingPeople<Person extends Pick<PersonView, 'name' | 'email' | 'memberships'>>(
  people: readonly Person[],
  search: string,
): Person[] {
  const term = search.trim().toLowerCase()
  return people.filter(({ name, email, memberships }) =>
    [name, email, ...memberships.map(({ businessName }) => businessName)].some((text) =>
      text.toLowerCase().includes(term),
    ),
  )
}
