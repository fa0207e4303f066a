import type { Person } from '@/schemas/people/contract'
import { workerCtx } from '@/server/ctx'
import { findPerson } from './find-person'
import { openCookie } from './session-secret'

/** The person that a sign-in cookie identifies, or null. The cookie names a session; the session row decides. */
export async function currentPerson(cookieValue: string | undefined): Promise<Person | null> {
  const token = await openCookie(cookieValue)
  if (typeof token?.sessionToken !== 'string') return null
  return findPerson(workerCtx(), token.sessionToken)
}
