import type { PasskeySignInInput } from '@/schemas/people/passkeys'
import { beginPasskeySignIn } from './auth-calls'
import { passkeyProblem, signWithPasskey } from './passkey-calls'

/**
 * Has a passkey sign a sign-in. Returns the error text for the person if the server or the browser refuses; throws if
 * the server is unreachable.
 */
export async function getSignInAssertion(): Promise<PasskeySignInInput | string> {
  const begun = await beginPasskeySignIn()
  if (typeof begun === 'string') return begun
  try {
    return { ticket: begun.ticket, assertion: await signWithPasskey(begun.options) }
  } catch (error) {
    return passkeyProblem(error)
  }
}
