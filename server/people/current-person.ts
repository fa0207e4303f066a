import { decode } from 'next-auth/jwt'
import { workerCtx } from '@/server/ctx'
import { derivedSecret } from '@/server/env'
import type { Person } from './contract'
import { findPerson } from './find-person'

/** The person a sign-in cookie stands for, or null. The cookie names a session; the session row decides. */
export async function currentPerson(cookieValue: string | undefined): Promise<Person | null> {
  const secret = derivedSecret('next-auth').toString('hex')
  const token = await decode({ token: cookieValue, secret }).catch(() => null)
  if (typeof token?.sessionToken !== 'string') return null
  return findPerson(workerCtx(), token.sessionToken)
}
