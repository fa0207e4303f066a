import type { PasskeySignInInput } from '@/schemas/people/passkeys'
import { beginPasskeySignIn } from './auth-calls'
import { passkeyProblem, signWithPasskey } from './passkey-calls'

/**
 * Has a passkey sign for a sign-in. Answers why not, in words for the person, where the server or the browser refuses;
 * throws if the server could not be reached.
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
