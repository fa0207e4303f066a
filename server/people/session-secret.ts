import { createHash } from 'node:crypto'
import { decode, type JWT } from 'next-auth/jwt'
import { derivedSecret, derivedSecrets } from '@/server/env'

const CSRF_COOKIE = /next-auth\.csrf-token$/

/** The secret that encrypts sign-in cookies, in hexadecimal. */
export function sessionSecret(): string {
  return derivedSecret('next-auth').toString('hex')
}

function sessionSecrets(): string[] {
  return derivedSecrets('next-auth').map((secret) => secret.toString('hex'))
}

/** Opens a sign-in cookie under any secret of SLIPWAY_SECRET; null if none opens it. */
export async function openCookie(token: string | undefined, salt = ''): Promise<JWT | null> {
  for (const secret of sessionSecrets()) {
    const opened = await decode({ token, secret, salt }).catch(() => null)
    if (opened) return opened
  }
  return null
}

/**
 * The secret that made the token against forged forms a browser holds, so that one from before a rotation signs in;
 * else the first.
 */
export function secretOfForm(cookies: readonly { name: string; value: string }[]): string {
  const value = cookies.find(({ name }) => CSRF_COOKIE.test(name))?.value ?? ''
  const [token = '', hash] = value.split('|')
  const isItsHash = (secret: string) => createHash('sha256').update(`${token}${secret}`).digest('hex') === hash
  return sessionSecrets().find(isItsHash) ?? sessionSecret()
}
