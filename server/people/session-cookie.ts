import { env } from '@/server/env'

/** The sign-in cookie. `__Host-` binds it to this host, which browsers accept over https only. */
export function sessionCookie() {
  const secure = env().BASE_URL.startsWith('https://')
  return {
    name: secure ? '__Host-slipway.session' : 'slipway.session',
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure } as const,
  }
}
