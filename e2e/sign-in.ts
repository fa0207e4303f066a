import { z } from 'zod'
import type { StackFacts } from '@/dev/stack-file'

type Person = StackFacts['signIns']['owner']

/** Signs in as the form on /sign-in does; returns the cookies of the session. */
export async function signIn(baseUrl: string, { email, password }: Person): Promise<string> {
  const first = await fetch(`${baseUrl}/api/auth/csrf`)
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await first.json())
  const answer = await fetch(`${baseUrl}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(first), origin: baseUrl },
    body: new URLSearchParams({ email, password, csrfToken, json: 'true' }),
  })
  const cookies = cookiesOf(answer)
  if (!/session/.test(cookies)) throw new Error(`${email} cannot sign in: ${answer.status}`)
  return cookies
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}
