import type { SignInInput } from '@/schemas/people/contract'

/**
 * The two calls of next-auth that pages make. Its own client brings a session store that is not used, on every page.
 */

/**
 * Signs in. Answers why not, in words for the person, or null once it is done; throws where the server could not be
 * reached.
 */
export async function signIn(credentials: SignInInput): Promise<string | null> {
  const { code, ...known } = credentials
  const fields = code ? { ...known, code } : known
  const { response, body } = await post('/api/auth/callback/credentials', fields)
  if (response.ok) return null
  // A refusal comes as an address of the sign-in page that carries it.
  const address = textOf(body, 'url')
  return new URL(address, window.location.origin).searchParams.get('error') ?? 'Sign-in failed. Try again.'
}

/** Ends this session on the server and drops its cookie. */
export async function signOut(): Promise<void> {
  const { response } = await post('/api/auth/signout', {})
  if (!response.ok) throw new Error('Sign-out failed. Try again.')
}

async function post(path: string, fields: Record<string, string>): Promise<{ response: Response; body: unknown }> {
  const csrf: unknown = await (await fetch('/api/auth/csrf')).json()
  const form = new URLSearchParams({ ...fields, csrfToken: textOf(csrf, 'csrfToken'), json: 'true' })
  const response = await fetch(path, { method: 'POST', body: form })
  return { response, body: await response.json() }
}

function textOf(body: unknown, name: string): string {
  const value =
    typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : null
  return typeof value === 'string' ? value : ''
}
