import type { Metadata } from 'next'

const SHOWN_ID_END = 6

/** The title of a page about one thing: tabs of the same kind differ by the end of its id, as lists show it. */
export function titleOf(noun: string, id: string): Metadata {
  return { title: `${noun} …${id.slice(-SHOWN_ID_END)}` }
}

/** The same where the thing has a name; the noun stands in for one that cannot be read, whose page says why. */
export async function namedTitle(noun: string, name: Promise<string>): Promise<Metadata> {
  return { title: await name.catch(() => noun) }
}
