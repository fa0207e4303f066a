import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { SignInInput } from '@/schemas/people/contract'
import type { PasskeySignInInput } from '@/schemas/people/passkeys'

/**
 * The calls of next-auth that pages make. Its own client would add a session store, which is not used, to every page.
 */

/** Signs in. Returns the error text for the person, or null on success; throws if the server is unreachable. */
export async function signIn(credentials: SignInInput): Promise<string | null> {
  const { email, password, code, passkey } = credentials
  return enter('credentials', {
    ...{ email, password },
    ...(code ? { code } : {}),
    ...(passkey ? { passkey: JSON.stringify(passkey) } : {}),
  })
}

/** Signs in by a passkey alone. Answers and throws as `signIn`. */
export function signInByPasskey(answer: PasskeySignInInput): Promise<string | null> {
  return enter('passkey', { passkey: JSON.stringify(answer) })
}

type Begun = { ticket: string; options: PublicKeyCredentialRequestOptionsJSON }

/** Begins a sign-in by passkey. Returns the error text for the person; throws if the server is unreachable. */
export async function beginPasskeySignIn(): Promise<Begun | string> {
  // Calls the endpoint without the typed client, which the sign-in page does not load.
  const response = await fetch('/api/trpc/people.beginPasskeySignIn', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: '{"json":null}',
  })
  const body: { result: { data: { json: Begun } } } | { error: { json: { message: string } } } = await response.json()
  return 'error' in body ? body.error.json.message : body.result.data.json
}

async function enter(provider: string, fields: Record<string, string>): Promise<string | null> {
  const { response, body } = await post(`/api/auth/callback/${provider}`, fields)
  if (response.ok) return null
  // A refusal is a redirect to the sign-in page with the error in its URL.
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
