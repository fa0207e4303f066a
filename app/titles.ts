import type { Metadata } from 'next'

const SHOWN_ID_END = 6

/** The title of a page about one thing: tabs of the same kind differ by the end of its id, as lists show it. */
export function titleOf(noun: string, id: string): Metadata {
  return { title: `${noun} …${id.slice(-SHOWN_ID_END)}` }
}

/** The title with the name of a record; the noun replaces a name that cannot be read, and the page says why. */
export async function namedTitle(noun: string, name: Promise<string>): Promise<Metadata> {
  return { title: await name.catch(() => noun) }
}
