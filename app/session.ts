import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { v7 } from 'uuid'
import { paths } from '@/components/paths'
import { currentPerson, needsSecondFactor, sessionCookie, toCallContext } from '@/registry/for-pages'
import type { Person } from '@/schemas/people/contract'
import type { CallContext } from '@/server/trpc/call-context'

/** The signed-in person, read once per request. */
export const findSignedIn = cache(async (): Promise<Person | null> => {
  const jar = await cookies()
  return currentPerson(jar.get(sessionCookie().name)?.value)
})

/**
 * The person of a signed-in page. Redirects others to the sign-in, and a person who needs a second factor to the page
 * that adds one. Layouts and pages both call it, so that neither relies on the other.
 */
export async function requireSignedIn(): Promise<Person> {
  const person = (await findSignedIn()) ?? redirect(paths.signIn)
  if (needsSecondFactor(person)) redirect(paths.addFactor)
  return person
}

/** The context of the current request, for procedures that our pages call while they render. */
export const callContext = cache(async (): Promise<CallContext> => {
  return toCallContext({ head: await headers(), requestId: v7(), person: await findSignedIn() })
})
