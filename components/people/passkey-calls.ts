import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

/** The browser's calls for passkeys. Load this module when it is needed: pages are kept light. */

/** Has the browser make a passkey. Throws as WebAuthn does. */
export function createPasskey(options: PublicKeyCredentialCreationOptionsJSON) {
  return startRegistration({ optionsJSON: options })
}

/** Has a passkey sign. Throws as WebAuthn does. */
export function signWithPasskey(options: PublicKeyCredentialRequestOptionsJSON) {
  return startAuthentication({ optionsJSON: options })
}

const PROBLEMS: Record<string, string> = {
  NotAllowedError: 'The browser used no passkey. Try again.',
  InvalidStateError: 'This device holds a passkey of your account already.',
  SecurityError:
    'Passkeys do not work at this address. Open the portal by its host name; on your own machine, localhost.',
}

/** The error text for the person if the browser returned no passkey. */
export function passkeyProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  return PROBLEMS[name] ?? 'This browser could not use a passkey here. Use another way.'
}
