import { notFound } from 'next/navigation'
import { z } from 'zod'

/** Reads an id from the URL. Anything that is not an id is a 404. */
export function requireId(text: string): string {
  return z.uuid().safeParse(text).success ? text : notFound()
}
