import { notFound } from 'next/navigation'
import { z } from 'zod'

/** An id of an address bar; what is no id leads nowhere. */
export function requireId(text: string): string {
  return z.uuid().safeParse(text).success ? text : notFound()
}
