import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { v7 } from 'uuid'
import { clientAddress } from '@/server/api/client-address'
import { env } from '@/server/env'
import type { Person } from '@/server/people/contract'
import { currentPerson } from '@/server/people/current-person'
import { sessionCookie } from '@/server/people/session-cookie'
import type { CallContext } from '@/server/trpc/init'

/** Who is signed in, asked once per request. */
export const findSignedIn = cache(async (): Promise<Person | null> => {
  const jar = await cookies()
  return currentPerson(jar.get(sessionCookie().name)?.value)
})

/** The person of a signed-in page; everybody else goes to sign-in. Layouts and pages call it, so that neither stands alone. */
export async function requireSignedIn(): Promise<Person> {
  return (await findSignedIn()) ?? redirect('/sign-in')
}

/** What procedures know about the request being served, the same for pages and for calls from the browser. */
export const callContext = cache(async (): Promise<CallContext> => {
  const head = await headers()
  return {
    person: await findSignedIn(),
    requestId: v7(),
    clientIp: clientAddress(head, env().TRUSTED_PROXIES),
    origin: head.get('origin'),
    host: head.get('host'),
  }
})
